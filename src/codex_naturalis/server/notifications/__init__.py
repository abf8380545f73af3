"""Notifications: subscriptions, the outbox, and senders for push, mail and webhooks."""
