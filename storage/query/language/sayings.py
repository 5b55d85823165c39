"""How people ask, and what they mean by it: groups of words that stand for others.

Keys are written without the words of `words.SKIPPED`, which may stand anywhere inside them: *how long
does a game take* is ``how long game take``. What they mean is a piece of a phrase, and the echo of the
question says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from .desk_talk import desk_talk
from .loose_talk import loose_talk
from .small_talk import separate, small_talk
from .table_talk import TABLE_TALK
from .turns_of_speech import turns_of_speech
from .words import SKIPPED, STARTING

SAYINGS: Final[Mapping[str, str]] = {
    # -- how long
    "turns per target": "how long take hit target, how long hit target, how long until target hit,"
    " how many turns until target hit, how many turns until hit, turns until first hit,"
    " number of turns until first hit, average number of turns until first hit, turns until hit,"
    " how many turns take hit target, how many turns until first hit, how fast hit target,"
    " how fast hit targets, how quickly hit target, how quickly hit targets, turns to hit target,"
    " how long until hit target, turns needed per target, turns until target hit, time to hit target,"
    " how long until first hit, how many turns per hit, how long need for target, turns to hit",
    "turns per game, game time": "how long game, how long games, how long game take,"
    " how long games take, how long game last, how long games last, how long match,"
    " how long take to play, how long take play game, how long play, how long game usually take",
    "turn time": "how long think about move, how long player think about move, how long players think"
    " about move, how long one turn, how long one move, how long move, how long one turn in seconds,"
    " how long think per move, how long think before move, how quick players, how quick, how quickly players play, how long turn, how long turns, how long turn take, how long turns take,"
    " how long think, how long players think, how long player think, how long take per turn,"
    " how long move take, how long moves take, how long players take, how fast play,"
    " how long per turn, how slow",
    "turns per pot": "how long finish pot, how long take finish pot, how long pot take,"
    " how long pots take, how many turns finish pot, how many turns until pot finished",
    "cards per equation": "cards in equator when solved, cards in row when solved, how many cards when solved,"
    " how many cards make equation, how many cards take make equation,"
    " how many cards need for equation, how many cards need make equation, how long make equation,"
    " how long take make equation, how many cards take complete equation, cards to complete equation,"
    " how many cards complete equation, how many cards until finds equation,"
    " how many cards until equation found, how many cards until find equation, cards until equation",
    # -- who and which
    "which player missed hits most": "who misses most hits, who misses hits most, who missed most"
    " hits, who overlooks most hits, who misses most, who misses targets most",
    "which player has the highest hits": "who hits most targets, who hits targets most, who hit most"
    " targets",
    "which player has the highest signals": "who shows most cards, who shows most",
    "which player has the highest stack size": "who plays biggest stacks, who plays largest stacks,"
    " who plays most cards at once, who stacks most",
    "which player has the highest seat score": "who scores most, who scores highest, who scores best,"
    " who scored most, who makes most points, who got most points, who gets most points",
    "which player has the highest win rate": "who wins most often, who won most often, who wins more"
    " often, who usually wins, who wins usually, leaderboard, player ranking, ranking of players, players ranking, who plays best",
    "which location has the highest win rate": "where play best, where win most, where win best",
    "which player has the highest turns": "who takes most turns, who plays most turns",
    "which player has the highest games": "who plays most, who played most, who plays most games,"
    " who plays most often, who played most games, who played most often, most active player",
    "top players by games": "most active testers, most active players,"
    " most active tester, most frequent players",
    "which colour led has the highest tricks": "favorite lead color, favourite lead colour,"
    " favorite color, favourite colour, most led colour, most led color, which colour led most,"
    " which color led most, favorite lead colour",
    "which rank has the highest signals": "which card shown most as signal, which card shown most,"
    " which cards shown most, which card signalled most, which cards signalled most,"
    " which card signaled most, which cards shown as signal, which card shown as signal",
    "which rank has the highest cards opened": "which open cards choose, which cards opened most,"
    " which card opened most, which cards laid open, which open cards players choose,"
    " which open cards people choose, which cards open",
    "which rank has the highest pots scored": "what card finishes pots most often,"
    " which card finishes pots most often, which card finishes pots, which cards finish pots,"
    " what cards finish pots, which card finishes most pots",
    "hits by hit rank": "jokers finish targets, joker finish target, jokers hit targets,"
    " which card finishes targets, which cards finish targets",
    "hits by hit operation": "operation used for finishing card, operation of finishing card, operation used for last card, operation of last card, last operation before hit, last operation before hits, operation before hit",
    "jokers played where cards in the stack = 1": "single jokers, jokers alone, jokers played alone,"
    " jokers played singly, lone jokers",
    "share of jokers played in which cards in the stack > 1": "how often jokers played on top of"
    " stack, how often jokers on top of stack, how often joker played on top of stack,"
    " jokers on stacks",
    'wrong claims where claim = "arithmetic"': "arithmetic errors, arithmetic mistakes,"
    " calculation errors, miscalculations",
    'rule breaks where rule break = "own-card"': "own card rule violations, own card violations,"
    " plays on own card, own card rule breaks, plays on own cards, played on own card",
    "cards per pot": "how many cards take make 21, how many cards take to finish pot,"
    " how many cards pot take, how many cards finish pot, how many cards to make 21,"
    " how many cards take finish pot",
    "stars by outcome where rating = fun": "like more when win, like better when win, enjoy more when win,"
    " have more fun when win, more fun when win, more fun when won, less fun when lose,"
    " less fun when lost, like less when lose, enjoy less when lose, winning more fun,"
    " winning more fun than losing, losing less fun, losing still fun, "
    "people who lose have less fun, losers have less fun,"
    " people who win have more fun, winners have more fun, people have less fun when lose",
    "which weekday has the highest games": "what day play most, which day play most, when play most,"
    " busiest day of week, busiest day of week for playtests, busiest weekday, busiest day, which day of week play most, on which day play most",
    # -- does it make a difference
    "seat score by finishing place": "score of winner vs loser, scores of winner vs loser,"
    " score of winners vs losers, score winner vs loser, score of winner and loser,"
    " score of winner and of loser, winner vs loser score, winner and loser score, points of winner vs loser",
    "seat score by seat": "dealer disadvantage, dealer have disadvantage, dealer at disadvantage,"
    " disadvantage of dealer, disadvantage of first player, first player disadvantage,"
    " disadvantage of going first, advantage of first player, advantage of starting player, advantage of dealer,"
    " advantage of going first, advantage of starter, dealer have advantage, dealer advantage, going first matter, going first help, starting player matter,"
    " starting seat matter, starting player better off, first player advantage,"
    " starting player have advantage, going first advantage, first player win more,"
    " seat matter, seating matter, starting player advantage, matter who starts,"
    " matter who goes first, starting matter, being first help",
    "win rate by signals allowed": "signal help, signals help, signal matter, signals matter,"
    " signal worth, signals worth, value of signal, value of signals, signal useful,"
    " signals useful, signals make difference, what signal worth, what signals worth",
    "win rate by jokers": "joker help, jokers help, joker matter, jokers matter, value of joker,"
    " value of jokers, jokers make difference",
    "win rate by open cards": "open cards help, open cards matter, value of open cards,"
    " open card matter, open card help, value of open card",
    "win rate by variant": "open hands help, open hands matter, value of open hands",
    "turns per target by target value in bins of 100": "target size matter, size of target matter,"
    " target value matter, size of targets matter, big targets harder, bigger targets harder,"
    " large targets harder, high targets harder, high targets harder than low ones, high targets harder than low targets, big targets harder than small ones, big targets take longer, small targets easier,"
    " bigger targets take longer, larger targets take longer, turns by target size",
    "hit rate by target number": "last target hardest, last target harder, later targets harder,"
    " targets get harder, late targets harder, first target easiest, which target hardest,"
    " which targets hardest",
    "win rate by player count": "matter how many players, matter how many people play, more players harder, more players easier, more players help,"
    " more players better, number of players matter, player count matter, fewer players easier,"
    " matter how many play, what player count best",
    # -- learning
    "win rate by nth game": "learning curve, people learn, players learn, learn, get better,"
    " players get better, people get better, improve, players improve, people improve, learning,"
    " people get better with practice, learning effect, practice help, get better with practice,"
    " get better over time, better over time, improve over time, win more over time,"
    " players better over time, get easier with experience, first game harder, first game hardest,"
    " get better with experience, people get better with experience, players get better with experience, improve with experience,"
    " easier with experience, experience help, learn over time, players learn over time",
    "where experience = 0": "newbies, for newbies, by newbies, of newbies, newcomers, for newcomers,"
    " of newcomers, novices, for novices",
    "where nth game = 1": "of first games, in first games, in first game, for first game, first timers,"
    " for first timers, new players, for new players, for beginners, beginners, of new players",
    "win rate by nth game where nth game < 10": "new players vs experienced players,"
    " beginners vs experts, experienced players vs new players, new vs experienced players",
    "where seat = 0": "when starting, when going first, when playing first, when moving first,"
    " when starting game, as first player, as starting player, as starter, in first seat,"
    " when sitting first",
    "by player where seat = 0": "by who starts, by who goes first, by who plays first, by who begins,"
    " by who moves first, depending on who starts, depending on who goes first, by who start, by who go first",
    "where nth game > 1": "experienced players, for experienced players, of experienced players,"
    " after first game, in later games",
    # -- time
    "last 30 days": "lately, recently, in recent days, these days",
    "this day": "today",
    "by month": "improved, improving, got better, got worse, gone up, gone down, changed, changes, change, changed over time, change over time, developed,"
    " development, develop, evolve, evolved, trends in, changes in, going, course of",
    "vs previous rules version": "old rules vs new rules, new rules vs old rules, old vs new rules,"
    " new vs old rules, new vs old version, old vs new version, old version vs new version,"
    " before and after rules change, before and after new rules, with old and new rules, new rules, with new rules, new rules make easier,"
    " new rules made easier, new rules help, new rules better, new version better,"
    " new version easier, newest rules help, changed with new rules, rules change,"
    " new rules work, new print help, new rules harder, latest rules help, latest change help,"
    " new version help, rule change help, change of rules help, rules change help,"
    " new rules change anything, new rules make difference",
    "win rate vs previous rules version": "new rules make it easier",
    # -- rejected logs
    "rejected logs": "how many logs rejected, logs rejected, logs rejected, how many logs refused,"
    " how many logs wrong, how many bad logs, how many logs broken, how many logs invalid,"
    " how many invalid logs",
    "rule breaks by rule break": "what rule break most, which rule break most, what rules break most,"
    " which rules break most, which rules broken most, which rules broken most often,"
    " what rules broken most, which rule broken most, which rule broken most often,"
    " what rule broken most, most broken rules, most broken rule, most common rule break,"
    " most common rule breaks, what mistakes people make, what mistakes make, why logs rejected,"
    " most common mistake, most common mistakes, common mistakes, which rules misplayed,"
    " which rules misplayed most, which rule misplayed most, what goes wrong, what goes wrong most,"
    " which mistakes most common, what mistakes most common, most common error, most common errors,"
    " why logs refused, which rules misunderstood, which rule misunderstood most,"
    " rule misunderstandings, most violated rule, most violated rules, which rules people get wrong, which rules get wrong",
    # -- ratings and remarks
    "fun": "how fun, how much fun, fun rating, fun score",
    "fun by game": "most fun game, which game most fun",
    "win rate": "winnable, beatable, at all winnable, possible to win, how difficult, how hard, how tough, how winnable, too hard, too easy, too difficult,"
    " how easy, how challenging, balanced, well balanced, fair, percentage won, percent won, % won",
    "remarks by remark": "what write in comments, what write, what wrote, what people write,"
    " what people write in comments, what players write, what written in comments, what feedback,"
    " all comments, all remarks, all feedback, what testers write, list all comments, what players say, what people say, what say, show comments, comments,"
    " what testers say, what testers said, what players said, what people said, read comments,"
    " list comments, list remarks, show remarks, what people think, what players think",
    "games by outcome": "how games end, how most games end, how games ended, how game end",
    "games by cause": "why games end, why game end, reasons games end, reasons why games end,"
    " reason games end, reasons for games to end, reasons for end, reasons for end of game,"
    " ways game ends, how game can end",
    "turns per target by target number": "later targets take longer, late targets take longer,"
    " targets take longer, targets get longer",
    "longest target": "how long longest target, how long longest target take",
    "longest game": "how long longest game, how long longest game take",
    "pass rate by player": "how often each player pass, how often every player pass",
    "hit rate by jokers": "hit rate with jokers, hits with jokers",
    "share of avoidable busts": "busts avoidable, how often bust avoidable, how often busts avoidable",
    "leader win rate": "starting player win round, starting player win round more often, starter win"
    " round, starter win round more often, starting player win rounds,"
    " how often player who leads win round, how often player who leads wins round,"
    " how often player who leads win, player who leads win round, leading help, leading matter, leading worth, leader win more often,"
    " how often leader win, how often leader wins",
    "which player has the highest rounds won": "who wins most tricks, who wins most rounds,"
    " who won most tricks, who won most rounds",
    "wrong claims by claim": "which mistakes make when claiming, what mistakes make when claiming,"
    " what mistakes when claiming, mistakes when claiming",
    "games where rating is known": "games have feedback, games had feedback",
    "where rating is known": "with feedback, with ratings, with rating, with any feedback",
    "where rating is unknown": "without feedback, without ratings, without rating, no feedback,"
    " with no feedback, without any feedback",
    "where remark is known": "with comments, with remarks, with comment, with remark",
    "where remark is unknown": "without comments, without remarks, with no comments",
    "where game time is known": "with clocks, with clock, with times, with timing, timed games,"
    " with move times, where clock ran",
    "where game time is unknown": "without clocks, without clock, without times, without timing,"
    " with no clock, with no times, no clock, untimed games",
    "where session is known": "with session, with sessions",
    "where session is unknown": "without session, without sessions, with no session",
    "where played at is known": "with date, with dates",
    "where played at is unknown": "without date, without dates, with no date",
    "where location is unknown": "without location, without place",
    "where tag is unknown": "without tags, without tag, untagged, with no tags",
    "where jokers > 0": "with jokers, with joker, with any jokers",
    "where jokers = 0": "without jokers, without joker, no jokers, with no jokers",
    "where open cards > 0": "with open cards",
    "where open cards = 0": "without open cards, without open card, no open cards",
    "where lives > 0": "with lives",
    "where lives = 0": "without lives, no lives",
    "where weekday in Saturday, Sunday": "on weekends, on weekend, at weekends, at weekend, weekends,"
    " weekend, for weekends",
    "where weekday not in Saturday, Sunday": "on weekdays, during week, on workdays",
    "where shortfall = 1": "by one target, by one pot, one target short, one pot short, one short,"
    " by one, short by one",
    "losses where shortfall = 1": "near misses, near miss, narrow losses, close losses,"
    " narrowly lost games",
    "distribution of shortfall": "how close lost games, how close losses,"
    " how close were lost games, how far short",
    "shortfall for lost": "lost games how many pots short, lost games how many targets short,"
    " how many pots short, how many targets short, pots short in lost games",
    "bust waste": "how many points wasted in bust pots, how many points wasted in busts, how many"
    " points in bust pots",
    "games by hour": "how late play, when in day play, what time play, at what time play,"
    " what time of day play, how late in day play",
    "by nth game": "by game number for each player, by game number per player, by game number of player, by game number of each player, by number of games played, with number of games played, by games played,"
    " first game vs later games, first games vs later games, first vs later games,"
    " of first game vs later games, in first game vs later games, first game vs others",
    "by hour": "in evening vs afternoon, evening vs afternoon, evenings vs afternoons,"
    " in morning vs evening, morning vs evening games, morning vs evening, evening vs morning, afternoon vs evening,"
    " day vs night, morning vs afternoon, by time of day, per time of day",
    "compare source app vs table": "app vs table, table vs app, app vs paper, paper vs app",
    'where equation outcome in "open", "discarded"': "never solved, unsolved, not solved, never found,"
    " end without solution, ended without solution, without solution, end unsolved, end without claim",
    "mean aces as 11 per game": "aces used, how aces used",
    "games by session": "how many games in each session, number of games in each session, games in each session",
    "number of sessions": "how many distinct sessions, how many different sessions, how many sessions play,"
    " how many evenings, how many evenings play, number of evenings, distinct sessions",
    "games by player": "who played, names of players",
    "number of different players": "how many players, how many people, how many testers, how many playtesters,"
    " how many persons, count of players, player count in all, tester count, number of testers,"
    " number of playtesters, number of people, number of people who played, how many people who played,"
    " how many took part, how many participants, number of participants",
    "number of different levels": "number of levels, how many levels",
    "number of different locations": "number of locations, how many locations, how many places,"
    " number of places",
    "number of different rules versions": "number of rules versions, how many rules versions,"
    " how many versions, number of versions, how many versions of rules, number of versions of rules",
    "number of different players where nth game = 1": "how many new players, number of new players,"
    " how many newcomers, how many first timers, how many beginners",
    "games by weekday": "when play, what days play, which days play, when played",
    "games by game": "what play, what did play, number of plays per game"
    " title, number of plays per title, plays per title, plays per game title, which games play, what games play, which games played",
    "win rate by month": "getting easier, getting harder, getting better, getting worse,"
    " win more often now, win more now",
    "turns per game by month": "games getting shorter, games getting longer, games get shorter,"
    " games get longer",
    "which game has the highest games": "which game play most, which games play most,"
    " what game play most",
    # -- the pots
    "bust overshoot": "how far over 21 busts go, how far over limit busts go, how far busts overshoot,"
    " how far over 21 bust pots go, how far over limit bust pots go, how much busts overshoot,"
    " how far pots go over 21, how far over 21 busts, how far over busts, how far over 21 bust",
    "compare move type pass vs play": "on passes vs plays, on passes versus plays, for passes vs plays, when passing vs playing, of passes vs plays, on passes and on plays, when passing versus playing, on passes and plays",
    "running total where game = pot-luck": "pot total left for next player, total left for next player",
    "where winning margin = 1": "decided by one point, decided by 1 point, won by one point, won by 1 point",
    "stars by game turns": "longer games worse ratings, longer games rated worse, longer games less fun, longer games better ratings, longer games more fun, shorter games better ratings, shorter games more fun",
    "waste share": "share of budget wasted, how much of budget wasted, how much of budget waste,"
    " share of budget, budget wasted, part of budget wasted, wasted share of budget",
    "mean waste per game": "how much waste, how many points waste, how many points wasted,"
    " how much wasted",
    "lives left": "how many lives left, lives left at end, use all lives, lives at end,"
    " how many lives left at end, how many lives remain",
    # -- what is laid, and what it does
    "share of off-colour plays": "how often can't follow colour, how often can't follow color,"
    " how often can't player follow colour, how often can't player follow color,"
    " how often can't players follow colour, how often player can't follow colour,"
    " how often players can't follow colour, how often can't follow, how often not follow colour,"
    " how often players not follow, how often players not follow colour, how often player not follow,"
    " how often not follow, how often cannot follow, how often players cannot follow,"
    " how often players cannot follow colour, how often player not follow colour,"
    " how often players don't follow, how often players don't follow colour, how often off colour",
    "share of turns in which joker on top = yes and cards in the stack = 1": "how often lone joker,"
    " how often lone joker played, how often single joker played, how often joker played alone,"
    " how often jokers played alone, how often joker alone, how often jokers alone",
    "jokers played by cards in the stack": "jokers alone or combined, jokers alone or in stack,"
    " jokers alone or stacked, jokers : alone or combined, jokers : alone or stacked,"
    " joker alone or combined, jokers alone vs combined",
    "share of turns in which pot total =": "how often leave pot at, how often leave pots at,"
    " how often pot left at, how often pots left at, how often pot at",
    "pot score rate by pot place": "left vs middle vs right pot, left vs middle vs right pots,"
    " left middle right pot, left middle or right pot",
    "by turn": "towards end of game, towards end, toward end of game, towards end of games, during game, over course of game, as game goes on, in course of game, increase towards end of game, increase towards end, during games, when in game",
    "share of signals": "how often show card, how often players show card, how often show cards,"
    " how often players show cards, how often card shown, how often cards shown",
    "pots scored where outcome = lost": "how many pots losing score, how many pots lost games score,"
    " how many pots losers score",
    "pots scored where outcome = won": "how many pots winning score, how many pots won games score",
    "hits where outcome = lost": "how many targets losing hit, how many targets lost games hit",
    "hits where outcome = won": "how many targets winning hit, how many targets won games hit",
    "number of hits by hit rank": "% of hits made with joker, % of hits with joker, % hits with joker,"
    " share of hits made with joker, share of hits with joker, how often joker hit, how often jokers"
    " hit, how often joker hits, percentage of hits with joker, percentage of hits made with joker,"
    " % of hits by joker, share of hits by joker, how often jokers hit target",
    "number of jokers played by cards in the stack": "% jokers played alone, % of jokers played alone,"
    " share of jokers played alone, percentage of jokers played alone",
    "hits where hit rank = joker": "targets hit with joker, targets hit by joker,"
    " number of targets hit with joker, how many targets hit with joker, hits with joker, hits made with joker, hits by joker",
    "leader wins": "rounds won by starter, rounds won by starting player, rounds won by first player,"
    " tricks won by starter, tricks won by starting player, tricks won by leader",
    "seat score where finishing place = 1": "score of winners, scores of winners, score of winner,"
    " winner's score, points of winner",
    "seat score where finishing place > 1": "score of losers, scores of losers, score of loser,"
    " loser's score, points of losers",
    "by finishing place": "winner vs loser, winners vs losers, loser vs winner",
    "wrong claims": "claims that wrong, claims that incorrect, claims that false",
    "right claims": "claims that right, claims that correct",
    "turns per game where target outcome = open": "turns wasted on targets not hit per game, turns"
    " wasted on targets that not hit per game, turns spent on targets not hit per game,"
    " turns spent on targets that not hit per game, turns on targets not hit per game,"
    " turns on targets never hit per game, turns wasted on targets never hit per game",
    "where joker on top = yes and cards in the stack = 1": "with lone joker, with single joker, with joker alone",
    "turns where target outcome = open": "turns wasted on targets not hit, turns wasted on targets"
    " that not hit, turns wasted on targets never hit, turns on targets not hit, turns on targets"
    " never hit, turns spent on targets not hit, turns spent on targets that not hit, turns spent on"
    " targets never hit, turns wasted on missed targets, turns wasted on unhit targets,"
    " turns wasted on open targets",
    # -- other words
    "abandoned games": "games stopped before end, games stopped early, games stopped, games broke off,"
    " games not finish, games didn't finish, games gave up, games gave up on, stopped games,"
    " aborted games, games quit, games left unfinished, how many games stopped before end,"
    " how many games stopped early, how many games not finish, how many games didn't finish, games not finished, how many games not finished, unfinished games,"
    " how many games never finished, how many games given up, how many games broken off",
    "abandon rate": "how often give up, how often players give up, how often quit, how often abandon,"
    " how often games abandoned, how often game abandoned, how often games broken off,"
    " how often stop early",
    "share of games in which unused stock = 0": "how often stock run out, how often stock runs out,"
    " stock run out, stock runs out, stock ran out, stock empty, how often stock empty,"
    " how often stock used up, how often draw pile empty",
    'where cause = "stock-out-at-target"': "because stock runs out, because of empty stock, by empty"
    " stock, because stock empty, because no cards left in stock, because stock out, because stock ran out, stock ran out at target,"
    " as stock ran out, for lack of stock",
    'where cause = "hands-empty"': "because hands empty, because no cards left, because out of cards,"
    " because ran out of cards, because run out of cards, with empty hands, by empty hands",
    'where cause = "bust"': "by bust, by a bust, because of bust, because of busts, because bust, because busted,"
    " because of busting, due to bust, due to busts, through busts",
    "mean unused stock": "cards left over in stock at end, cards left in stock at end,"
    " cards left over in stock, cards left in stock, cards left over in stock at end of",
    "unused stock": "cards left at end, how many cards left, how many cards left at end",
    "distance left": "how far from target end, how far from target, how far off, how close to target",
    "missed hit rate": "how often miss, how often miss hit, how often players miss hit, how often hit missed,"
    " how often hits missed, how often miss hits, how often overlook hit, how often hit overlooked",
    "missed equation rate": "how often equation overlooked, how often equations overlooked,"
    " how often equation missed, how often miss equation, how often overlook equation",
    "wrong claim rate": "how often claim wrongly, how often claim wrong, how often claims wrong,"
    " how often someone claim wrongly, how often someone claims wrongly, how often players claim"
    " wrongly, how often claims false, how often mistakes made",
    "possible at": "when equation first possible, when equation possible,"
    " when first equation possible, how soon equation possible",
    "share of powers needed": "how often need powers, how often powers needed",
    'share of turns in which operation = "/"': "division share, division rate, how often division used, how often divide,"
    " how often players divide, division usage, how often division",
    'share of turns in which operation = "*"': "multiplication share, multiplication rate, how often multiplication used, how often multiply,"
    " multiplication usage, how often players multiply, how often multiplication",
    'share of turns in which operation = "-"': "subtraction share, subtraction rate, how often subtraction used, how often subtract,"
    " subtraction usage, how often players subtract",
    'share of turns in which operation = "+"': "addition share, addition rate, how often addition used, how often add,"
    " addition usage, how often players add",
    "hits by rank": "what cards hit targets, which cards hit targets, which cards hit,"
    " which card hits most, which cards hit most, what card hits most, what cards hit most",
    "hits by operation": "which operations hit targets, how targets hit",
    "number of plays by operation": "which operations used, which operations played",
    "max score": "high score, highscore, record score, best score ever, record",
    "games only bots": "bots games, bot games, games bots played",
    'where operation = "/"': "with division, by division, for division, with divisions",
    'where operation = "*"': "with multiplication, by multiplication, for multiplication",
    'where operation = "-"': "with subtraction, by subtraction, for subtraction",
    'where operation = "+"': "with addition, by addition, for addition",
    "distribution of score": "scores, score spread",
    "tie-break rate": "how often ties, how often ties happen, how often tied, how often tie",
    # -- bots and people
    "compare played by humans vs bots including bots": "bots vs people, bot vs human, bots vs us,"
    " human vs bot, bots better than us, bots better than people, us vs bots, humans vs bots, bots vs humans,"
    " bots better than humans, humans better than bots, bots against humans, people vs bots,"
    " bots win more than humans, humans against bots, bots and humans, humans and bots,"
    " bots beat humans, humans beat bots, bots beat people, people beat bots",
    "only bots": "bots, bot, from simulations, from simulation, by simulation, simulated, from bots,"
    " made by bots, simulated games, from simulator",
    "turns per game compare played by humans vs bots including bots": "bots finish quicker than people,"
    " bots finish faster than people, bots faster than humans, bots quicker than humans,"
    " bots faster than people, bots quicker than people, bots finish faster than humans,"
    " bots finish quicker than humans, bots finish sooner than people, bots need fewer turns than"
    " humans, bots need fewer turns than people, bots need fewer turns",
    # -- other questions of games, players and sessions
    "top 1 games by turns": "which game longest, which game was longest, which game was the longest,"
    " which game took most turns, which game took the most turns, which game took longest,"
    " which game took the longest, which game lasted longest, which game lasted the longest,"
    " which single game longest, which single game took longest, which game had most turns,"
    " which game had the most turns, which single game had most turns, which single game lasted longest",
    "bottom 1 games by turns": "which game shortest, which game was shortest, which game was the shortest,"
    " which game took fewest turns, which game took the fewest turns, which game was quickest,"
    " which game was the quickest, which game had fewest turns, which single game shortest,"
    " which game took least turns, which game was over fastest, which game over quickest",
    "turns per game by game order by turns per game descending": "which game is longest,"
    " which game is the longest, which game takes longest, which game takes the longest,"
    " which game lasts longest, which of games longest, which of games takes longest",
    "turns per game by game order by turns per game": "which game is shortest, which game is the shortest,"
    " which game takes shortest, which game is quickest, which game is the quickest,"
    " which game takes fewest turns, which of games shortest",
    "turn time by nth game": "get faster with more games, get faster over time, get faster with"
    " experience, get faster, get quicker, play faster over time, play faster with experience,"
    " get faster with practice, play faster with practice, players get faster, people get faster,"
    " get quicker with practice, get quicker over time, think less with experience",
    "games by day order by day descending first 1": "when last play, when last played, when last game,"
    " date of last game, when play last, last time play, last time played, when last session",
    "games by day order by day first 1": "when first play, when first game, date of first game,"
    " first time play, first time played",
    "total game time last session": "how long last session, how long last session take,"
    " how long last session last",
    "total game time by session": "average duration of session, mean duration of session, average session length, mean session length, how long session, how long sessions, session length,"
    " length of session, session duration, how long session last, how long sessions last,"
    " duration of session, time per session, playing time per session, how long evening",
    "games per session": "play more than one game in session, play several games in session,"
    " how many games play in session, how many games play per session, how many games play in evening",
    "games by player, game": "which player prefers which game, who prefers which game,"
    " which player plays which game, who plays which game, who played which game,"
    " who likes which game",
    "stars by game": "ratings for each game, ratings for every game, rating for each game,"
    " ratings of each game, rating of each game",
    "number of games": "sample size, number of observations, number of data points, how much data,"
    " how big sample, how many data points, how many observations",
    "share of hits": "probability of hitting target, chance of hitting target, probability of hit,"
    " probability to hit target, chance to hit target, chance of hit, probability that target hit,"
    " likelihood of hitting target",
    "stars by rating": "fun vs difficulty, difficulty vs fun, fun and difficulty, stars by aspect",
    "winning margin": "score difference, point difference, points difference, score gap, difference in score between first and second, point difference between first"
    " and second, difference in points between first and second, score difference between first and"
    " second, margin between first and second, gap between first and second, difference"
    " between first and second, how close games, how close finish, how close finishes,"
    " score gap between first and second, points between first and second",
    "turn time by player": "how long each player take per turn, how long each player take,"
    " how long every player take, how long each player think, time each player take per turn",
    "ratings": "feedback count, number of feedbacks, how many feedbacks, amount of feedback,"
    " how much feedback, count of feedback, number of reviews, how many reviews",
    "number of losses by cause": "games lost by bust vs games lost by empty stock,"
    " lost by bust vs lost by empty stock",
    # -- words that add nothing
    "": "in percent, in %, as percentage, as percentages, in per cent, as percent, of all games, in all games, for all games, across all games, over all games, head to head,"
    " for playtests, for playtesting, up to now, until now, at moment, on record, in total number,"
    " how much harder, how much easier, how much better, how much worse, at end, at end of, in end, in our logs, in store, in our store, so far, confidence interval for, confidence interval of, confidence interval,"
    " confidence intervals, with confidence interval, with confidence intervals, error bars,"
    " with error bars, with intervals, in our games, if possible, how sure about, how sure, how certain,"
    " how certain about, how confident about, how confident in, how confident, how reliable,"
    " how trustworthy, how solid, how precise",
}
"""By what is meant: how it is said, separated by commas."""

_MADE_BY_CARDS: Final = {
    "which rank has the highest signals": "shown, shown as signal, signalled, signaled, show, signal",
    "which rank has the highest cards opened": "opened, laid open, open",
    "which rank has the highest pots scored": "finishes pots, finish pots, finishes pot, finish pot,"
    " scores pots, score pots, completes pots, complete pots",
    "which rank has the highest hits": "hit targets, hits targets, hit target, hits target, hit, hits,"
    " finishes targets, finish targets",
}
"""By what is meant: what cards do, of which it is asked which do it most."""

_MOST: Final = ("{} most", "{} most often", "most {}", "most often {}")

_LONG: Final = (
    "how long {0}",
    "how long {0} take",
    "how long one {0}",
    "how long one {0} take",
    "how long one {0} last",
    "how long {0} last",
    "how long {1}",
    "how long {1} take",
    "how long {1} last",
    "length of {0}",
    "length of {1}",
    "how many turns {0} take",
    "how many turns {1} take",
    "average {0} length",
)
"""Said of a round of a game by its name, one and several."""


_IN_A_GAME: Final = ("per", "in a", "in an", "in each", "in one", "for a", "of a", "a", "an", "/")
"""Before a game's own name: how many rounds *in a* Top Spot *game*."""


_CAME_OUT: Final = (
    ("won", "won, win"),
    ("lost", "lost, lose"),
    ("abandoned", "stopped early, broke off, gave up, quit"),
)
"""How a game came out, as they say it who played it."""

_GAMES_THAT: Final = (
    *("in games", "of games", "for games", "from games", "in all games", "in those", "in ones"),
    *("in matches", "whenever", "in case"),
)
"""Before it: targets hit *in the games* we lost; words of SKIPPED may stand between."""

_SIGNS: Final = {
    "+": "plus, addition, adding, add",
    "-": "minus, subtraction, subtracting, subtract",
    "*": "times, multiplication, multiplying, multiply",
    "/": "divide, division, dividing, divided by",
}
_MADE_BY: Final = {
    "+": "additions",
    "-": "subtractions",
    "*": "multiplications",
    "/": "divisions",
}
"""By operation, the metric that counts its plays."""


_ACROSS: Final = (
    *(("players", "player"), ("levels", "level"), ("sessions", "session"), ("seats", "seat")),
    *(("locations", "location"), ("weekdays", "weekday"), ("rules versions", "rules version")),
)
"""Several of a kind with its dimension: how balanced *between seats*."""


def _with_and_without(words: str) -> list[str]:
    """Return what is said as it is written, and as it is looked up where other words are skipped."""
    first, *others = words.split()
    kept = [first, *(one for one in others if one not in SKIPPED)]
    return list(dict.fromkeys([words, " ".join(kept)])) if len(kept) > 2 else [words]


def _with_a_value() -> Iterator[tuple[str, Any]]:
    """Yield what is said with an outcome, an operation, so many stars, or an hour in it."""
    for outcome, said in _CAME_OUT:
        chosen = (("FILTER", "where"), ("VALUE", [("outcome", outcome)]))
        for one in said.split(", "):
            for lead in _GAMES_THAT:
                yield f"{lead} {one}", chosen
    signs = {sign: words.split(", ") for sign, words in _SIGNS.items()}
    for sign, forms in signs.items():
        counted: tuple[Any, ...] = (("METRIC", [_MADE_BY[sign]]),)
        for word in forms:
            for kind in ("moves", "plays", "turns"):
                yield f"{word} {kind}", counted
            for used in ("used", "chosen", "picked", "applied"):
                if word != "times":
                    yield f"{word} {used}", counted
            if word in ("plus", "minus"):
                share = ("METRIC", ["turns"]), ("SUCH", "in which"), ("DIM", ["operation"])
                is_sign = (("CMP", "="), ("STRING", sign))
                for how in (f"how often {word}", f"how often {word} used"):
                    yield how, (("AGG", ("share", None)), *share, *is_sign)
    for sign, name in _MADE_BY.items():
        of_turns = ("AGG", ("share", None)), ("METRIC", ["turns"]), ("SUCH", "in which")
        made = (*of_turns, ("DIM", ["operation"]), ("CMP", "="), ("STRING", sign))
        for kind in ("moves", "plays", "turns"):
            for lead in ("share", "percentage", "proportion", "fraction", "rate"):
                yield f"{name.removesuffix('s')} {lead} of {kind}", made
    for sign, forms in signs.items():  # "times" is a time as well, and no value by itself
        for one in forms if sign != "*" else ():
            for first, second, said in (
                ("*", sign, f"times {{}} {one}"),
                (sign, "*", f"{one} {{}} times"),
            ):
                sides = (("STRING", first), ("VS", "vs"), ("STRING", second))
                compared = (("COMPARE", "compare"), ("DIM", ["operation"]), *sides)
                for joined in ("vs", "or", "and"):
                    yield said.format(joined), compared
                    yield f"with {said.format(joined)}", compared
    for number, word in enumerate(("one", "two", "three", "four", "five"), 1):
        starred = (("DIM", ["stars"]), ("CMP", "="), ("NUMBER", number))
        for shown in (str(number), word):
            for kind in ("rating", "ratings", "review", "reviews"):
                counted = (("METRIC", ["ratings"]), ("SUCH", "in which"), *starred)
                yield f"{shown} star {kind}", counted
                yield f"{shown} stars {kind}", counted
    for sign, words in _OVER.items():
        for word in words.split(", "):
            for length, said in _LENGTHS.items():
                yield f"{word} {said}", (("SIZE", sign), ("NUMBER", length), ("CLOCK", 60))


_OVER: Final = {
    ">": "over, more than, longer than, above",
    "<": "under, less than, shorter than, below",
    ">=": "at least",
    "<=": "at most, within, up to",
}
_LENGTHS: Final = {
    1: "minute",
    60: "hour",
    30: "half hour",
    15: "quarter of hour",
    90: "hour and half",
}
"""Minutes by what they are called: games over *an hour*."""


_KINDS_OF_ROUNDS: Final = (
    ("pot", "pot outcome", "scored", "scored pot, finished pot, completed pot"),
    ("pot", "pot outcome", "bust", "bust pot, busted pot"),
    ("pot", "pot outcome", "unfinished", "unfinished pot"),
    ("target", "target outcome", "hit", "hit target, target hit"),
    ("target", "target outcome", "open", "missed target, target never hit"),
    ("equation", "equation outcome", "won", "solved equation, solved target"),
    ("game", "outcome", "won", "won game, win"),
    ("game", "outcome", "lost", "lost game, loss"),
)
"""The unit of an average, which of its kind, and how it is said: cards per *scored pot*."""


def sayings(rounds: Iterable[tuple[str, str]], games: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield every saying with what it means.

    *rounds* are what games call theirs, one and several; *games* are their names.
    """
    rounds = list(rounds)
    for name in games:
        about = (("PER_UNIT", "game"), ("VALUE", [("game", name)]))
        for lead in _IN_A_GAME:
            yield f"{lead} {name.replace('-', ' ')} game", about
        long = (("METRIC", ["game length"]), ("VALUE", [("game", name)]))
        for said in (
            "length of {} game",
            "length of {} games",
            "{} game length",
            "length of a {} game",
        ):
            yield said.format(name.replace("-", " ")), long
            ends = ("", " last", " take", " have", " need") if lead == "a" else ("",)
            yield from ((f"{lead} {name.replace('-', ' ')} game{end}", about) for end in ends)
    yield from _with_a_value()
    for meaning, said in TABLE_TALK.items():
        for words in separate(said):
            yield from ((one, meaning) for one in _with_and_without(words))
    for meaning, said in SAYINGS.items():
        for words in separate(said):
            yield words, meaning
            if words.startswith("who "):
                yield words.replace("who ", "which player ", 1), meaning
            if words.endswith(" per game"):
                yield words.replace(" per game", " , per game"), meaning
    for meaning, said in _MADE_BY_CARDS.items():
        for verb in said.split(","):
            for lead in ("which card", "which cards", "what card", "what cards"):
                for frame in _MOST:
                    yield f"{lead} {frame.format(verb.strip())}", meaning
    for unit, dimension, value, said in _KINDS_OF_ROUNDS:
        for word in said.split(","):
            about = (("PER_UNIT", unit), ("VALUE", [(dimension, value)]))
            for lead in ("per", "in a", "in each", "a", "for a", "for each"):
                yield f"{lead} {word.strip()}", about
    for one, several in rounds:
        for frame in _LONG:
            if one == "equation" and "length" in frame:
                continue  # that of an equation is told in cards
            yield frame.format(one, several), f"turns per {one}"
        numbered = "round" if one == "trick" else f"{one} number"
        for joined in (
            f"first {one} vs last {one}",
            f"first vs last {one}",
            f"first and last {one}",
        ):
            for said in (joined, f"for {joined}", f"of {joined}", f"on {joined}", f"in {joined}"):
                yield said, (("BY", "by"), ("DIM", [numbered]))
        for number, nth in enumerate(("first", "second", "third", "fourth", "fifth"), 1):
            chosen = (("DIM", [numbered]), ("CMP", "="), ("NUMBER", number))
            yield f"{nth} {one}", (("FILTER", "where"), *chosen)
            yield f"{nth} {one}", chosen
    for one, _ in (*rounds, ("game", "games")):
        turns = (("METRIC", ["turns"]), ("PER_UNIT", one))
        for first, second in (("longest", "shortest"), ("shortest", "longest")):
            both = (("PLAIN", ("max", None)), ("AND", "and"), ("PLAIN", ("min", None)), *turns)
            yield f"{first} and {second} {one}", both
    for said in ("hundreds digit", "hundreds", "first digit"):
        yield said, (("DIM", ["target value"]), ("BINS", "in bins of"), ("NUMBER", 100))
    for one in ("round", "trick"):
        for said in ("by single card", "with single card", "by one card", "with one card"):
            single = (("DIM", ["winning cards"]), ("CMP", "="), ("NUMBER", 1))
            won = (("METRIC", [f"{one}s"]), ("SUCH", "in which"), *single)
            yield f"{one}s won {said}", won
    for lead in (
        "first game of",
        "first games of",
        "first game by",
        "first game",
        "first ever game of",
    ):
        yield lead, (("FILTER", "where"), ("DIM", ["nth game"]), ("CMP", "="), ("NUMBER", 1))
    for lead, said in (("faster", "faster"), ("slower", "slower"), ("longer", "longer")):
        yield f"how much {lead}", (("MORE", said),)
    for trend in ("trend in", "trend of", "trend for"):
        yield trend, (("OVER_TIME", "month"),)
    quartiles = (
        *(("PLAIN", ("quantile", 0.25)), ("COMMA", ",")),
        *(("PLAIN", ("median", None)), ("COMMA", ",")),
        ("PLAIN", ("quantile", 0.75)),
    )
    for said in ("quartiles of", "quartiles", "interquartile range of", "iqr of", "iqr"):
        yield said, quartiles
    for said in ("range of", "min and max of", "minimum and maximum of"):
        yield said, (("PLAIN", ("min", None)), ("AND", "and"), ("PLAIN", ("max", None)))
    for said in ("summary of", "summary statistics of", "summary statistics for"):
        summary = (("PLAIN", (name, None)) for name in ("mean", "median", "sd", "min", "max"))
        yield said, tuple(one for each in summary for one in (each, ("COMMA", ",")))[:-1]
    for several, name in _ACROSS:
        for between in ("between", "among", "between different", "across different"):
            yield f"{between} {several}", (("BY", "by"), ("DIM", [name]))
    for stacks in ("combos of", "combinations of", "stacks of", "combos with", "stacks with"):
        for lead in ("", "how many ", "number of "):
            counted = (("AGG", ("total", None)), ("METRIC", ["stacks played"]))
            yield f"{lead}{stacks}", (*counted, ("FILTER", "where"))
    for how_many in ("", "two ", "three ", "four ", "my ", "our "):
        yield f"which of {how_many}games", (("WHICH", "which"), ("DIM", ["game"]))
    for one in ("session", "player", "level", "location"):
        for least, sign in (("at least", ">="), ("more than", ">"), ("minimum", ">=")):
            rows = (("BY", "by"), ("DIM", [one]), ("FILTER", "with"), ("CMP", sign))
            for lead in ("only", "only for", "just", "counting only", "for"):
                yield f"{lead} {one}s with {least}", rows
    for verb in ("plays", "goes", "moves", "starts", "begins"):
        bare = {"goes": "go"}.get(verb, verb.removesuffix("s"))
        also = (verb, bare, f"{verb} game", f"{bare} game") if verb in ("starts", "begins") else ()
        for said in (f"{verb} first", f"{bare} first", *also):
            yield said, STARTING
            for lead in ("when", "if", "whenever"):
                for who in ("", " she", " he", " they", " i", " we"):
                    yield f"{lead}{who} {said}", "where seat = 0"
    for verb in (
        "started",
        "began",
        "went first",
        "played first",
        "moved first",
        "is first player",
    ):
        yield verb, STARTING
    for verb in ("is starting player", "was starting player", "was first player", "is starter"):
        yield verb, STARTING
    yield "who", (("WHICH", "which"), ("DIM", ["player"]))
    yield from turns_of_speech(rounds)
    for words, what in (*small_talk(rounds), *desk_talk(), *loose_talk()):
        yield from ((one, what) for one in _with_and_without(words))
