"""What people say of Top Spot: tricks, who leads, stacks, jokers, ties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from .ways import Saying, both_ways

TABLE: Final[Mapping[str, str]] = {
    "which starter has the highest rounds": "who leads most, who leads most often,"
    " who starts most, who starts most often, who begins most often",
    "rounds won per game where finishing place = 1": "how many tricks winner take,"
    " how many tricks winner takes, how many tricks winner win, how many rounds winner win,"
    " how many tricks winner wins, how many rounds winner wins, tricks of winner,"
    " rounds of winner, rounds won by winner, tricks won by winner, tricks taken by winner",
    "jokers played where cards in the stack = 1": "jokers played as single cards,"
    " jokers as single cards, jokers played as single card, jokers played singly,"
    " jokers played on their own, jokers on their own, how many jokers played as single cards,"
    " how many jokers played alone, how many jokers played on their own, single jokers,"
    " jokers alone, jokers played alone, lone jokers",
    "winning value": "spots in winning plays, spots in winning play, spots of winning plays,"
    " spots in winning stacks, spots in winning stack, how many spots winning play show,"
    " how many spots winning play, spots of winning play, spots winning play,"
    " value of winning play, value of winning plays, winning play value,"
    " how many spots winner show, how many spots to win round, spots needed to win,"
    " spots needed to win round, how many spots needed to win round, how many spots win trick,"
    " winning stack value, winning stack values, value of winner's stack",
    "max stack value": "highest value play, highest play, biggest play, most valuable play,"
    " highest scoring play, highest stack, highest combo, best combo, best combination,"
    " highest combination, highest value stack",
    "tie-break rate": "how often rounds end in tie, how often round end in tie,"
    " how often trick end in tie, how often tricks end in tie, how often rounds tied,"
    " how often round tied, how often tie break, how often tiebreakers, how often need tiebreaker,"
    " how often need tie break, chance of tie, how often tie breaks, how often tiebreaks,"
    " how often tie breaker, how often go to tiebreaker, how often go into tie break,"
    " how often tie break needed, how often tiebreaker needed, how often ties,"
    " how often ties happen, how often tied, how often tie",
    "tied rounds": "rounds end in tie, rounds ending in tie, rounds ended in tie,"
    " tricks ending in tie, how many rounds end in tie, how many rounds tied",
    "leader win rate": "leader of round win it, leader of round win it more often,"
    " win rate of whoever leads, win rate of whoever leads round, leading player win percentage,"
    " leading player win rate, win rate of round leader, win rate of trick leader,"
    " win rate of leader of round, round leader win rate, win rate of player who starts round,"
    " win rate of player who leads round, win rate of one who leads, win rate when leading,"
    " win chance of leader, winning chance of leader, share of rounds won by leader,"
    " share of rounds won by player who led, share of tricks won by leader,"
    " percentage of rounds won by leader, % of rounds won by leader, first player win round,"
    " first player wins round, how often first player win round,"
    " how often first player wins round, how often first player of round win,"
    " first player win round more often, first player wins round more often,"
    " first player win trick, first player wins trick, how often first player win trick,"
    " how often first player wins trick, player who plays first win round,"
    " how often player who plays first win round, how often player who starts round win,"
    " how often starter win round, how often starter wins round,"
    " how often round winner win next round, how often winner win next round,"
    " how often round winner win next round too, how often winner of round win next,"
    " how often winner of round win next one, how often winner wins next round,"
    " how often trick winner win next trick, how often winner of round win next round,"
    " how often round winner win again, starting player win round,"
    " starting player win round more often, starter win round, starter win round more often,"
    " starting player win rounds, how often player who leads win round,"
    " how often player who leads wins round, how often player who leads win,"
    " player who leads win round, leading help, leading matter, leading worth,"
    " leader win more often, how often leader win, how often leader wins,"
    " how often leader win trick, how often leader wins trick, how often leader win round,"
    " leader win trick, leader wins trick, leader advantage, advantage of leader,"
    " advantage of leading, lead advantage, advantage of leading trick,"
    " advantage of leading round, advantage of choosing colour, win rate of leader,"
    " leader's win rate, win rate of player who leads, winning rate of leader,"
    " win rate of lead player",
    "points won per round where round outcome = won": "points per round won, points per won round,"
    " points per trick won, points per won trick",
    "number of rounds won by how it was won": "how rounds won, how tricks won,"
    " ways of winning round, ways to win round, how rounds end",
    "leftover cards": "how many cards winner still hold, how many cards winner hold,"
    " how many cards winner still holds, how many cards winner left,"
    " how many cards last player hold, how many cards last player still hold,"
    " how many cards last player left, how many cards sole player left, cards winner still holds,"
    " cards winner holds, cards of last player, cards last player holds,"
    " how many cards left in hand at end, cards left in hand at end, how many cards left in hand,"
    " cards left in hands at end, how many cards left in hands",
    "share of turns in which joker on top = yes and cards in the stack = 1": "how often lone joker, how often lone joker played, how often single joker played",
    "winning stack size": "cards per winning play, cards per winning combo,"
    " cards per winning combination, cards per winning stack, cards in winning play,"
    " cards in winning plays, cards in winning combo, size of winning play, size of winning plays,"
    " size of winning combo, winning play size, winning combo size, cards of winning play,"
    " how many cards in winning play, how many cards winning play,"
    " number of cards per winning play, number of cards in winning play, how many cards win round,"
    " how many cards win trick, how many cards to win round, how many cards needed to win round,"
    " cards needed to win round, cards it takes to win round, stack size when winning,"
    " average stack size when winning, average winning stack, size of winning stacks,"
    " cards in winning stack, number of cards in winning stack,"
    " average number of cards in winning stack, cards in winning stacks, cards of winning stack",
    "winning value by winning cards": "value of winning stack by number of cards,"
    " value of winning stack by size",
    "which player has the highest stack size": "who plays biggest stacks,"
    " which player plays biggest stacks, who plays largest stacks,"
    " which player plays largest stacks, who plays most cards at once,"
    " which player plays most cards at once, who stacks most, which player stacks most",
    "which colour led has the highest tricks": "favorite lead color, favourite lead colour,"
    " favorite color, favourite colour, most led colour, most led color, which colour led most,"
    " which color led most, favorite lead colour, colour led most often, color led most often,"
    " colour led most, color led most, most common colour led, most common lead colour,"
    " most common lead color",
    "share of jokers played in which cards in the stack > 1": "how often jokers played on top of stack, how often jokers on top of stack,"
    " how often joker played on top of stack, jokers on stacks",
    "which player has the highest rounds won": "who wins most tricks,"
    " which player wins most tricks, who wins most rounds, which player wins most rounds,"
    " who won most tricks, which player won most tricks, who won most rounds,"
    " which player won most rounds",
    "share of off-colour plays": "how often can't follow colour, how often can't follow color,"
    " how often can't player follow colour, how often can't player follow color,"
    " how often can't players follow colour, how often player can't follow colour,"
    " how often players can't follow colour, how often can't follow, how often not follow colour,"
    " how often players not follow, how often players not follow colour,"
    " how often player not follow, how often not follow, how often cannot follow,"
    " how often players cannot follow, how often players cannot follow colour,"
    " how often player not follow colour, how often players don't follow,"
    " how often players don't follow colour, how often off colour, how often colour not followed,"
    " how often color not followed, how often led colour not followed",
    "jokers played by cards in the stack": "jokers alone or combined, jokers alone or in stack,"
    " jokers alone or stacked, jokers : alone or combined, jokers : alone or stacked,"
    " joker alone or combined, jokers alone vs combined",
    "number of jokers played by cards in the stack": "% jokers played alone,"
    " % of jokers played alone, share of jokers played alone, percentage of jokers played alone",
    "leader wins": "rounds won by first player, tricks won by first player, rounds won by starter,"
    " rounds won by starting player, tricks won by starter, tricks won by starting player,"
    " tricks won by leader, rounds won by leader, rounds won by leader of colour,"
    " rounds won by leader of color, tricks won by leader of colour,"
    " tricks won by leader of color, rounds won by player who led, tricks won by player who led,"
    " rounds won by one who led",
    "where joker on top = yes and cards in the stack = 1": "with lone joker, with single joker,"
    " with joker alone",
    "mean cards laid per trick": "how many cards per trick, cards per trick, cards a trick",
    "leftover cards by player": "cards left per player, cards left per player at end,"
    " cards left in hand per player, cards left in hands per player, cards left over per player",
    "mean leftover cards": "cards left when someone goes out, cards left when somebody goes out,"
    " cards left when player goes out, cards left when one goes out,"
    " cards held when someone goes out",
    "turns per round": "how long one round, how long one round take, how long one round last",
    "follow rate": "how often follow colour, how often players follow colour,"
    " how often follow color, how often players follow color, how often colour followed,"
    " how often players colour followed, how often color followed,"
    " how often players color followed",
    "share of turns in which cards in the stack = 1": "share of single card plays,"
    " how often single card played, how often players single card played,"
    " how often single cards played, how often players single cards played,"
    " percentage of single card plays, how often play single card,"
    " how often players play single card, how often play single cards,"
    " how often players play single cards, single card rate",
    "redeals per game": "redeal rate, redeal frequency, how often redeal,"
    " how often players redeal, how often redealt, how often players redealt",
    "jokers played": "joker use, joker uses, use of jokers, use of joker, jokers in use",
    "tie-breaks": "tiebreaker rounds, tie breaker rounds, tie break rounds, tiebreak rounds,"
    " rounds with tiebreaker, rounds with tie break, rounds that went to tiebreaker,"
    " rounds decided by tie break, rounds decided by tiebreaker, rounds decided in tie break,"
    " tricks decided by tie break",
    "share of turns in which cards in the stack > 1": "how often play more than one card,"
    " how often players play more than one card, how often more than one card played,"
    " how often players more than one card played, how often several cards played,"
    " how often players several cards played, how often play several cards,"
    " how often players play several cards, how often play combo, how often players play combo,"
    " how often play combos, how often players play combos, how often play stack,"
    " how often players play stack, how often play stacks, how often players play stacks,"
    " how often combos played, how often players combos played, how often stacks played,"
    " how often players stacks played",
    "points won per round where finishing place = 1": "points per round for winner,"
    " points per round of winner, points per round by winner, points winner makes per round,"
    " winner's points per round, points of winner per round, points of winners per round",
    'share of games in which cause = "last-card-win"': "how often game ends with winning last card,"
    " how often players game ends with winning last card,"
    " how often game end with winning last card,"
    " how often players game end with winning last card, how often game ends with last card win,"
    " how often players game ends with last card win, how often games end with last card win,"
    " how often players games end with last card win, how often last card wins,"
    " how often players last card wins, how often end by last card,"
    " how often players end by last card, how often game ends because last card wins,"
    " how often players game ends because last card wins, how often game won with last card,"
    " how often players game won with last card",
    "max winning value": "highest winning play, best winning play, biggest winning play,"
    " highest winning stack, biggest winning stack",
    "min winning value": "lowest winning play, smallest winning play, lowest winning stack",
    'seat wins where cause = "last-card-win"': "last card wins, wins by last card,"
    " wins with the last card, wins on last card",
    "share of jokers played in which cards in the stack = 1": "how often joker on its own,"
    " how often joker played on its own, how often joker played as single card,"
    " how often jokers played on their own, how often jokers played as single cards,"
    " how often joker played alone, how often jokers played alone, how often joker alone,"
    " how often jokers alone, how often joker played by itself, how often joker played solo,"
    " how often jokers played by themselves, how often joker only card, share of jokers alone,"
    " how often joker played without other cards, how often joker played without cards under it",
    "lone joker wins": "wins with single joker, wins with lone joker, wins with joker alone,"
    " wins with only joker, wins by lone joker, wins by single joker,"
    " rounds won with single joker, rounds won with lone joker, rounds won with joker alone,"
    " rounds won by single joker, rounds won by joker alone, rounds won with just joker,"
    " rounds won with only joker, tricks won with single joker, tricks won with lone joker,"
    " tricks won by lone joker, tricks won by single joker, tricks won with joker alone,"
    " lone joker win, single joker win, lone joker wins round, single joker wins round,"
    " how many rounds lone joker win, how many rounds single joker win",
    "share of lone joker wins": "how often lone joker win, how often lone joker wins,"
    " how often single joker win, how often single joker wins, how often joker alone win,"
    " how often lone joker win round, how often lone joker wins round,"
    " how often single joker win round, how often single joker wins round,"
    " how often joker win alone, how often joker win on its own",
    "double tie-breaks": "rounds with two tiebreakers, rounds with two tie breaks,"
    " rounds with second tiebreaker, rounds with more than one tiebreaker,"
    " rounds with several tiebreakers, tiebreakers that tied again, tiebreaker tied again,"
    " tiebreakers tied again, tie breaks tied again, tie after tie, rounds tied twice,"
    " rounds that tied twice, rounds tied again, two tiebreakers in row,"
    " tiebreakers that end in tie, tiebreakers ending in tie, tie breaks that end in tie,"
    " double tie, double tie break, double tiebreaker, double tiebreak, double tiebreaks,"
    " tiebreakers that need another one, tiebreakers that needed another tiebreaker,"
    " second tiebreakers",
    "share of double tie-breaks": "how often double tie, how often double tie break,"
    " how often double tiebreaker, how often double tiebreakers, how often tiebreaker tied again,"
    " how often tiebreaker tie again, how often tiebreaker end in tie,"
    " how often tie break end in tie, how often second tiebreaker, how often tiebreaker tied,"
    " how often tie break tied",
    "scoreless rounds": "rounds where nobody scores, rounds nobody scores,"
    " rounds where nobody scored, rounds nobody scored, rounds that nobody scored,"
    " rounds where nobody wins, rounds nobody wins, rounds where nobody won, rounds nobody won,"
    " rounds that nobody won, rounds that nobody wins, rounds won by nobody, rounds no one won,"
    " rounds no one wins, rounds no one scores, rounds where no one wins,"
    " rounds where no one scores, rounds noone wins, rounds noone won, rounds without points,"
    " rounds with no points, rounds with no point, rounds with no winner, rounds without winner,"
    " rounds where nobody gets point, rounds nobody gets point, rounds where nobody gets points,"
    " rounds where no point scored, rounds with zero points, tricks nobody won,"
    " tricks nobody wins, tricks that nobody won, tricks won by nobody, tricks without winner,"
    " tricks with no winner, tricks where nobody wins, tricks where nobody scores,"
    " tricks nobody scores, rounds nobody get point",
    "share of scoreless rounds": "how often nobody win round, how often nobody wins round,"
    " how often nobody score in round, how often nobody scores in round,"
    " how often nobody scores round, how often nobody win trick, how often nobody wins trick,"
    " how often nobody scores, how often nobody score, how often round nobody wins,"
    " how often round won by nobody, how often rounds won by nobody, how often no one win round,"
    " how often no one wins round",
    "bonus points": "points from leftover cards, points from unplayed cards,"
    " points for unplayed cards, points for remaining cards, points from remaining cards,"
    " points from cards left over, points from cards left in hand, points for cards left in hand,"
    " bonus points from leftover cards, bonus points for leftover cards,"
    " bonus points for unplayed cards, bonus points from unplayed cards,"
    " bonus points for remaining cards, bonus points for cards left, bonus for leftover cards,"
    " bonus for unplayed cards, bonus for remaining cards, extra points,"
    " extra points for leftover cards, extra points from leftover cards,"
    " extra points for unplayed cards, points scored for unplayed cards,"
    " points scored for leftover cards, points scored from leftover cards,"
    " points gained from leftover cards, leftover card points, leftover card bonus,"
    " unplayed card bonus",
    "players out of cards": "players who run out of cards, players running out of cards,"
    " players who ran out, players who run out, players who run out before end, players out,"
    " players that ran out of cards, players out of cards at end, players out of cards before end,"
    " players out of cards before game end, players out of cards before game ends,"
    " players with no cards left, players with no cards, players without cards at end,"
    " how many players run out of cards, how many players ran out of cards,"
    " how many players out of cards, how many players without cards,"
    " how many players run out of cards before game ends,"
    " how many players run out of cards before end, how many run out of cards,"
    " players with empty hand, players with empty hands",
    "jokers unplayed": "jokers unplayed at end, jokers not played, jokers not played at end,"
    " jokers left at end, jokers left at end of game, jokers in hand at end,"
    " jokers left in hand at end, jokers left unplayed, jokers never played,"
    " unplayed jokers at end, jokers still in hand at end, jokers kept until end,"
    " jokers held at end, jokers held until end, jokers wasted, wasted jokers,"
    " how many jokers not played, how many jokers left, how many jokers left at end,"
    " how many jokers left in hand, how many jokers unplayed, how many jokers stay in hand,"
    " how many jokers remain unplayed",
    'where cause = "alone-with-cards" and game = "top-spot"': "when others run out, when others run out of cards,"
    " when others ran out, when others out of cards, when everyone else out of cards,"
    " when everyone else out, when all others out of cards, when all others out,"
    " when rest out of cards, when others no cards left, when others no cards,"
    " when only one player left with cards, when only one left with cards,"
    " if others run out of cards, after others run out, after others run out of cards,"
    " once others run out, once others out of cards",
    "total game time by match name": "match length, match duration, length of match,"
    " duration of match, length of matches, match length minutes, match length in minutes,"
    " match duration in minutes, match time, total match time",
    "where dealer = yes": "when dealing, as dealer, of dealer, for dealer, when dealer, as the dealer",
    "seat win rate where dealer = yes": "dealer win rate, dealer's win rate, win rate of dealer,"
    " win rate for dealer, how often dealer win, how often dealer wins, win rate when dealing,"
    " dealer winning rate, how often dealer win game, how often dealer wins game",
    "seat win rate by dealer": "dealer win more often, dealer wins more often, dealer win more,"
    " dealer vs others, dealer vs other players,"
    " dealing advantage, advantage of dealing, dealer, dealer better off",
    'number of games by cause where game = "top-spot"': "how top spot games end,"
    " how top spot game end, how game of top spot end, how games of top spot end",
    "score range": "gap between highest and lowest score, how far apart scores,"
    " difference between highest and lowest score, gap between first and last place,"
    " difference between first and last place, difference between first and last,"
    " gap between best and worst score, difference between best and worst score,"
    " gap between winner and last, difference between winner and last place",
    "jokers played by player where cards in the stack = 1": "who plays jokers alone,"
    " who plays lone jokers, who plays single jokers, who plays most jokers alone",
}


def said() -> Iterator[Saying]:
    yield from _single_cards()
    yield from _stacks()
    yield from _combined()
    yield from _ties()
    yield from _cards()


def _single_cards() -> Iterator[Saying]:
    for one in ("round", "trick"):
        for said in ("by single card", "with single card", "by one card", "with one card"):
            single = (("DIM", ["winning cards"]), ("CMP", "="), ("NUMBER", 1))
            won = (("METRIC", [f"{one}s"]), ("SUCH", "in which"), *single)
            yield f"{one}s won {said}", won


def _stacks() -> Iterator[Saying]:
    for stacks in ("combos of", "combinations of", "stacks of", "combos with", "stacks with"):
        for lead in ("", "how many ", "number of "):
            counted = (("AGG", ("total", None)), ("METRIC", ["stacks played"]))
            yield f"{lead}{stacks}", (*counted, ("FILTER", "where"))


def _combined() -> Iterator[Saying]:
    for said in (
        "cards per play combined",
        "cards combined per play",
        "cards combined",
        "cards stacked",
    ):
        yield said, (("METRIC", ["stack size"]),)


@both_ways
def _ties() -> Iterator[Saying]:
    for share in ("share of", "percentage of", "percent of", "proportion of", "% of"):
        for rounds in ("rounds", "tricks"):
            for tied in ("end in tie", "that end in tie", "ending in tie", "that tied", "with tie"):
                yield f"{share} {rounds} {tied}", "tie-break rate"


@both_ways
def _cards() -> Iterator[Saying]:
    joker = (("SUCH", "in which"), ("DIM", ["rank"]), ("CMP", "="), ("STRING", "joker"))
    for kind in ("turns", "plays", "moves"):
        for frame in ("{} with joker", "{} with jokers", "{} that jokers", "{} using joker"):
            yield frame.format(kind), (("METRIC", [kind]), *joker)
            yield frame.format(kind).replace("with ", "with a "), (("METRIC", [kind]), *joker)
    for colour in ("red", "yellow", "green", "blue", "purple"):
        led = (("SUCH", "in which"), ("DIM", ["colour led"]), ("CMP", "="), ("STRING", colour))
        share = (("AGG", ("share", None)), ("METRIC", ["tricks"]), *led)
        for said in ("led", "lead", "is led", "gets led", "colour led", "colour"):
            yield f"how often {colour} {said}", share
        for rounds in ("rounds", "tricks"):
            yield f"{rounds} led with {colour}", (("METRIC", ["tricks"]), *led)
            yield f"{rounds} led in {colour}", (("METRIC", ["tricks"]), *led)
            yield f"{rounds} in which {colour} led", (("METRIC", ["tricks"]), *led)
        chosen = (("FILTER", "where"), *led[1:])
        for lead in ("when", "if", "with", "for", "in"):
            for said in ("led", "is led", "lead"):
                yield f"{lead} {colour} {said}", chosen
    for size in range(2, 7):
        stacks = (("METRIC", ["stack value"]), ("FILTER", "where"), ("DIM", ["cards in the stack"]))
        for lead in ("value of", "average value of", "spots of", "points of"):
            for kind in ("card stacks", "card stack", "card combos", "card combo", "card plays"):
                yield f"{lead} {size} {kind}", (*stacks, ("CMP", "="), ("NUMBER", size))
