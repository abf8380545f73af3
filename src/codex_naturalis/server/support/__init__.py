"""Support: settings, log, keys, tokens and tasks, which every other room uses."""
