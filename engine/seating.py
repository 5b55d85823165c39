"""Reads who plays what: ``players``, ``rules`` and ``deal`` of a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

import orjson

from . import games
from .cards import UNKNOWN
from .errors import UnknownGame
from .faults import Faults, escape, listing, nearest
from .names import MAX_NAME, clean_name, fold, has_hidden, seen
from .rules import Deal, Knowledge, Option, Rules, Setting

Document = Mapping[str, Any]

_PLAYER: Final = frozenset(("name", "kind", "experience"))
_LONG_HEAD: Final = 4096
"""Bytes of ``players`` and ``rules``; longer ones are not worth being kept."""


class Player(NamedTuple):
    """One player as the log names them."""

    name: str
    """Trimmed, in Unicode NFC."""
    kind: str = "human"
    experience: int | None = None


class Seated(NamedTuple):
    """Who sat down, and by which options they play."""

    players: list[Player | None] | None
    """None instead of a player whose name does not read."""
    setting: Setting | None
    """None where no table can be laid."""


def read_game(faults: Faults, document: Document) -> Rules[Any] | None:
    name: Any = document.get("game")
    if "game" not in document or not faults.is_type(name, str, "/game"):
        return None
    try:
        return games.game(name)
    except UnknownGame:
        near = nearest(name, games.names())
        faults.add(
            "unknown-game",
            "/game",
            f"No game {name[:64]!r} is installed"
            + (f"; {near!r} is the nearest." if near else f", but {listing(games.names())}."),
            expected=near,
            got=name,
        )
        return None


def read_seated(faults: Faults, document: Document, rules: Rules[Any] | None) -> Seated:
    """Read ``players`` and ``rules``. What is returned is shared by logs that say the same."""
    if rules is not None:
        head = orjson.dumps([document.get("players"), document.get("rules", {})])
        found = _shared(document["game"], id(rules), head) if len(head) <= _LONG_HEAD else None
        if found is not None:
            return found
    players = read_players(faults, document)
    return Seated(players, read_setting(faults, document, rules, players))


@lru_cache(maxsize=256)
def _shared(game: str, _: int, head: bytes) -> Seated | None:
    """Read what hardly differs from log to log of an evening; None where anything is wrong.

    The second argument tells a game from another one that was installed under its name.
    """
    rules, faults = games.game(game), Faults()
    players, stated = orjson.loads(head)
    document = {"players": players, "rules": stated}
    seated = read_players(faults, document)
    found = Seated(seated, read_setting(faults, document, rules, seated))
    return None if faults.violations else found


def read_players(faults: Faults, document: Document) -> list[Player | None] | None:
    found = document.get("players")
    if "players" not in document or not faults.is_type(found, list, "/players"):
        return None
    assert type(found) is list
    players = [_player(faults, entry, f"/players/{seat}") for seat, entry in enumerate(found)]
    names = [player.name for player in players if player is not None]
    if len(set(map(str.lower, names))) == len(players) and "".join(names).isascii():
        return players
    first: dict[str, int] = {}
    for seat, player in enumerate(players):
        if player is not None and first.setdefault(fold(player.name), seat) != seat:
            faults.add(
                "duplicate-name",
                f"/players/{seat}",
                f"Two players are called {player.name!r}.",
                got=player.name,
            )
    return players


def _player(faults: Faults, entry: Any, pointer: str) -> Player | None:
    if type(entry) is str:
        name = _name(faults, entry, pointer)
        return None if name is None else Player(name)
    if not faults.is_type(entry, dict, pointer):
        return None
    if not entry.keys() <= _PLAYER or "name" not in entry:
        faults.keys(entry, pointer, _PLAYER, ("name",))
    name = None
    if "name" in entry and faults.is_type(entry["name"], str, f"{pointer}/name"):
        name = _name(faults, entry["name"], f"{pointer}/name")
    kind = entry.get("kind", "human")
    if kind not in ("human", "bot") and faults.is_type(kind, str, f"{pointer}/kind"):
        faults.one_of(kind, ("human", "bot"), f"{pointer}/kind")
    experience = None
    if "experience" in entry:
        experience = entry["experience"]
        if faults.is_type(experience, int, f"{pointer}/experience") and experience < 0:
            faults.add(
                "bad-value",
                f"{pointer}/experience",
                "experience counts games and is never below 0.",
                expected=0,
                got=experience,
            )
    return None if name is None else Player(name, kind, experience)


def _name(faults: Faults, name: str, pointer: str) -> str | None:
    clean = clean_name(name)
    if clean.isascii() and clean.isprintable() and 0 < len(clean) <= MAX_NAME:
        return clean
    if not clean:
        faults.add("bad-name", pointer, "A player needs a name.", got=name)
    elif has_hidden(clean):
        faults.add(
            "bad-name", pointer, f"The name {seen(clean)} holds an invisible character.", got=name
        )
    elif len(clean) > MAX_NAME:
        faults.add(
            "too-long",
            pointer,
            f"A name has up to {MAX_NAME} characters, this one has {len(clean)}.",
            expected=MAX_NAME,
            got=len(clean),
        )
    else:
        return clean
    return None


def read_setting(
    faults: Faults,
    document: Document,
    rules: Rules[Any] | None,
    players: list[Player | None] | None,
) -> Setting | None:
    """Read ``rules`` and count the players. None where no table can be laid."""
    before = len(faults.violations)
    found = document.get("rules", {})
    level: Any = "normal"
    stated: Any = {}
    if faults.is_type(found, dict, "/rules"):
        faults.keys(found, "/rules", ("level", "version", "options"))
        if "version" in found:
            faults.text(found["version"], "/rules/version")
        level = found.get("level", "normal")
        if faults.is_type(level, str, "/rules/level") and rules and level not in rules.levels:
            faults.add(
                "unknown-level",
                "/rules/level",
                f"{rules.title} has no level {level[:40]!r}, but {listing(rules.levels)}.",
                expected=list(rules.levels),
                got=level,
            )
        stated = found.get("options", {})
        if faults.is_type(stated, dict, "/rules/options") and rules:
            _options(faults, rules, stated)
    if rules is None or players is None:
        return None
    least, most = rules.players
    if not least <= len(players) <= most:
        faults.add(
            "player-count",
            "/players",
            f"{rules.title} is for {least} to {most} players, the log has {len(players)}.",
            expected=[least, most],
            got=len(players),
        )
    named = tuple(player.name for player in players if player is not None)
    if len(faults.violations) > before or len(named) < len(players):
        return None
    if faults.violations and len({fold(name) for name in named}) < len(named):
        return None
    options = rules.settle(level, len(named))
    options.update((key, value) for key, value in stated.items() if not key.startswith("x-"))
    setting = Setting(level, options, named)
    for option, error in rules.check(setting):
        pointer = f"/rules/options/{option}{error.at}"
        faults.add(error.code, pointer, error.message, expected=error.expected)
    return setting if len(faults.violations) == before else None


def _options(faults: Faults, rules: Rules[Any], stated: Mapping[str, Any]) -> None:
    for name, value in stated.items():
        pointer = f"/rules/options/{escape(name)}"
        option = rules.options.get(name)
        if option is not None:
            _option(faults, name, option, value, pointer)
        elif not name.startswith("x-"):
            near = nearest(name, rules.options)
            faults.add(
                "unknown-option",
                pointer,
                f"{rules.title} has no option {name[:40]!r}"
                + (f"; {near!r} is the nearest." if near else "."),
                expected=near,
                got=name,
            )


def _option(faults: Faults, name: str, option: Option, value: Any, pointer: str) -> None:
    kinds: dict[str, type] = {"whole": int, "flag": bool, "choice": str, "text": str}
    kind = kinds.get(option.kind)
    if kind is not None and not faults.is_type(value, kind, pointer):
        return
    if option.kind == "whole" and not option.low <= value <= option.high:
        faults.add(
            "option-out-of-range",
            pointer,
            f"{name} is {option.low} to {option.high}, not {value}.",
            expected=[option.low, option.high],
            got=value,
        )
    elif option.kind == "choice" and value not in option.choices:
        faults.add(
            "option-out-of-range",
            pointer,
            f"{name} is {listing(option.choices, 'or')}, not {value[:40]!r}.",
            expected=list(option.choices),
            got=value,
        )
    elif option.kind == "text":
        faults.text(value, pointer)
    elif option.check is not None and (error := option.check(value)) is not None:
        faults.add(error.code, pointer + error.at, error.message, expected=error.expected)


def read_deal(
    faults: Faults, document: Document, rules: Rules[Any], setting: Setting
) -> Deal | None:
    before = len(faults.violations)
    found = document.get("deal", {})
    sizes, stock_size = rules.sizes(setting)
    if not faults.is_type(found, dict, "/deal"):
        return None
    has_hands, has_stock = "hands" in found, "stock" in found
    if len(found) > has_hands + has_stock:
        faults.keys(found, "/deal", ("hands", "stock"))
    hands: Sequence[Sequence[int]] = ()
    stock: Sequence[int] = ()
    if not has_hands:
        hands = [[UNKNOWN] * size for size in sizes]
    elif faults.is_type(found["hands"], list, "/deal/hands"):
        hands = _hands(faults, rules, setting, found["hands"], sizes)
    if not has_stock:
        stock = [UNKNOWN] * stock_size
    elif faults.is_type(found["stock"], list, "/deal/stock"):
        stock = _stock(faults, rules, found["stock"], stock_size)
    if len(faults.violations) > before:
        return None
    knowledge: Knowledge = "partial"
    if not has_hands:
        knowledge = "partial" if has_stock else "table"
    elif UNKNOWN not in chain.from_iterable(hands):
        knows_stock = stock_size == 0 or (has_stock and UNKNOWN not in stock)
        knowledge = "full" if knows_stock else "partial" if has_stock else "hands"
    return Deal(hands, stock, knowledge, has_hands)


def _hands(
    faults: Faults, rules: Rules[Any], setting: Setting, given: list[Any], sizes: Sequence[int]
) -> list[list[int]]:
    if len(given) != len(sizes):
        faults.add(
            "hand-size",
            "/deal/hands",
            f"There are {len(sizes)} players and {len(given)} hands.",
            expected=len(sizes),
            got=len(given),
        )
        return []
    hands = []
    for seat, hand in enumerate(given):
        if type(hand) is not list:
            faults.wrong_type(hand, list, f"/deal/hands/{seat}")
            continue
        hands.append(_cards(faults, rules, hand, "hands", seat))
        if len(hand) != sizes[seat]:
            faults.add(
                "hand-size",
                f"/deal/hands/{seat}",
                f"{setting.players[seat]} is dealt {sizes[seat]} cards, the log has {len(hand)}.",
                expected=sizes[seat],
                got=len(hand),
            )
    return hands


def _stock(faults: Faults, rules: Rules[Any], given: list[Any], size: int) -> list[int]:
    stock = _cards(faults, rules, given, "stock")
    if len(given) != size:
        faults.add(
            "wrong-stock-size",
            "/deal/stock",
            f"The stock holds {size} cards after the deal, the log has {len(given)}.",
            expected=size,
            got=len(given),
        )
    return stock


def _cards(faults: Faults, rules: Rules[Any], texts: list[Any], *place: object) -> list[int]:
    """Read cards that stand at *place* in the deal."""
    known = rules.cards
    try:
        return [known[text] for text in texts]
    except (KeyError, TypeError):
        pass
    pointer = "/".join(map(str, ("/deal", *place)))
    cards = []
    for nth, text in enumerate(texts):
        if type(text) is not str:
            faults.wrong_type(text, str, f"{pointer}/{nth}")
        elif text not in known:
            faults.add("bad-card", f"{pointer}/{nth}", f"{text[:40]!r} is no card.", got=text)
        else:
            cards.append(known[text])
    return cards
