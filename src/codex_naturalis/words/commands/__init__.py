"""The command line of the table in words: from a typed line to what it does, and what is said to it."""

from .answer import Reader, answer
from .parse import Command, Unclear, parse
from .reply import Reply
from .vocabulary import VERBS, Vocabulary, vocabulary

__all__ = ["VERBS", "Command", "Reader", "Reply", "Unclear", "Vocabulary", "answer", "parse", "vocabulary"]
