"""What can be told instead of what no log tells: by words of a phrase, the nearest questions."""

from __future__ import annotations

from typing import Final

_WITH_JOKER: Final = "number of rounds won where jokers in the round > 0"

_ENDS: Final = 'number of games by cause where game = "top-spot"'
_BUSTING: Final = ("number of busts by rank", "number of busts by set up by")
"""A bust is its last card's, and who had played on the pot before it is noted."""
_IN_A_ROW: Final = ("win rate by nth game", "win rate by session", "{} by session")
_FACTORS: Final = ("{} by level", "{} by player count", "{} by rules version")

NEAREST: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("time combo", ("mean turn time by cards in the stack", "mean turn time")),
    ("slow combo", ("mean turn time by cards in the stack", "mean turn time")),
    ("slow stack", ("mean turn time by cards in the stack", "mean turn time")),
    (
        "common combo",
        (
            "number of stacks played by cards in the stack",
            "number of stacks played by card where cards in the stack > 1",
        ),
    ),
    ("round win row", ("leader win rate", "number of rounds won by player")),
    ("consecutive round", ("leader win rate", "number of rounds won by player")),
    ("run round win", ("leader win rate", "number of rounds won by player")),
    ("streak round", ("leader win rate", "number of rounds won by player")),
    ("streak trick", ("leader win rate", "number of rounds won by player")),
    ("lose leftover card", ("mean bonus points per game", _ENDS)),
    ("lost leftover card", ("mean bonus points per game", _ENDS)),
    ("joker until late", ("number of jokers played by round", "mean jokers unplayed per game")),
    ("keep joker", ("number of jokers played by round", "mean jokers unplayed per game")),
    ("hold joker", ("number of jokers played by round", "mean jokers unplayed per game")),
    ("save joker", ("number of jokers played by round", "mean jokers unplayed per game")),
    ("score spread basic", ('mean score range where game = "top-spot"', "mean winning margin")),
    ("played since", ("number of games by player, month", "number of games by player")),
    ("second session", ("mean game time by session", "mean game time by nth game")),
    ("before version", ("{} vs previous rules version", "{} by rules version")),
    ("after version", ("{} vs previous rules version", "{} by rules version")),
    ("before rule", ("{} vs previous rules version", "{} by rules version")),
    ("after rule", ("{} vs previous rules version", "{} by rules version")),
    ("time claim", ("mean time spent per equation", "mean cards per equation")),
    ("harder target", ("mean turns per target by target value", "hit rate by target value")),
    ("easier target", ("mean turns per target by target value", "hit rate by target value")),
    ("open hidden card", ("number of plays by card lay open", "open play rate")),
    ("open finished pot", ("set-up rate", "mean cards opened per game")),
    ("pot next move", ("pass-on rate", "number of pots passed on", "set-up rate")),
    ("pot next turn", ("pass-on rate", "number of pots passed on", "set-up rate")),
    ("happens after pot", ("pass-on rate", "set-up rate", "pot score rate")),
    ("hit rate signal", ("hit rate by target signals", "mean signals per target")),
    ("shown hit", ("shown hit rate", "number of shown hits", "number of missed shown hits")),
    ("signal hit", ("shown hit rate", "mean turns shown", "number of missed shown hits")),
    ("pass before hit", ("mean passes per target", "pass rate by target outcome")),
    ("pass row", ("pass rate", "mean passes per target")),
    ("pass twice", ("pass rate", "mean passes per target")),
    ("card combo rate", ("number of rounds won by winning cards", "mean winning stack size")),
    ("card solved often", ("solve rate by row length", "mean cards per equation")),
    ("joker win round", (_WITH_JOKER, "number of jokers played by player")),
    ("joker won round", (_WITH_JOKER, "number of jokers played by player")),
    ("joker win trick", (_WITH_JOKER, "number of jokers played by player")),
    ("joker win top spot", (_WITH_JOKER, "number of jokers played by player")),
    ("tiebreaker won", ("number of rounds won by how it was won", "tie-break rate")),
    ("point first last", ("mean winning margin", "mean seat score by finishing place")),
    ("score first last", ("mean winning margin", "mean seat score by finishing place")),
    (
        "end leader card",
        ("mean leftover cards", 'number of games by cause where game = "top-spot"'),
    ),
    (
        "end holding card",
        ("mean leftover cards", 'number of games by cause where game = "top-spot"'),
    ),
    *(
        (f"equation {word}", ("number of powers used", "number of equations solved", "solve rate"))
        for word in ("multiplication", "addition", "subtraction", "division", "operation")
    ),
    ("streak win", ("win rate by nth game", "win rate by session")),
    ("streak", ("{} by nth game", "{} by session")),
    ("yesterday", ("win rate by day", "win rate vs previous day", "win rate vs previous week")),
    ("played first session", ("number of games by game", "number of games by game, session")),
    ("tried games", ("number of games by player, game", "number of games by player")),
    ("tester plays", ("number of games by player", "mean plays per game by player")),
    ("pair player", ("win rate by line-up", "win rate by player")),
    ("partner", ("win rate by line-up", "win rate by player")),
    ("point leftover", ("mean leftover cards", "mean seat score")),
    ("bonus leftover", ("mean leftover cards", "mean seat score")),
    ("small target", ("mean turns per target by target value", "hit rate by target value")),
    ("big target", ("mean turns per target by target value", "hit rate by target value")),
    ("round won card", ("points per card", "mean cards spent per round")),
    ("big stack win", ("number of rounds won by winning cards", "mean winning stack size")),
    ("pass before pot", ("mean passes per game", "mean pot turns")),
    ("out lives", ('number of losses by cause where game = "pot-luck"', "mean lives left")),
    ("solo", ("number of games by player count",)),
    ("face card", ()),
    ("win after bust", ("win rate by game busts",)),
    (
        "lost first bust",
        ('number of losses by cause where game = "pot-luck"', "loss rate by game busts"),
    ),
    ("sd mean length", ("distribution of turns per game", "p95 turns per game")),
    ("several game session", ("win rate by nth game", "win rate by session")),
    ("unsolved target", ("solve rate", "missed equation rate")),
    (
        "card value operation",
        ("number of plays by rank, operation", "number of plays by operation"),
    ),
    ("stack size win", ("number of rounds won by winning cards", "mean winning stack size")),
    ("last card pot", ("number of pots scored by rank", "number of pots scored by card")),
    ("joker turn number", ("mean jokers used per game", "number of jokers used by turn")),
    ("first game last", ("{} by nth game in bins of 10", "{} by month")),
    ("win show card", ("hit rate by target signals", "win rate by signals allowed")),
    ("win signal given", ("hit rate by target signals", "win rate by signals allowed")),
    (
        "first card",
        ("number of plays by rank where turn = 1", "number of plays by card where turn = 1"),
    ),
    ("variance", ("{sd}", "{}")),
    ("variation", ("{sd}", "{}")),
    ("rolling", ("{} by week", "{} by month")),
    ("moving average", ("{} by week", "{} by month")),
    ("prime", ("{} by target value", "{}")),
    ("all lives", ("mean lives left where outcome = won", "distribution of lives left")),
    ("reach card", ("number of pots scored by pot cards", "mean cards per pot")),
    *(
        (f"share {operation} hit", ("number of hits by hit operation",))
        for operation in ("addition", "subtraction", "multiplication", "division")
    ),
    ("point unplayed", ("mean leftover cards", "mean seat score")),
    ("longest row", ("max cards per equation", "distribution of cards per equation")),
    ("game draw", ("distribution of winning margin",)),
    ("pot too much", ('win rate by goal where game = "pot-luck"', "win rate by goal, level")),
    ("pot too many", ('win rate by goal where game = "pot-luck"', "win rate by goal, level")),
    ("target too many", ('win rate by goal where game = "spot-on"', "win rate by goal, level")),
    ("target too much", ('win rate by goal where game = "spot-on"', "win rate by goal, level")),
    (
        "worst pot wast",
        (
            "mean bust waste per pot by game id, pot number top 3",
            "mean waste by game id top 3",
        ),
    ),
    ("beat often", ("seat win rate by player", "win rate by player")),
    ("think time pass", ("mean turn time by move type", "mean turn time by player")),
    ("simple bot human", ("win rate compare played by humans vs bots including bots",)),
    ("card used target", ("mean plays per target", "mean cards turned up per target")),
    ("should play", ("win rate by player count", "mean stars by player count")),
    ("recommend", ("win rate by player count", "win rate by open cards")),
    ("lot pass", ("win rate by game passes", "pass rate by outcome")),
    ("signal more win", ("win rate by game signals", "mean signals per game by outcome")),
    ("after experience", ("{} by experience", "{} by nth game")),
    ("joker win", (_WITH_JOKER, "win rate by jokers")),
    ("factor", ("win rate by level", "win rate by player count", "win rate by nth game")),
    ("last player", ("mean seat score by seat", "seat win rate by seat")),
    *(
        (f"{said} rating", ("share of ratings in which stars >= 4", "distribution of stars"))
        for said in ("positive", "good", "negative", "bad")
    ),
    *(
        (f"{which} {said}", ("number of remarks by remark", "mean stars by game"))
        for which in ("worst", "best", "good", "bad", "positive", "negative")
        for said in ("comment", "remark")
    ),
    ("good at", ("win rate by game", "mean stars by game")),
    ("strength", ("win rate by game", "win rate by level")),
    ("budget left", ("waste share", "mean waste per game")),
    ("log incomplete", ("number of games by knowledge", "number of rejected logs")),
    ("log missing", ("number of games by knowledge", "number of rejected logs")),
    ("else", ("{} by player", "{} by player, level")),
    ("compared rest", ("{} by player", "{} by player, level")),
    ("compared others", ("{} by player", "{} by player, level")),
    ("more games need", ("win rate by level", "number of games by level")),
    ("open card play", ("open play rate", "mean cards opened per game")),
    # -- what came before, what came in a row, and what hangs on what
    ("pass could hit", ("missed hit rate", "number of missed hits")),
    ("rest", ("{} by player",)),
    ("other player", ("{} by player",)),
    ("compare average", ("{} by player",)),
    ("above average", ("{} by player",)),
    ("below average", ("{} by player",)),
    ("than average", ("{} by player",)),
    ("level suit", ("win rate by level", "win rate by level, player")),
    ("game suit", ("win rate by game", "win rate by game, player")),
    ("never play", ("number of games by level", "number of games by game")),
    ("level without game", ("number of games by level",)),
    ("fun after", ("mean stars by outcome where rating = fun", "mean stars by outcome")),
    ("close game better rating", ("mean stars by winning margin", "mean stars by shortfall")),
    ("pass follow hit", ("pass rate by target outcome", "mean passes per target")),
    ("pass card hand", ("pass rate by turn", "pass rate by legal moves")),
    ("like least", ("mean stars by player where rating = fun", "mean stars by game")),
    ("like most", ("mean stars by player where rating = fun", "mean stars by game")),
    ("win after loss", _IN_A_ROW[:2]),
    ("win after lost", _IN_A_ROW[:2]),
    ("after a win", _IN_A_ROW[:2]),
    ("card common equation", ("number of equations by cards used", "mean cards used")),
    ("over limit", ("mean bust overshoot", "number of busts by pot total")),
    ("best team", ("win rate by line-up", "win rate by player")),
    ("digit target", ("mean turns per target by target value", "hit rate by target value")),
    ("card before bust", _BUSTING),
    ("move before bust", _BUSTING),
    ("play before bust", _BUSTING),
    ("pass before bust", ("mean passes per game by game busts", *_BUSTING)),
    ("move before hit", ("number of hits by hit operation", "mean passes per target")),
    ("card before hit", ("number of hits by hit rank", "number of hits by hit operation")),
    ("play before hit", ("number of hits by hit operation", "number of hits by hit rank")),
    ("card bust", _BUSTING),
    ("total bust", ("number of busts by pot total", "mean bust overshoot")),
    ("turn first pass", ("pass rate by turn", "number of passes by turn")),
    ("many day play", ("number of games by day", "number of sessions")),
    ("in row", _IN_A_ROW),
    ("twice", _IN_A_ROW),
    ("consecutive", _IN_A_ROW),
    ("first last target", ("{} by target number", "mean turns per target by target number")),
    (
        "last target",
        (
            "mean turns per target where target from the end = 1",
            "hit rate where target from the end = 1",
        ),
    ),
    (
        "last pot",
        ("bust rate where pot from the end = 1", "mean pot turns where pot from the end = 1"),
    ),
    ("last round", ("mean turns per round by round",)),
    ("early target", ("mean turns per target by target number", "hit rate by target number")),
    ("going last", ("seat win rate by seat", "mean seat score by seat")),
    ("fast win", ("win rate by game time", "turn time by outcome")),
    ("slow win", ("win rate by game time", "turn time by outcome")),
    ("fast help", ("win rate by game time", "turn time by outcome")),
    ("fast hurt", ("win rate by game time", "turn time by outcome")),
    ("what influence", _FACTORS),
    ("what affect", _FACTORS),
    ("what determine", _FACTORS),
    ("v", ("{} vs previous rules version", "{} by rules version")),
    ("change rule", ("win rate by rules version", "win rate vs previous rules version")),
    # -- what is asked loosely
    *(
        (f"many game {who} pass", ("number of games by game passes", "pass rate by game"))
        for who in ("everybody", "everyone", "anybody", "anyone", "somebody", "someone", "nobody")
    ),
    ("enough game", ("win rate by level", "number of games by level")),
    ("left comment", ("number of remarks by player", "number of remarks by game")),
    ("left remark", ("number of remarks by player", "number of remarks by game")),
    ("left feedback", ("number of ratings by player", "number of remarks by player")),
    ("card empty pot", ("number of plays by rank, pot cards", "number of plays by rank")),
    ("highest winning play", ("max winning value per round", "mean winning stack size")),
    ("last card win", ("number of rounds won by how it was won", "number of rounds won by player")),
    ("combo", ("number of stacks played by cards in the stack", "mean stack size")),
    ("show card help", ("hit rate by target signals", "win rate by signals allowed")),
    ("signal help", ("hit rate by target signals", "win rate by signals allowed")),
    ("signal difference", ("win rate by signals allowed", "hit rate by target signals")),
    ("signal beginner", ("win rate by experience, signals allowed", "win rate by signals allowed")),
    *(
        (f"first {number} game", ("{} by nth game", "{} by experience"))
        for number in ("two", "three", "four", "five", "six", "ten")
    ),
    *((f"{nth} game player", ("{} by nth game",)) for nth in ("1st", "2nd", "3rd", "st nd")),
    ("later game", ("{} by nth game", "{} by month")),
    ("left neighbour", ("{} by seat", "seat win rate by seat")),
    ("right neighbour", ("{} by seat", "seat win rate by seat")),
    ("left neighbor", ("{} by seat", "seat win rate by seat")),
    ("dealer", ("seat win rate by dealer", "seat win rate by seat")),
    *(
        (f"{word} pot {did}", ('win rate by goal where game = "pot-luck"', "win rate by goal"))
        for word in ("target", "goal")
        for did in ("drop", "lower", "raise", "reduce", "increase", "help")
    ),
    *(
        (f"goal {did}", ("win rate by goal", "win rate by goal, level"))
        for did in ("drop", "lower", "raise", "reduce", "increase", "help")
    ),
    ("near miss", ("number of losses by shortfall", "distribution of shortfall")),
    ("equator bust", ("number of games by cause", "wrong claim rate")),
    ("rank end pot", ("number of pots scored by rank", "number of pots scored by card")),
    ("which card end pot", ("number of pots scored by card", "number of pots scored by rank")),
    ("until bust", ("number of busts by turn", "mean cards per pot")),
    ("first bust", ("number of busts by turn", "mean busts per game")),
    ("turn start end game", ("mean turn time by game half", "mean turn time by turn")),
    ("bust rank", _BUSTING),
    ("pot goal high", ('win rate by goal where game = "pot-luck"', "win rate by goal")),
    ("joker when", ("number of jokers used by turn", "number of jokers played by player")),
    ("turn game end", ("distribution of turns per game", "number of games by game turns")),
    ("full pot bust", ("mean cards per pot by pot outcome", "number of busts by pot total")),
    ("broken because", ("number of abandoned games by cause", "abandon rate")),
    ("abandoned because", ("number of abandoned games by cause", "abandon rate")),
    ("new experienced", ("{} by experience", "{} by nth game")),
    ("beginner", ("{} by experience", "{} by nth game")),
    ("newcomer", ("{} by experience", "{} by nth game")),
    ("novice", ("{} by experience", "{} by nth game")),
    ("more game behind", ("{} by experience", "{} by nth game")),
    *(
        (f"{operation} hit", ("number of hits by hit operation", "mean turns per target"))
        for operation in ("addition", "subtraction", "multiplication", "division")
    ),
    ("complain", ("number of remarks by remark", "mean stars by rating")),
    ("between first last place", ("mean winning margin", "mean seat score by finishing place")),
    ("log reason", ("number of rule breaks by rule break", "number of rejected logs")),
    ("log why", ("number of rule breaks by rule break", "number of rejected logs")),
    ("going first", ("{} by seat", "seat win rate by seat")),
    ("go first", ("{} by seat", "seat win rate by seat")),
    ("quick solver", ("mean time spent per equation by player", "mean time spent per equation")),
    ("fast solver", ("mean time spent per equation by player", "mean time spent per equation")),
    ("trump", ("follow rate", "number of plays by colour led")),
)
"""By words that stand together in what no log tells: the nearest that can be told.

``{}`` stands for the figure that is asked for, the win rate where none is, ``{sd}`` for its spread.
"""
