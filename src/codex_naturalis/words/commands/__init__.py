"""Command line of the text table: from a typed line to its effect and reply."""

from .answer import Reader, answer
from .parse import Command, Unclear, parse
from .reply import Reply
from .vocabulary import VERBS, Vocabulary, vocabulary

__all__ = ["VERBS", "Command", "Reader", "Reply", "Unclear", "Vocabulary", "answer", "parse", "vocabulary"]
