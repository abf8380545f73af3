"""Commands that change the plan, which stays private, or send actions."""

from collections.abc import Callable

from codex_naturalis.catalogue import CardId, Side
from codex_naturalis.rules import Cell, ChooseObjective, ChooseSide, Source

from ..cards import card_name, cell_name, objective_name
from ..codex import face_name, name_and_number, why_lines
from ..effects import plan_words
from ..guide import guide_words
from ..planning import Asked, KeptPlan, Plan, face_up, hand_of, preview_of
from ..table import objective_lines, objective_title, source_name
from .find import face_meant, find_by_name, hand_card
from .parse import CardWord, Command
from .reader import Reader
from .reply import Reply, make_reply, refuse, sending

__all__ = [
    "do_compare",
    "do_confirm",
    "do_draw",
    "do_drop",
    "do_objective",
    "do_pick",
    "do_place",
    "do_side",
    "do_undo",
]


def _not_now(reader: Reader) -> Reply:
    say = reader.say
    if reader.view.viewer is None:
        return refuse(say("table.watching"))
    return refuse(guide_words(say, reader.view, reader.planning, reader.players))


def do_place(reader: Reader, command: Command) -> Reply:
    """Plan a card, or say why that is impossible. Then the plan before it stays."""
    planning, say = reader.planning, reader.say
    if not planning.thinking:
        return _not_now(reader)
    plan = planning.plan
    card = plan.card if plan and command.card is None else hand_card(reader, command.card)
    if isinstance(card, Reply):
        return card
    cell = command.cell or (plan.cell if plan and plan.card == card else None)
    if cell is None:
        place = hand_of(reader.view).index(card) + 1
        return refuse(say("text.need.cell_for", open=f"{say.verb('open')} {place}"))
    return _lay(reader, card, face_meant(reader, card, command.side), cell)


def _lay(reader: Reader, card: CardId, side: Side, cell: Cell) -> Reply:
    say, wished = reader.say, Plan(card, side, cell)
    preview = preview_of(reader.view, wished)
    if preview is None:
        return refuse(*why_lines(say, reader.view, reader.seat, wished))
    reader.planning.lift(card, side, cell)
    face = face_name(say, card, side)
    return make_reply(
        [say("text.plan.planned", face=face, cell=cell_name(cell), effect=plan_words(say, preview)), _next(reader)]
    )


def _next(reader: Reader) -> str:
    say, planning = reader.say, reader.planning
    if planning.ahead:
        return say("text.next.wait", undo=say.verb("undo"))
    if planning.asked is Asked.CONFIRM:
        return say("text.next.confirm", confirm=say.verb("confirm"), undo=say.verb("undo"))
    return say("text.next.draw", draw=say.verb("draw"), undo=say.verb("undo"))


def do_undo(reader: Reader) -> Reply:
    """Take the plan back."""
    plan = reader.planning.plan
    if plan is None:
        return refuse(reader.say("text.undo.nothing"))
    while reader.planning.back():
        pass
    return make_reply([reader.say("text.undo.done", face=face_name(reader.say, plan.card, plan.side))])


def do_compare(reader: Reader) -> Reply:
    """Keep the plan for comparison, if there is one, and list all kept plans."""
    planning, say = reader.planning, reader.say
    if not planning.thinking:
        return _not_now(reader)
    placement = planning.placement
    if placement and planning.letter_of(placement) is None and planning.keep() is None:
        return refuse(say("compare.full"), *_list_plans(reader))
    if not planning.kept:
        return refuse(say("text.compare.nothing", compare=say.verb("compare")))
    letter = planning.letter_of(placement) if placement else None
    return make_reply(
        [*_list_plans(reader), *([say("compare.done", letter=letter)] if letter else [])], say("compare.title")
    )


def kept_name(reader: Reader, one: KeptPlan) -> str:
    """Return "A: fly agaric on 1,1"."""
    say, plan = reader.say, one.plan
    assert plan.cell is not None
    face = say(f"compare.face_{plan.side}", card=card_name(say, plan.card))
    return say("compare.pick", face=face, cell=cell_name(plan.cell), letter=one.letter)


def _list_plans(reader: Reader) -> list[str]:
    """Return the kept plans and their effects."""
    return [
        reader.say.line(kept_name(reader, one), plan_words(reader.say, preview))
        for one in reader.planning.kept
        if (preview := preview_of(reader.view, one.plan))
    ]


def _kept_one(reader: Reader, word: CardWord | None) -> KeptPlan | None:
    return reader.planning.find_plan(word.name.upper()) if word and word.name is not None else None


def _which(reader: Reader) -> Reply:
    say, kept = reader.say, reader.planning.kept
    if not kept:
        return refuse(say("text.compare.nothing", compare=say.verb("compare")))
    letters = say.list([one.letter for one in kept])
    return refuse(say("text.compare.which", letters=letters), *_list_plans(reader))


def do_pick(reader: Reader, command: Command) -> Reply:
    """Restore a kept plan."""
    if not reader.planning.thinking:
        return _not_now(reader)
    one = _kept_one(reader, command.card)
    if one is None:
        return _which(reader)
    reader.planning.pick(one.letter)
    preview = reader.planning.preview
    said = [reader.say.line(kept_name(reader, one), plan_words(reader.say, preview))] if preview else []
    return make_reply([*said, _next(reader)])


def do_drop(reader: Reader, command: Command) -> Reply:
    """Drop a kept plan; without a letter, all."""
    one = _kept_one(reader, command.card)
    gone = (one,) if one else () if command.card else reader.planning.kept
    if not gone:
        return _which(reader)
    for each in gone:
        reader.planning.drop(each.letter)
    return make_reply([reader.say("compare.dropped", letter=each.letter) for each in gone])


def do_draw(reader: Reader, command: Command) -> Reply:
    """Draw a card, which confirms the planned turn."""
    planning, say = reader.planning, reader.say
    if planning.asked in (Asked.CARD, Asked.CELL):
        return refuse(say("table.guide.place_first"))
    if planning.asked not in (Asked.SOURCE, Asked.DRAW):
        return _not_now(reader)
    source = command.source or _source_of(reader, command.card)
    if isinstance(source, Reply):
        return source
    if source not in planning.sources:
        return refuse(say("illegal.source_empty"))
    return sending(planning.draw(source))


def _source_of(reader: Reader, word: CardWord | None) -> Source | Reply:
    """Return the source of a face-up card, by its number or its name."""
    say, sources = reader.say, reader.planning.sources
    places = ", ".join(source_name(say, source) for source in sources)
    if word is None:
        return refuse(say("text.need.source", places=places))
    lying = {card: source for source in sources if (card := face_up(reader.view, source)) is not None}
    cards = [*lying]
    found = (
        [card for card in cards if card == word.number] if word.name is None else find_by_name(reader, cards, word.name)
    )
    if len(found) > 1:
        return refuse(say("text.unclear.which", word=word.typed), *(name_and_number(say, card) for card in found))
    return lying[found[0]] if found else refuse(say("text.unclear.source", word=word.typed, places=places))


def do_confirm(reader: Reader) -> Reply:
    """Confirm a turn that ends with its placement."""
    if reader.planning.asked is Asked.SOURCE:
        return refuse(reader.say("text.need.draw", draw=reader.say.verb("draw")))
    if reader.planning.asked is not Asked.CONFIRM:
        return _not_now(reader)
    return sending(reader.planning.confirm())


def do_side(reader: Reader, command: Command) -> Reply:
    """Choose the side of the starter card during setup; later, turn over the planned card."""
    planning, say, side = reader.planning, reader.say, command.side
    if side is None:
        return refuse(say("text.need.side"))
    if planning.asked is Asked.SIDE:
        return _choose(reader, lambda action: action == ChooseSide(side))
    plan = planning.plan
    card = hand_card(reader, command.card) if command.card else plan.card if plan else None
    if not planning.thinking or card is None:
        return _not_now(reader)
    if isinstance(card, Reply):
        return card
    if plan and plan.card == card and plan.cell is not None:
        return _lay(reader, card, side, plan.cell)
    planning.lift(card, side)
    return make_reply([say("text.plan.taken", face=face_name(say, card, side))])


def do_objective(reader: Reader, command: Command) -> Reply:
    """Keep one of the objectives offered: the first, the second, or by its number or name."""
    view, say, word = reader.view, reader.say, command.card
    if reader.planning.asked is not Asked.OBJECTIVE:
        return _not_now(reader) if view.objective is None else make_reply(objective_lines(say, view, reader.seat))
    if word is None:
        return refuse(say("text.need.objective"), *_list_offers(reader))
    meant = _objectives_meant(reader, word)
    if len(meant) != 1 or meant[0] not in view.offered:
        return refuse(say("illegal.not_offered"), *_list_offers(reader))
    return _choose(reader, lambda action: action == ChooseObjective(meant[0]))


def _objectives_meant(reader: Reader, word: CardWord) -> list[CardId]:
    offered = reader.view.offered
    if word.name is not None:
        return [card for card in offered if word.name in objective_name(reader.say, card).lower()]
    number = int(word.number or 0)
    return [offered[number - 1] if not word.exact and 0 < number <= len(offered) else number]


def _list_offers(reader: Reader) -> list[str]:
    say = reader.say
    return [
        say("text.offered", place=place, card=card, objective=objective_title(say, card, secret=True))
        for place, card in enumerate(reader.view.offered, 1)
    ]


def _choose(reader: Reader, wanted: Callable[[object], bool]) -> Reply:
    action = next((each for each in reader.planning.choices() if wanted(each)), None)
    return sending((action,)) if action else _not_now(reader)
