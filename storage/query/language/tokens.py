"""Chooses how the pieces of a phrase are read: at each place the longest reading that fits."""

from __future__ import annotations

from typing import Any, Final

from ..catalogue import Catalogue, normal
from .lexer import Lexer, Reading
from .parser import END, Parser, Token
from .words import DIFFERENT, NOISE, STARTING

LOOK_AHEAD: Final = 6
"""Symbols that are looked at to choose between two readings of the same words."""

_LITTLE: Final = frozenset({"the", "a", "an", "that", "it"})
"""Words that are passed over before words that are looked for."""

_JOINING: Final = frozenset({"COMMA", "AND", "FILTER"})
_CLOSING: Final = frozenset("?!.")
"""What may stand at the end of a phrase, behind a little word as well: did Carla play in?"""
_BREAKS_OFF: Final = frozenset({"where", "and", "for", "when", "without", "plus"})
"""Words behind which nobody ends a question."""
_GOES_ON: Final = frozenset({"CMP", "BETWEEN", "KNOWN", "NUMBER", "PER_UNIT"})
"""Symbols that go on with a dimension or metric that was named."""
_MAY_GO: Final = _JOINING | {
    "WHICH",
    "COMPARE",
    "THIS",
    "ABOUT",
    "LISTING",
}
"""Symbols that are passed over where what comes next fits without them and not with them."""


class Unread(Exception):
    """A piece that nothing accepts where it stands."""

    def __init__(self, tokens: list[Token], at: int, *, is_known: bool) -> None:
        super().__init__(at)
        self.tokens = tokens
        """What was read before it."""
        self.at = at
        """Its place among the pieces."""
        self.is_known = is_known
        """It means something elsewhere."""


def tokens_of(lexer: Lexer, parser: Parser | None = None) -> list[Token]:
    """Return the tokens of a phrase, or of the beginning of one. Raises Unread."""
    parser = parser or Parser()
    tokens: list[Token] = []
    at = 0
    while at < len(lexer.pieces):
        found, taken = _next(lexer, parser, tokens, at)
        for token in found:
            parser.push(token)
            tokens.append(token)
        at += taken
    return tokens


def _next(lexer: Lexer, parser: Parser, tokens: list[Token], at: int) -> tuple[list[Token], int]:
    """Return what stands at *at*, nothing if it is passed over, and the pieces it takes."""
    if tokens and lexer.ends_at(at):
        return [], 1
    found = lexer.readings(at)
    chosen = _accepted(lexer, parser, tokens, at, found)
    if parser.accepts("VALUE") and (not tokens or not parser.accepts("DIM")):
        chosen = _led_by_its_dimension(lexer, at, chosen[0] if chosen else 0) or chosen
    takes_values = parser.accepts("VALUE") or parser.accepts("METRIC")
    if takes_values and (chosen is None or _may_be_value(lexer, parser, at, chosen)):
        # A longer value of the store goes before a shorter word, any before a word of no meaning.
        stored = _longest_stored(lexer, parser, at)
        least = chosen[0] + (chosen[1] == "DIM" and _follows_by(tokens)) if chosen else 0
        if stored is not None and stored[0] >= least and not _is_article(lexer, at, stored):
            chosen = stored
    if chosen is None and parser.accepts("VALUE"):
        chosen = lexer.quoted(at)
    if chosen is not None and chosen[1] == "DIM" and [one.symbol for one in tokens] == ["COMPARE"]:
        chosen = _figure_of_sides(lexer, at, chosen) or chosen
    if chosen is not None and chosen[1] == "METRIC" and parser.accepts("WORD", "VS"):
        # compare move type pass vs play: a value is held against another
        run = lexer.word(at)
        chosen = run if _is_said(lexer, at + run[0], "AGAINST") else chosen
    if chosen is None and parser.accepts("WORD") and not _is_in_the_way(lexer, tokens, at):
        chosen = lexer.word(at)
    elif chosen is not None and chosen[1] == "NUMBER" and parser.accepts("WORD"):
        run = lexer.word(at)
        if run[0] > 1 and not parser.accepts("NUMBER", "PERCENT"):
            chosen = run
    if lexer.pieces[at].text.casefold() == "minus" and _takes_away(lexer, tokens, at):
        raise Unread(tokens, at, is_known=True)
    if chosen is not None and chosen[1] == "LAST" and _lasts(lexer, parser, at):
        return [], 1
    if chosen is not None and chosen[1] == "AND" and tokens[-1].symbol == "PER_UNIT":
        if _is_said(lexer, at + 1, "DIM") and not _is_metric(lexer, at + 1):
            chosen = (1, "BY", "by")  # ratings per game and level
    if chosen is not None and chosen[1] in _LEADS and _leads_to_a_figure(lexer, tokens, at):
        return [], chosen[0]
    if chosen is not None and chosen[1:] == ("DIM", ["game"]) and _is_of_others(lexer, tokens, at):
        return [], chosen[0]
    if chosen is not None and chosen[1] in ("LISTING", "WHICH") and _asks_what_it_is(lexer, at):
        return [], chosen[0]
    symbols = [one.symbol for one in tokens]  # top 5 *players* with …
    is_ranked = symbols[-2:] == ["TOP", "NUMBER"] and "METRIC" not in symbols
    if (
        chosen is not None
        and _may_go(chosen)
        and not is_ranked
        and _fits_without(lexer, parser, at, chosen)
    ):
        return [], chosen[0]
    if chosen is None:
        if lexer.pieces[at].text.casefold() in NOISE and not _is_below_zero(lexer, at):
            return [], 1
        raise Unread(tokens, at, is_known=bool(found))
    start, end = lexer.pieces[at].start, lexer.pieces[at + chosen[0] - 1].end
    said = lexer.phrase[start:end]
    return [
        Token(symbol, value, start, end, text or said)
        for symbol, value, text in _meant(lexer.names, chosen)
    ], chosen[0]


def _asks_what_it_is(lexer: Lexer, at: int) -> bool:
    """Tell whether a figure is asked for, and no list of what it has been: *what* was the score."""
    words = [piece.text.casefold() for piece in lexer.pieces[at : at + 3]]
    if (
        words[0] != "what"
        or words[1:2] not in (["is"], ["was"])
        or words[2:] not in (["the"], ["our"])
    ):
        return False
    readings = lexer.readings(at + 3) if at + 3 < len(lexer.pieces) else []
    named = [(length, symbol) for length, symbol, _ in readings if symbol in ("METRIC", "DIM")]
    return any(one == (named[0][0], "METRIC") for one in named)


def _is_of_others(lexer: Lexer, tokens: list[Token], at: int) -> bool:
    """Tell whether ``games`` only leads on to who played them: win rate of *games* Anna played."""
    is_led = bool(tokens) and tokens[-1].symbol == "FILTER"
    if not is_led or lexer.pieces[at].text.casefold() != "games" or at + 1 >= len(lexer.pieces):
        return False
    return any(
        value[0][0] == "player" for _, symbol, value in lexer.stored(at + 1) if symbol == "VALUE"
    )


_LEADS: Final = frozenset({"FILTER", "BY"})
"""Symbols of what may stand before that by which something is compared."""


def _takes_away(lexer: Lexer, tokens: list[Token], at: int) -> bool:
    """Tell whether ``minus`` stands between two figures: expert win rate *minus* easy win rate."""
    if at + 1 >= len(lexer.pieces) or not any(one.symbol == "METRIC" for one in tokens):
        return False
    after = lexer.readings(at + 1) + lexer.stored(at + 1)
    named = {name for one in tokens if one.symbol == "VALUE" for name, _ in one.value}
    again = {name for _, symbol, values in after if symbol == "VALUE" for name, _ in values}
    is_behind = tokens[-1].symbol == "METRIC"
    asked = [one.value for one in tokens if one.symbol == "METRIC"]
    if any(symbol == "METRIC" and value in asked for _, symbol, value in after):
        return True  # win rate hard minus win rate easy
    return bool((named & again) - {"operation", "hit operation"}) or (
        is_behind and bool({one[1] for one in after} & {"VALUE", "METRIC", "AGG"})
    )


def _lasts(lexer: Lexer, parser: Parser, at: int) -> bool:
    """Tell whether ``last`` is a verb: how long does a game of Equator *last*."""
    is_end = at + 1 == len(lexer.pieces) or lexer.pieces[at + 1].text in "?."
    return is_end and lexer.pieces[0].text.casefold() == "how" and parser.accepts(END)


def _leads_to_a_figure(lexer: Lexer, tokens: list[Token], at: int) -> bool:
    """Tell whether what is compared is said before by what: compare A and B *on* turns per game.

    With *by* a word that names a figure as well as a split is the figure. And so what is ranked:
    worst level *for* busts.
    """
    is_for = any(one[1] == "FILTER" for one in lexer.readings(at))
    if is_for and [one.symbol for one in tokens[-2:]] in (["EXTREME", "DIM"], ["TOP", "DIM"]):
        longest = lexer.readings(at + 1)[:1] if at + 1 < len(lexer.pieces) else []
        length = longest[0][0] if longest else 0
        kinds = {one[1] for one in lexer.readings(at + 1) if one[0] == length} if longest else set()
        return "METRIC" in kinds and not kinds & {"VALUE", "SAYING"}
    if not tokens or tokens[0].symbol != "COMPARE" or at + 1 >= len(lexer.pieces):
        return False
    if any(token.symbol == "METRIC" for token in tokens):
        return False
    longest = [one for one in lexer.readings(at + 1) if one[1] == "METRIC"][:1]
    others = (
        [
            one
            for one in lexer.readings(at + 1)
            if one[1] == "VALUE" and one[0] >= longest[0][0] and one[2][0][0] != "rating"
        ]
        if longest
        else []
    )
    return bool(longest) and longest[0][2] != ["games"] and not others


_NO_VALUES: Final = frozenset({"FILTER", "WITHOUT", "BY", "SINCE", "UNTIL"})
"""Symbols whose words begin something and are no value, unless they are quoted."""


def _is_below_zero(lexer: Lexer, at: int) -> bool:
    """Tell whether a minus stands before its number, and is no dash: last -3 games."""
    if lexer.pieces[at].text not in "-−" or at + 1 >= len(lexer.pieces):
        return False
    before = lexer.pieces[at - 1].end if at else -1
    after = lexer.pieces[at + 1]
    return (
        before < lexer.pieces[at].start
        and after.start == lexer.pieces[at].end
        and (after.kind == "number")
    )


_ARTICLES: Final = frozenset({"the", "our", "their"})


def _is_in_the_way(lexer: Lexer, tokens: list[Token], at: int) -> bool:
    """Tell whether a word that nothing accepts is none that is looked for, nor a value."""
    if tokens and tokens[-1].symbol == "CONTAINS":  # remarks about *the* signal
        return lexer.pieces[at].text.casefold() in _LITTLE and at + 1 < len(lexer.pieces)
    if tokens and tokens[-1].symbol in ("SINCE", "UNTIL"):  # since *the* last session
        return lexer.pieces[at].text.casefold() in NOISE and _is_said(lexer, at + 1, "LAST")
    if lexer.pieces[at].text.casefold() in _ARTICLES and _is_said(lexer, at + 1, "VALUE"):
        return True  # in the first half vs *the* second half
    is_behind_a_name = bool(tokens) and tokens[-1].symbol == "DIM"  # stock *when* we won
    return is_behind_a_name and _begins_a_part(lexer, at)


def _begins_a_part(lexer: Lexer, at: int) -> bool:
    return any(symbol in _NO_VALUES for _, symbol, _ in lexer.readings(at)[:1])


def _follows_by(tokens: list[Token]) -> bool:
    return bool(tokens) and tokens[-1].symbol == "BY"


_SINGLE: Final = frozenset(
    "game match target pot turn player session level round trick win".split()
)
"""Words for one of a kind, before which there is an article."""


def _is_article(lexer: Lexer, at: int, stored: Reading) -> bool:
    """Tell whether "a" leads on to a word and is not the value A: in a game, print a vs b."""
    if stored[0] > 1 or lexer.pieces[at].text != "a" or at + 1 >= len(lexer.pieces):
        return False
    if lexer.pieces[at + 1].text.casefold() in _SINGLE:
        return True  # does a game get shorter
    joins = {"VS", "AND", "OR", "COMMA", "NOUN", "HARDER"}
    return not any(symbol in joins for _, symbol, _ in lexer.readings(at + 1))


def _longest_stored(lexer: Lexer, parser: Parser, at: int) -> Reading | None:
    fits = [reading for reading in lexer.stored(at) if parser.accepts(reading[1])]
    return max(
        fits,
        key=lambda one: (one[0], _leads_on(lexer, parser, at + one[0], (one[1],))),
        default=None,
    )


def _may_go(chosen: Reading) -> bool:
    """Tell whether words are passed over where what comes next fits without them only."""
    return chosen[1] in _MAY_GO or (chosen[1] == "METRIC" and chosen[2] == ["players"])


def _meant(names: Catalogue, reading: Reading) -> list[tuple[str, Any, str]]:
    """Return the symbols of a reading, each with its value and its own words. A saying is several."""
    _, symbol, value = reading
    if symbol != "SAYING":
        return [(symbol, value, "")]
    if not isinstance(value, str):
        return [(*one, str(one[1])) for one in value]
    if value not in names.meant:
        plain = Lexer(value, names, None, has_sayings=False)
        names.meant[value] = [(one.symbol, one.value, one.text) for one in tokens_of(plain)]
    return names.meant[value]


def _symbols(lexer: Lexer, reading: Reading) -> tuple[str, ...]:
    return tuple(symbol for symbol, *_ in _meant(lexer.names, reading))


def _led_by_its_dimension(lexer: Lexer, at: int, least: int) -> Reading | None:
    """Return the value that stands behind the name of its dimension: level hard, version B.

    A name of fewer words than *least* is the beginning of another.
    """
    for length, symbol, names in lexer.readings(at):
        after = at + length
        if symbol != "DIM" or after >= len(lexer.pieces) or length < least:
            continue
        # The store is asked where the word means nothing else.
        readings = lexer.readings(after)
        if not readings or ("tag" in names and normal(lexer.pieces[at].text) == "tag"):
            readings = [*readings, *lexer.stored(after)]
        for more, kind, values in sorted(readings, key=lambda one: -one[0]):
            ours = [one for one in values if one[0] in names] if kind == "VALUE" else []
            if ours:
                return length + more, "VALUE", ours
    return None


def _accepted(
    lexer: Lexer,
    parser: Parser,
    tokens: list[Token],
    at: int,
    found: list[Reading],
) -> Reading | None:
    """Return the longest reading that fits.

    Of equals one that the next word can follow, and first of all one that carries on what was begun.
    """
    counts_cases = _counts_cases(lexer, tokens)
    fits = [
        reading
        for reading in found
        if parser.accepts(*_symbols(lexer, reading)) and (reading[1] != "SUCH" or counts_cases)
        if reading[2] != STARTING or _is_behind_a_player(tokens)
        if reading[1] != "THAN" or _is_held_against(lexer, tokens, at + reading[0])
    ]
    if any(symbol == "AGG" and _is_metric(lexer, at + length) for length, symbol, _ in fits):
        # "number of players" is a dimension, and as a question how many players there are.
        fits = [one for one in fits if one[1] != "DIM" or _is_said(lexer, at + one[0], "AFFECTS")]
    if tokens and tokens[-1].symbol in ("AGG", "PLAIN"):
        fits = [one for one in fits if not _cuts_a_split(lexer, at, one, found)]
    if tokens and tokens[-1].symbol == "METRIC" and fits and fits[0][1] == "AGG":
        behind = lexer.readings(at + fits[0][0]) if at + fits[0][0] < len(lexer.pieces) else []
        longest_of_all = [one[1] for one in behind if one[0] == behind[0][0]]
        if "METRIC" not in longest_of_all:  # score distribution *of* pot luck
            fits = [one for one in fits if one[1] == "POSTFIX"] or fits
    # "number of different players" are counted, and of other things all that differ are listed.
    fits = [one for one in fits if one[1] != "LISTING" or not _counts_different(lexer, at, one)]
    if len(fits) > 1 and fits[0][1] == "SAYING" and _breaks_off(lexer, parser, at, fits[0]):
        fits = [one for one in fits if one[1] != "SAYING"] or fits
    if not fits:
        return None
    if tokens and tokens[-1].symbol == "EFFECT":  # effect of signals *on* hits, and not signals on
        fits = [one for one in fits if _is_said(lexer, at + one[0], "ONTO")] or fits
    longest = [reading for reading in fits if reading[0] == fits[0][0]]
    if longest[0][1] == "PER_UNIT":
        longest = _split_by_more(lexer, at, fits) or longest
    longest = _ranked(lexer, tokens, at + fits[0][0], longest)
    if counts_cases and longest[0][1] == "FILTER":
        longest = [reading for reading in longest if reading[1] == "SUCH"] or longest
    if len(longest) == 1:
        return longest[0]
    longest.sort(
        key=lambda reading: not all(parser.goes_on(one) for one in _symbols(lexer, reading)[:1])
    )
    sized = [one for one in longest if one[1] == "SAYING" and one[2][:1] == (("SIZE", "="),)]
    longest = sized or longest  # targets hit in one turn, and not in each
    if tokens and tokens[-1].symbol == "SUCH":  # in which turn time > 30; that are passes
        longest.sort(key=lambda reading: reading[1] == "METRIC")
    after = at + longest[0][0]
    if tokens and tokens[-1].symbol == "EFFECT":  # effect of passes on wins
        longest = [one for one in longest if one[1] == "DIM"] or longest
    if parser.accepts("ONTO") and _is_metric(lexer, after):
        longest = [one for one in longest if one[1] == "ONTO"] or longest
    is_led = _is_said(lexer, after, "FILTER") and not _is_said(lexer, after, "CMP")
    if parser.accepts("AGAINST", "FILTER") and is_led:
        longest = [one for one in longest if one[1] == "AGAINST"] or longest
    if [one.symbol for one in tokens] == ["COMPARE"] and _is_said(lexer, after, "BY"):
        longest = [one for one in longest if one[1] == "DIM"] or longest  # compare games by fun
    if tokens and tokens[-1].symbol == "COMPARE" and _is_said(lexer, after, "FILTER"):
        counted = [one for one in longest if one[1] == "METRIC"]
        longest = counted or longest  # compare passes *of* Anna and Ben
    return max(longest, key=lambda one: _leads_on(lexer, parser, after, _symbols(lexer, one)))


def _is_held_against(lexer: Lexer, tokens: list[Token], after: int) -> bool:
    """Tell whether a number behind ``than`` is one of players as well: three win more than two."""
    is_number = _is_said(lexer, after, "NUMBER") and not _is_said(lexer, after, "VALUE")
    return not is_number or any(one.symbol == "NUMBER" for one in tokens)


def _counts_different(lexer: Lexer, at: int, listing: Reading) -> bool:
    last = at + listing[0] - 1
    return lexer.pieces[last].text.casefold() in DIFFERENT and _is_metric(lexer, last)


def _ranked(lexer: Lexer, tokens: list[Token], after: int, longest: list[Reading]) -> list[Reading]:
    """Choose among readings by what is ranked: top 5 *games* by turns, *worst* 3 players."""
    symbols = {symbol for _, symbol, _ in longest}
    wanted = ""
    if [one.symbol for one in tokens[-2:]] == ["TOP", "NUMBER"]:
        is_first = normal(tokens[-2].text).startswith("first")
        if {"DIM", "GAMES"} <= symbols and _is_said(lexer, after, "BY") and not is_first:
            wanted = "DIM"
        elif {"AGG", "EXTREME"} <= symbols and _is_said(lexer, after, "DIM"):
            wanted = "EXTREME"
    elif {"TOP", "EXTREME"} <= symbols and _is_said(lexer, after, "NUMBER"):
        behind = (
            max((n for n, one, _ in lexer.readings(after + 1) if one == "DIM"), default=0)
            if (after + 1 < len(lexer.pieces))
            else 0
        )
        if behind and not _is_said(lexer, after + 1 + behind, "BY"):
            wanted = "EXTREME"
    return [one for one in longest if one[1] == wanted] or longest


def _split_by_more(lexer: Lexer, at: int, fits: list[Reading]) -> list[Reading]:
    """Return the ``per`` behind which a longer name stands than that of a unit: per game id."""
    length = fits[0][0]
    return [
        one
        for one in fits
        if one[1] == "BY"
        and at + one[0] < len(lexer.pieces)
        and any(
            symbol == "DIM" and one[0] + more > length
            for more, symbol, _ in lexer.readings(at + one[0])
        )
    ]


def _is_behind_a_player(tokens: list[Token]) -> bool:
    return bool(tokens) and tokens[-1].symbol == "VALUE" and tokens[-1].value[0][0] == "player"


def _breaks_off(lexer: Lexer, parser: Parser, at: int, saying: Reading) -> bool:
    """Tell whether what comes next goes on with the words of a saying and not with its meaning.

    "with jokers" is a saying, and "with jokers = 2" begins a condition.
    """
    after = at + saying[0]
    while after < len(lexer.pieces) and lexer.pieces[after].text.casefold() in NOISE:
        after += 1
    if after >= len(lexer.pieces):
        return False
    named = {
        name
        for symbol, value, _ in _meant(lexer.names, saying)
        if symbol == "DIM"
        for name in value
    }
    if _symbols(lexer, saying)[-1:] == ("CMP",):
        return False  # a value has to follow
    if named:  # "without session" is one, and "without session X" is about the session X
        values = [one for _, symbol, one in lexer.stored(after) if symbol == "VALUE"]
        if lexer.pieces[after].kind == "string" or any(
            name in named for one in values for name, _ in one
        ):
            return True
    # A condition may begin without a lead, and may as well be what goes on here.
    begins = [one for one in lexer.readings(after) if not _is_a_condition(one)]
    meant = _symbols(lexer, saying)
    fits = [one[0] for one in begins if parser.accepts(*meant, *_symbols(lexer, one))]
    if not fits and _cuts_a_name(lexer, at, saying[0]):
        return True
    return any(one[1] in _GOES_ON and one[0] > max(fits, default=0) for one in begins)


def _is_a_condition(one: Reading) -> bool:
    """Tell whether a reading begins a condition that has no lead: level = hard."""
    _, symbol, value = one
    return (
        symbol == "SAYING"
        and isinstance(value, tuple)
        and [s for s, _ in value] == ["FILTER", "DIM"]
    )


def _cuts_a_name(lexer: Lexer, at: int, length: int) -> bool:
    """Tell whether a saying ends within a name: the "biggest win" of "biggest win rate"."""
    end = at + length
    return any(
        symbol in ("METRIC", "DIM") and inner + taken > end
        for inner in range(at + 1, end)
        for taken, symbol, _ in lexer.readings(inner)
    )


def _cuts_a_split(lexer: Lexer, at: int, one: Reading, found: list[Reading]) -> bool:
    """Tell whether a figure's name is but the beginning of a split's: max *pot* total."""
    length = max((size for size, symbol, _ in found if symbol == "DIM"), default=0)
    rest = lexer.pieces[at + one[0] : at + length]
    return one[1] == "METRIC" and any(piece.text.casefold() not in NOISE for piece in rest)


def _is_said(lexer: Lexer, at: int, symbol: str) -> bool:
    return at < len(lexer.pieces) and any(one[1] == symbol for one in lexer.readings(at))


def _figure_of_sides(lexer: Lexer, at: int, chosen: Reading) -> Reading | None:
    """Return the figure that a number is where the sides are none: compare *game time* easy vs hard."""
    length, _, names = chosen
    if any(lexer.names.dimensions[one].kind != "number" for one in names):
        return None
    behind = at + length
    if behind >= len(lexer.pieces) or lexer.pieces[behind].kind == "number":
        return None
    figures = [one for one in lexer.readings(at) if one[1] == "METRIC" and one[0] >= length]
    goes_on = lexer.readings(behind) + lexer.stored(behind)
    is_figure = any(symbol in ("VALUE", "PER_UNIT") for _, symbol, _ in goes_on)
    return figures[0] if figures and is_figure else None


def _is_metric(lexer: Lexer, at: int) -> bool:
    return at < len(lexer.pieces) and any(one[1] == "METRIC" for one in lexer.readings(at))


def _leads_on(lexer: Lexer, parser: Parser, after: int, symbols: tuple[str, ...]) -> int:
    """Return how many pieces from *after* on fit behind *symbols*, one more where that is the end.

    Words of no meaning are passed over. Looks only a little ahead.
    """
    while after < len(lexer.pieces) and len(symbols) < LOOK_AHEAD:
        fits = {
            (reading[0], more)
            for reading in lexer.readings(after)
            if parser.accepts(*symbols, *(more := _symbols(lexer, reading)))
        }
        is_name = symbols[-1:] == ("DIM",) and _begins_a_part(lexer, after)
        if parser.accepts(*symbols, "WORD") and not is_name:
            fits.add((1, ("WORD",)))
        is_noise = lexer.pieces[after].text.casefold() in NOISE
        if fits:
            with_it = max(
                length + _leads_on(lexer, parser, after + length, (*symbols, *more))
                for length, more in fits
            )
            # games *that* ended because the stock ran out
            return max(with_it, _leads_on(lexer, parser, after + 1, symbols) if is_noise else 0)
        if not is_noise:
            return 0
        after += 1
    return int(after < len(lexer.pieces) or parser.accepts(*symbols, END))


def _may_be_value(lexer: Lexer, parser: Parser, at: int, chosen: Reading) -> bool:
    """Tell whether the words chosen may be, or begin, a value of the store instead."""
    is_last = at + chosen[0] >= len(lexer.pieces) and not lexer.is_whole
    return (
        chosen[1] in ("VALUE", "NUMBER", "DIM", "PERIOD")
        or parser.accepts("WORD")
        or (not is_last and not _leads_on(lexer, parser, at + chosen[0], _symbols(lexer, chosen)))
    )


def _counts_cases(lexer: Lexer, tokens: list[Token]) -> bool:
    """Tell whether the last measure is a share of all games, targets or turns: of its own whole."""
    for token in reversed(tokens):
        if token.symbol == "AGG":
            return bool(token.value[0] == "share") and tokens[-1].symbol in ("METRIC", "PER_UNIT")
        if token.symbol == "METRIC":
            metric = lexer.names.metrics.get(token.value[0])  # None: an alias
            if metric is None or metric.whole != metric.name:
                return False
    return False


def _fits_without(lexer: Lexer, parser: Parser, at: int, chosen: Reading) -> bool:
    """Tell whether more of what comes next fits without *chosen* than with it.

    A preposition stays where anything at all fits behind it: turns in lost games.
    """
    after = at + chosen[0]
    while after < len(lexer.pieces) and lexer.pieces[after].text in _CLOSING:
        after += 1
    rest = [piece.text.casefold() for piece in lexer.pieces[after:]]
    if chosen[1] == "COMMA" and rest and all(word in NOISE for word in rest):
        return parser.accepts(END)  # by level, please
    if after >= len(lexer.pieces):
        breaks_off = lexer.pieces[at].text.casefold() in _BREAKS_OFF
        is_little = chosen[1] in _JOINING or chosen[1] == "METRIC"
        return is_little and lexer.is_whole and parser.accepts(END) and not breaks_off
    if chosen[1] == "FILTER" and lexer.pieces[after].text == ",":
        return parser.accepts(END)  # of humans *only*, by level
    if chosen[1] not in _JOINING:
        if chosen[1] == "METRIC" and not parser.goes_on("METRIC"):
            return True  # how many choices do *players* have
        if chosen[1] == "METRIC":  # how often do *players* follow
            while after < len(lexer.pieces) and not lexer.readings(after):
                after += 1
            return _is_metric(lexer, after)
        with_it = _leads_on(lexer, parser, after, _symbols(lexer, chosen))
        without = _leads_on(lexer, parser, after, ())
        if chosen[1] in ("COMPARE", "ABOUT") or lexer.pieces[at].text.casefold() in NOISE:
            return without > with_it
        return not with_it and without > 0
    while lexer.pieces[after].text.casefold() in NOISE and after + 1 < len(lexer.pieces):
        if lexer.readings(after):
            break
        after += 1  # level with *the* most losses
    nexts = lexer.readings(after) + lexer.stored(after)
    meant = [(one[0], _symbols(lexer, one)) for one in nexts]
    with_it = max((size for size, one in meant if parser.accepts(chosen[1], *one)), default=0)
    without = max((size for size, one in meant if parser.accepts(*one)), default=0)
    return without > with_it and (chosen[1] != "FILTER" or not with_it)
