"""Seating: a table and its people as values. Callers store them, in a database or in a browser."""

from .changes import (
    add_bot,
    choose_colour,
    close_gathering,
    free_seat,
    host_row_of,
    make_options,
    make_rematch,
    make_table,
    make_what_if,
    own_row_of,
    remove_bot,
    return_to_rematch,
    row_for_bot,
    sit_down,
)
from .colours import check_colour, without_taken
from .data import EMPTY, Guest, Holder, SeatRow, SoloResult, TableData, new_id
from .games import find_waiting, score_rematches
from .notes import add_note, close_table, note_bot_failure
from .outcomes import GuestOutcome, outcomes
from .seats import (
    STAND_IN,
    begin_play,
    bots_asked,
    bots_seated,
    colours_of,
    deal_sealed,
    info_of,
    seat_of,
    seat_row_of,
)
from .solo import PAGE as SOLO_PAGE
from .solo import FinishedSolo, solo_history

__all__ = [
    "EMPTY",
    "SOLO_PAGE",
    "STAND_IN",
    "FinishedSolo",
    "Guest",
    "GuestOutcome",
    "Holder",
    "SeatRow",
    "SoloResult",
    "TableData",
    "add_bot",
    "add_note",
    "begin_play",
    "bots_asked",
    "bots_seated",
    "check_colour",
    "choose_colour",
    "close_gathering",
    "close_table",
    "colours_of",
    "deal_sealed",
    "find_waiting",
    "free_seat",
    "host_row_of",
    "info_of",
    "make_options",
    "make_rematch",
    "make_table",
    "make_what_if",
    "new_id",
    "note_bot_failure",
    "outcomes",
    "own_row_of",
    "remove_bot",
    "return_to_rematch",
    "row_for_bot",
    "score_rematches",
    "seat_of",
    "seat_row_of",
    "sit_down",
    "solo_history",
    "without_taken",
]
