"""Says how sure one may be of a rate, a mean or a quantile when the moves of one game are alike.

Thirty moves of one game tell less than thirty moves of thirty games, so every interval here rests
on how much the *games* differ (or the sessions: whatever the caller sums by). Six sums per answer
are enough, and SQL gives them in one pass; see `ClusterSums`.

**The rate.** With k of m in each game, n = Σm, p = Σk/n and h = Σm²/n²:

    v    = Σ(k - p·m)² / (n²·(1 - h))              linearised variance of p between games
    d    = v / (p(1 - p)/n)                        design effect that was seen
    d₀   = 1 + (Σm²/n - 1)·LIKENESS                design effect to expect before looking
    x    = min(Σk, n - Σk)                         how many events there were to see it by
    f    = (1/h - 1)/.8                            degrees of freedom of d
    z²/n* = (x²·t_f²·d + WEIGHT·z²·d₀)/(x² + WEIGHT) / n

and Wilson's interval with that in place of z²/n, held between half of what independent moves would
give (more of fewer than 8 games, that of two need only happen to be alike) and z²·Σm²/n², what games would in which every move goes the same way. With one case per game
(games won, say) the interval is hence Wilson's own, but for its near end at one or two events (three,
of more than 50 games): there it is that of a Poisson count, as Brown, Cai & DasGupta (2001) mend it.
Of 8 games Wilson's misses a rate of .02 whenever there is one event, 15 times of a hundred. Wilson's interval with n/max(1, d) and t(G - 1)
is the plainer way. What differs, each because the simulation in tests/query/test_coverage.py asked
for it:

- *d may be below 1.* Nothing makes moves less alike than chance, but a d of .8 was seen half of the
  time where the true one is 1, and to take 1 for it each time makes the interval too wide on the
  whole: 98 to 99 % where moves are independent and games few.
- *Uneven games.* Three long games and five short ones are not eight. n²/Σm² = 1/h is the effective
  number of games (Potthoff, Woodbury & Manton 1992) and 1 - h takes out the bias of the residuals;
  for independent moves both follow from Bell & McCaffrey (2002), the degrees of freedom as a lower
  bound, which is what the factor .8 makes up for.
- *Hardly any events.* Where none was seen nothing is known of likeness and d₀ is all there is; d = 1
  would be the boldest of guesses just where the least was seen. One event, and d counts for more.
  (Franco, Little, Louis & Slud 2019 model the design effect for the same reason.)
- *Rare events that come in clumps.* Who happened to see few events saw few clumps too, and takes d
  for too small: the truth then lies beyond the end towards the middle, the *far* end, up to three
  times as often as it should, and hardly ever beyond the near one. For counts that are skewed as negative
  binomial ones (third cumulant 2d - 1 times the variance), with the covariance of p and d, the far
  end of a studentised rate u lies by the expansion of Cornish & Fisher (Hall 1992) another

      (z² + 2)/6 · (d - 1)·(1 - 2u)/√(n·u(1 - u)·d)

  standard errors away. That is the first order; the simulation asks for 4 times as much, as d is
  itself counted from few clumps. `_skew` is this, with a d that is drawn towards d₀.
- *Events so rare that to see none is no surprise.* A truth below the far end of 0 of n is never
  missed on the far side, so there the near end may spend all of 1 - level (Blyth & Still 1983 and
  Blaker 2000 share it out so); with a half for each side 97.5 to 99 % were covered.

Coverage of the "95 %" interval over the rates .02, .05, .1, .3, .5, .7, .9, .95, .98, over 8, 11, 20
and 60 games, of 6 to 90 moves, of 3 to 12, and of 2 to 300, with correlations 0, .05 and .15: 324
cells of 4,000 samples each, per cent, none of which anything was chosen by:

                            mean   lowest   highest   93 to 97   below 93   above 97   mean width
    here                    95.1     93.2      97.5       99 %          0          1         .131
    the plainer way         94.8     82.3      99.2       47 %         75         95         .122
    Wilson with n moves     79.7     46.1      96.4       35 %        211          0         .074

What may lie above 97 are 8 to 20 games of 3 to 12 moves with six to eight events to be expected: so
few outcomes carry nearly all the probability, and none of them is missed on the far side. On another
grid (8 to 100 games of 10 moves each, of 30, of 5 to 60, of 20 to 400; rates of .03 to .97;
correlations of 0 to .1; rates of the games beta or logit-normal) 97 % of the cells lie in 93 to 97,
the lowest at 92.5, the highest at 98.4. With 2 to 6 games it covers 96.5 % on the whole,
93 at worst, with 200 games 94 to 97, with a correlation of .3 94 on the whole and 91 at worst. At 80,
90 and 99 % the whole is 81.1, 90.4 and 98.9. What no interval can know are bad games of which none
was seen: where one game of seven has five times the others' rate, 8 games hold none of them 27 times
of a hundred, and nearly as often the truth is missed.

The near end spends more than half of 1 - level only where games are even enough (1/h of them at least
.3 of the games, all of it from .5 on): where one game is ten times as long as any other it is that game
which errs, and to the near side too. Of 8 and 12 such games 94.5 to 99.3 % are covered, of 20 and 60 93
to 97.2; it had been 91.5 to 99.2. It is most where moves are independent, for the degrees of freedom are
those of games that differ.

**The mean.** ± t·√v with 1/h - 1 degrees of freedom, each v as above. Times and counts are skewed, and
who happened to see no long game sees little variance too, so that the truth lies beyond the far end far
too often: of 8 single waiting times 11 times of a hundred. By the expansion of Cornish & Fisher a
studentised mean whose error has the skewness s reaches on that side (Johnson 1978; Hall 1992) another

    s·(2t² + 1)/6,   s = Σ(k - r·m)³/n³ · G²/((G - 1)(G - 2)) / v^(3/2)

standard errors. Few games show less skewness than there is, and the simulation asks for twice as much;
t is here that of games that are even. The near end stays where it is: to draw it in as well, as Johnson
and Hall do, spoils what one long game tells. Hall's cubic transformation covers as much and is
wider on the whole, for some samples by four times. Of two means the cumulants are subtracted as the means are, and so
cancel where both sides are alike. Coverage, 6,000 samples a cell, Student's way → here:

    games                             8             12            20            60
    one value a game: normal      94.7 → 96.2   95.1 → 96.3   94.8 → 95.7   94.8 → 95.3
                      uniform     94.3 → 97.4   94.5 → 97.9   94.8 → 97.2   95.3 → 96.4
                      exponential 89.3 → 94.3   90.2 → 95.0   91.9 → 96.1   94.1 → 97.0
                      log-normal  86.9 → 92.2   88.9 → 94.0   89.8 → 95.1   92.2 → 96.0
    3 to 12, alike by .15: normal 95.0 → 96.3   94.6 → 95.7   94.8 → 95.5   95.0 → 95.4
                      exponential 93.1 → 95.2   93.9 → 95.8   94.2 → 96.0   94.7 → 96.1
                      log-normal  93.1 → 95.6   92.9 → 95.3   93.3 → 95.5   93.8 → 95.8

**Very many sessions.** To sum up by 40,000 sessions is most of the work of an answer that counts
games. Where there are that many, each is put wholly into one of G groups by chance, and it is the
groups that are summed up: the method of random groups (Wolter 2007, Introduction to Variance
Estimation, 2nd edition, chapter 2). The estimate is the same. Over all ways to draw the groups

    E Σ_g K_g·M_g = (1 - 1/G)·Σ k·m + Σk·Σm/G

so that what the sessions' own sums would be is told without bias, and all that is above holds as it
stands; see `ClusterSums.of_random_groups`. What is lost is that the variance is known by G - 1
degrees of freedom more loosely: with G = 1,024 an interval is less than 2.2 per cent wider or narrower
than it would have been, two times in three.

**Very many games without sessions.** Rows below the game are then summed up by runs of 64 games, a run
one cluster as any other: ids that differ in their last six bits alone. Runs are at least 1,024, so that
the variance is known as well as by random groups; and where games that were kept together are alike,
as those of one evening are, it is the runs that show it.

Sources: Wilson 1927; Cornish & Fisher 1938; Johnson 1978, JASA 73:536; Hall 1992, The Bootstrap and
Edgeworth Expansion, and Journal of the Royal Statistical Society B 54:221;
Blyth & Still 1983, JASA 78:108; Brown, Cai & DasGupta 2001, Statistical Science 16:101; Blaker 2000, Canadian Journal of Statistics 28:783; Newcombe 1998,
Statistics in Medicine 17:857 and 17:873; Woodruff 1952; Welch 1947; Holm 1979; Zou & Donner 2008,
Statistics in Medicine 27:1693; Bonett & Price 2002; Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas
2024, Annals of Statistics 52 (arXiv:2103.06476); Lindon, Ham, Tingley & Bojinov 2022
(arXiv:2210.08589); Wolter 2007.

Standard library only, and little of it: this module is on the way of every question asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

LIKENESS = 0.07
"""Correlation within a game that is expected of it before its moves are seen."""

WEIGHT = 0.5
"""What that expectation is worth: as much as so many events, squared."""

CLUMPED = 3.0
"""What it is worth where the size of clumps is judged: as much as so many events."""

EVEN = (0.3, 0.5)
"""Effective games for each game there is: from where on the near end of a rare rate may spend more
than half of the doubt, and all of it."""

SKEWED = 2.0
"""How many times the first order an end allows for skewness; see above."""

LOOK_AT = 20.0
"""The (effective) number of games at which an anytime interval is made to be narrowest."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and how far it may be off."""

    estimate: float | None
    """None where there is nothing to estimate from (0 of 0)."""
    low: float | None
    """None where this end cannot be told; *why* then says so."""
    high: float | None
    units: int
    """The games (or sessions) it rests on."""
    why: str | None = None

    @property
    def settled(self) -> bool:
        """Whether an interval of a difference leaves 0 out. Touching 0 is not settled."""
        return (self.low is not None and self.low > 0) or (self.high is not None and self.high < 0)

    def within(self, least: float | None, most: float | None) -> Interval:
        """Return it without what lies beyond *least* and *most*, where the truth cannot be.

        What it covers stays as it was: the truth never was in what is cut off.

        >>> Interval(0.4, -0.1, 0.9, 8).within(0, None)
        Interval(estimate=0.4, low=0.0, high=0.9, units=8, why=None)
        """
        estimate, low, high = self.estimate, self.low, self.high
        if estimate is None:
            return self
        if least is not None and low is not None and low < least <= estimate:
            low = float(least)
        if most is not None and high is not None and high > most >= estimate:
            high = float(most)
        return replace(self, low=low, high=high)


@dataclass(frozen=True, slots=True)
class CubeSums:
    """Four more sums over games, of third powers."""

    kkk: float
    kkm: float
    kmm: float
    mmm: float


@dataclass(frozen=True, slots=True)
class ClusterSums:
    """Six sums over games, from the k and m of each: passes and turns, or seconds and moves.

    One pass of SQL gives them, exactly where k and m are integers. (Of no games at all SQL sums to
    NULL, which has to become 0; decimals have to become doubles.)

        SELECT count(*), sum(k), sum(m), sum(k * k), sum(k * m), sum(m * m)
        FROM (SELECT sum(passes) AS k, sum(turns) AS m FROM ... GROUP BY game_id) WHERE m > 0
    """

    units: int
    k: float
    m: float
    kk: float
    km: float
    mm: float
    groups: int = 0
    """Random groups by which the squares were told; 0 where it was game by game."""
    cubes: CubeSums | None = field(default=None, repr=False)
    """What tells how skewed a mean is; not needed of rates."""

    def of_random_groups(self, groups: int) -> ClusterSums:
        """Return what the sums over games would be, to the best that sums over random groups tell.

        Each game was in one of *groups*, all equally likely; these sums are over those that have any.
        Where groups are far more than games it is nearly the sums as they are.

        >>> ClusterSums.of([(30, 60), (44, 90)]).of_random_groups(2)
        ClusterSums(units=2, k=74, m=150, kk=196.0, km=420.0, mm=900.0, groups=2)
        """

        def told(square: float, one: float, other: float) -> float:
            return (square - one * other / groups) / (1 - 1 / groups)

        mm = told(self.mm, self.m, self.m)
        # Cases are whole, so their squares come to no less; drawn groups may happen to be alike.
        # What is missing is given to all three, so that what k is off from its share stays as it is.
        missing = max(0.0, self.m - mm)
        rate = self.k / self.m if self.m else 0.0
        return replace(
            self,
            kk=told(self.kk, self.k, self.k) + rate * rate * missing,
            km=told(self.km, self.k, self.m) + rate * missing,
            mm=mm + missing,
            groups=groups,
        )

    @classmethod
    def of(cls, games: Iterable[tuple[float, float]], *, cubes: bool = False) -> ClusterSums:
        """Sum the (k, m) of each game. Games with m = 0 say nothing and are not counted.

        >>> ClusterSums.of([(1, 4), (2, 5), (0, 0)])
        ClusterSums(units=2, k=3, m=9, kk=5, km=14, mm=41, groups=0)
        """
        told = [(k, m) for k, m in games if m]
        return cls(
            units=len(told),
            k=sum(k for k, _ in told),
            m=sum(m for _, m in told),
            kk=sum(k * k for k, _ in told),
            km=sum(k * m for k, m in told),
            mm=sum(m * m for _, m in told),
            cubes=CubeSums(
                sum(k * k * k for k, _ in told),
                sum(k * k * m for k, m in told),
                sum(k * m * m for k, m in told),
                sum(m * m * m for _, m in told),
            )
            if cubes
            else None,
        )


NOTHING = "nothing was counted"
ALONE = "one game or session cannot show how they differ"
ALIKE = "every game or session has the same value, so nothing shows how they differ"
ALIKE_ON_ONE_SIDE = (
    "on one side every game or session has the same value, so nothing shows how they differ there"
)
TOO_SOON = "too few games or sessions for an interval that may be looked at at any time"
AT_THE_EDGE = "too few values beyond the quantile to bound it on that side"


def rate_interval(sums: ClusterSums, level: float = 0.95, *, anytime: bool = False) -> Interval:
    """Return the rate Σk/Σm, each k a count out of its m, with its interval.

    *anytime*: the interval may be looked at after every game, and play stopped because of what it
    shows; see `_reach`. Raises ValueError where Σk is not between 0 and Σm.

    >>> one = rate_interval(ClusterSums.of([(3, 10), (5, 12), (1, 9), (4, 11)]))
    >>> f"{one.estimate:.2f} ({one.low:.2f} to {one.high:.2f}) in {one.units} games"
    '0.31 (0.16 to 0.50) in 4 games'
    """
    _must_be_share("level", level)
    if not 0 <= sums.k <= sums.m:
        raise ValueError(f"{sums.k} of {sums.m} is not a rate; take mean_interval")
    if not sums.m:
        return Interval(None, None, None, sums.units, NOTHING)
    rate = sums.k / sums.m
    games = _effective_games(sums)
    if games is None:
        return Interval(rate, None, None, sums.units, ALONE)
    if 2 * sums.k <= sums.m:
        low, high = _rare_ends(sums, games, level, anytime)
    else:
        low, high = _rare_ends(_others(sums), games, level, anytime)
        low, high = min(rate, 1 - high), max(rate, 1 - low)
    if sums.mm == sums.m and not anytime:
        low = min(low, _least_of_few(sums.k, sums.m, level))
        high = max(high, 1 - _least_of_few(sums.m - sums.k, sums.m, level))
    return Interval(rate, low, high, sums.units)


def mean_interval(sums: ClusterSums, level: float = 0.95, *, anytime: bool = False) -> Interval:
    """Return the mean Σk/Σm of any quantity k over m cases, ± t·√v, farther where it is skewed.

    With m = 1 in every game, and no cubes, it is Student's interval. *anytime* as in `rate_interval`.

    >>> one = mean_interval(ClusterSums.of([(12, 1), (15, 1), (11, 1), (14, 1)]))
    >>> f"{one.estimate} ({one.low:.2f} to {one.high:.2f})"
    '13.0 (10.09 to 15.91)'
    >>> one = mean_interval(ClusterSums.of([(12, 1), (19, 1), (11, 1), (14, 1)], cubes=True))
    >>> f"{one.estimate} ({one.low:.2f} to {one.high:.2f})"
    '14.0 (8.34 to 24.47)'
    """
    if not sums.m:
        return Interval(None, None, None, sums.units, NOTHING)
    mean = sums.k / sums.m
    games = _effective_games(sums)
    if games is None:
        return Interval(mean, None, None, sums.units, ALONE)
    variance = _variance(sums)
    if not variance:
        return Interval(mean, None, None, sums.units, ALIKE)
    if sums.groups:
        games = 1 + 1 / (1 / _freedom(games) + _looseness(sums))
    _, reach = _reach(games, level, anytime)
    if math.isinf(reach):
        return Interval(mean, None, None, sums.units, TOO_SOON)
    half = math.sqrt(reach * variance)
    more = _lean(_cumulant(sums), variance, _freedom(sums.units), reach, level)
    return Interval(mean, mean - half + min(0.0, more), mean + half + max(0.0, more), sums.units)


def rank_interval(
    sums: ClusterSums, q: float, *, level: float = 0.95, anytime: bool = False
) -> Interval:
    """Return the ranks (0 to 1) between which the *q* quantile lies; the middle step for SQL.

    First SQL finds the quantile (`quantile_disc`), then counts in each game the values at or below
    it (k) among all (m); this gives the ranks, and the quantiles at those ranks are the interval
    (Woodruff 1952). The ends are q ± √(z²/n*·q(1 - q)): q is known here, so its binomial variance
    is too, and Wilson's pull to the middle would push an outer quantile's interval inward. An end
    at or beyond rank 0 or 1 is None: no value of the sample bounds the quantile there.
    """
    _must_be_share("quantile", q)
    _must_be_share("level", level)
    if not sums.m:
        return Interval(None, None, None, sums.units, NOTHING)
    games = _effective_games(sums)
    if games is None:
        return Interval(q, None, None, sums.units, ALONE)
    shape = _rate_shape(sums, games, level, anytime)
    half = math.sqrt(shape * q * (1 - q))
    low = q - half if q > half else None
    high = q + half if q + half < 1 else None
    return Interval(q, low, high, sums.units, None if low and high else AT_THE_EDGE)


@dataclass(frozen=True, slots=True)
class PairSums:
    """Four sums over the games (or sessions) that stand on both sides of a difference."""

    units: int
    kk: float
    """Σ of one side's k times the other's, and so on."""
    km: float
    mk: float
    mm: float


def correlation(a: ClusterSums, b: ClusterSums, pairs: PairSums) -> float:
    """Return how the figures of two sides go together that share games: 0 where they share none.

    The covariance is linearised like the variances: Σ(kₐ - rₐ·mₐ)(k_b - r_b·m_b) over the shared
    games. Two prints played on the same evenings, or two players at the same tables, are told
    apart better than by strangers.
    """
    if not a.m or not b.m:
        return 0.0
    rate_a, rate_b = a.k / a.m, b.k / b.m
    spreads = [
        one.kk - 2 * rate * one.km + rate * rate * one.mm
        for one, rate in ((a, rate_a), (b, rate_b))
    ]
    together = pairs.kk - rate_b * pairs.km - rate_a * pairs.mk + rate_a * rate_b * pairs.mm
    if min(spreads) <= 0:
        return 0.0
    return max(-1.0, min(1.0, together / math.sqrt(spreads[0] * spreads[1])))


def of_one_whole(a: float, b: float) -> float:
    """Return how two shares of one whole go together: what one gains others lose.

    The correlation of multinomial shares; -1 where the two are all there is.

    >>> of_one_whole(0.5, 0.5), round(of_one_whole(0.2, 0.2), 2)
    (-1.0, -0.25)
    """
    rest = (1 - a) * (1 - b)
    return -min(1.0, math.sqrt(a * b / rest)) if rest else -1.0


def difference(a: Interval, b: Interval, *, together: float = 0.0) -> Interval:
    """Return the difference a - b of two rates or two quantiles, from the intervals of both.

    Each end is as far off as the ends of both allow, added as squares: for rates Newcombe's method
    10 (1998), in general the method of variance estimates recovery (Donner & Zou 2010), which for
    medians is as good as those made for them (Bonett & Price 2002 for the plainest case). Where
    both share games *together* is their `correlation`, which takes away twice that share of the
    product (Zou & Donner 2008). One end is open where it rests on an open end.
    """
    units = a.units + b.units
    if a.estimate is None or b.estimate is None:
        return Interval(None, None, None, units, a.why or b.why)
    size = a.estimate - b.estimate
    low = high = None
    if a.low is not None and b.high is not None:
        low = size - _aside(a.estimate - a.low, b.high - b.estimate, together)
    if a.high is not None and b.low is not None:
        high = size + _aside(a.high - a.estimate, b.estimate - b.low, together)
    return Interval(size, low, high, units, a.why or b.why)


def _aside(one: float, other: float, together: float) -> float:
    return math.sqrt(max(0.0, one * one + other * other - 2 * together * one * other))


def mean_difference(
    a: ClusterSums,
    b: ClusterSums,
    *,
    level: float = 0.95,
    anytime: bool = False,
    together: float = 0.0,
) -> Interval:
    """Return the difference a - b of two means: both variances, less what they share, Welch's t.

    With m = 1 in every game it is Welch's interval of 1947. *together* as in `difference`; two
    sides that share their games have the degrees of freedom of the smaller alone, as in Student's
    paired test.
    """
    units = a.units + b.units
    if not a.m or not b.m:
        return Interval(None, None, None, units, NOTHING)
    size = a.k / a.m - b.k / b.m
    games_a, games_b = _effective_games(a), _effective_games(b)
    if games_a is None or games_b is None:
        return Interval(size, None, None, units, ALONE)
    var_a, var_b = _variance(a), _variance(b)
    variance = var_a + var_b - 2 * together * math.sqrt(var_a * var_b)
    if variance <= 1e-12 * (var_a + var_b):
        return Interval(size, None, None, units, ALIKE)
    if not var_a or not var_b:
        return Interval(size, None, None, units, ALIKE_ON_ONE_SIDE)
    free = _welch(var_a, var_b, games_a, games_b)
    if together:
        free = min(free, _freedom(min(games_a, games_b)))
    _, reach = _reach(free + 1, level, anytime)
    if math.isinf(reach):
        return Interval(size, None, None, units, TOO_SOON)
    half = math.sqrt(reach * variance)
    # How skewed the difference of what is shared is the sums of the sides do not tell.
    cumulant = 0.0 if together else _cumulant(a) - _cumulant(b)
    more = _lean(cumulant, variance, _welch(var_a, var_b, a.units, b.units), reach, level)
    return Interval(size, size - half + min(0.0, more), size + half + max(0.0, more), units)


def _welch(var_a: float, var_b: float, games_a: float, games_b: float) -> float:
    """Degrees of freedom of the sum of two variances (Welch 1947)."""
    return (var_a + var_b) ** 2 / (var_a**2 / _freedom(games_a) + var_b**2 / _freedom(games_b))


def looked_at(settled: Sequence[bool], *, anytime: bool = False) -> int:
    """Return among how many differences one that is not settled has to show, at least 1.

    *settled* is what `settled_together` told: the clearest have passed, and leave the rest to each other;
    *anytime* has all of them share.
    """
    return len(settled) if anytime else settled.count(False) or 1


def settled_together(
    differences: Sequence[Interval], *, level: float = 0.95, anytime: bool = False
) -> list[bool]:
    """Return which of several differences are settled, looked at together (Holm 1979).

    Among twenty differences of nothing one seems settled; so that the chance of *any* such mistake
    stays at 1 - *level*, the clearest has to pass at a twentieth of it, the next at a nineteenth,
    until one fails. One alone is settled where its interval leaves out 0.

    How clear a difference is is read off its interval: 0 lies so many times as far away as its
    nearer end, on the scale of Student's t with two degrees of freedom less than units. *Anytime*
    intervals have another scale; of m all must pass at an m-th (Bonferroni), where they are at the
    most √(1 + ln m / ln(1/a)) times as wide, by the boundary in `_reach`.
    """
    if anytime:
        wider = _wider_at_any_time(len(differences), level)
        return [_passes(one, wider) for one in differences]
    order = sorted(range(len(differences)), key=lambda at: _doubt(differences[at], level))
    found = [False] * len(differences)
    for nth, at in enumerate(order):
        left = len(order) - nth
        is_clear = left == 1 or _doubt(differences[at], level) < (1 - level) / left
        if not (is_clear and differences[at].settled):
            break
        found[at] = True
    return found


def _passes(one: Interval, wider: float) -> bool:
    size = one.estimate
    end = one.low if size is not None and size > 0 else one.high
    if not size or end is None:
        return False
    return one.settled and (wider == 1 or abs(size) > wider * abs(size - end))


def _wider_at_any_time(differences: int, level: float) -> float:
    return math.sqrt(1 + math.log(max(1, differences)) / math.log(1 / (1 - level)))


def _free_of(one: Interval) -> float:
    """Degrees of freedom by which a difference is read off its interval."""
    return max(1.0, one.units - 2.0)


def _doubt(one: Interval, level: float) -> float:
    """The chance to see as clear a difference where there is none, roughly; 1 where none was seen."""
    end = one.low if one.estimate is not None and one.estimate > 0 else one.high
    if not one.estimate or end is None or end == one.estimate:
        return 1.0
    free = _free_of(one)
    times = one.estimate / (one.estimate - end)
    return 2 * _student_tail(times * student_quantile(0.5 + level / 2, free), free)


def games_to_settle(
    one: Interval,
    games: float,
    *,
    among: int = 1,
    level: float = 0.95,
    power: float = 0.8,
    anytime: bool = False,
) -> int | None:
    """Return how many more games, on both sides together, would settle a difference of this size.

    With e the distance from the difference to its end nearer to 0, which shrinks as 1/√games, and z
    the normal quantiles of *level* (two-sided) and *power*:

        games in all = games · (e / |difference|)² · ((z_level + z_power) / z_level)²

    at which a true difference of that size has the chance *power* to show as settled (a power of .5
    leaves out the last factor). New games are taken to be like the old and shared out alike, in as
    many games a session: *games* are those there are, and the interval may rest on fewer sessions.
    *among*: so many differences are looked at together that are not settled yet, and by Holm's
    procedure this one has to pass at a part of 1 - *level* (with *anytime* all of them, by
    Bonferroni's), where e is farther by the scales of `settled_together`. 0 where it is settled
    already; None where no number of games would do (a difference of 0) or where the interval is
    missing.

    >>> games_to_settle(Interval(0.10, -0.02, 0.22, 20), games=20)
    39
    """
    _must_be_share("power", power)
    if one.settled and among == 1:
        return 0
    size = one.estimate
    end = one.low if size is not None and size > 0 else one.high
    if not size or end is None:
        return None
    tail = (1 - level) / 2
    if anytime:
        wider, z = _wider_at_any_time(among, level), normal_quantile(1 - tail)
    else:
        free = _free_of(one)
        wider = student_quantile(1 - tail / among, free) / student_quantile(1 - tail, free)
        z = normal_quantile(1 - tail / among)
    chance = max(0.0, (z + normal_quantile(power)) / z)
    return max(0, math.ceil(games * (((size - end) / size * wider * chance) ** 2 - 1)))


def _must_be_share(what: str, value: float) -> None:
    if not 0 < value < 1:
        raise ValueError(f"{what} {value} does not lie between 0 and 1; 95 % is 0.95")


def _effective_games(sums: ClusterSums) -> float | None:
    """Games of equal length that would tell as much; None where only one game tells anything."""
    return sums.m * sums.m / sums.mm if sums.mm < sums.m * sums.m else None


def _freedom(games: float) -> float:
    # Below one degree of freedom Student's quantiles grow past all use: 2 games of 9 and 1 moves.
    return max(1.0, games - 1)


def _looseness(sums: ClusterSums) -> float:
    """What random groups add to 1/f, the relative variance of a variance: errors that are apart add up."""
    return 1 / (sums.groups - 1) if sums.groups else 0.0


def _variance(sums: ClusterSums) -> float:
    """Variance of Σk/Σm between games: Σ(k - r·m)² / (n² - Σm²)."""
    square = sums.m * sums.m
    # One division, at the end: with integers a spread of 0 is exactly 0.
    spread = sums.kk * square - 2 * sums.k * sums.m * sums.km + sums.k * sums.k * sums.mm
    if spread <= 1e-12 * abs(sums.kk) * square:  # what is left of floats that cancel
        return 0.0
    return spread / square / (square - sums.mm)


def _cumulant(sums: ClusterSums) -> float:
    """Third cumulant of Σk/Σm between games; 0 where it is not told, or too small to matter."""
    if sums.cubes is None or sums.groups or sums.units < 3:
        return 0.0
    rate, cubes = sums.k / sums.m, sums.cubes
    parts = (
        cubes.kkk,
        -3 * rate * cubes.kkm,
        3 * rate**2 * cubes.kmm,
        -(rate**3) * cubes.mmm,
    )
    total = math.fsum(parts)
    if abs(total) <= 1e-11 * max(map(abs, parts)):  # what is left of floats that cancel
        return 0.0
    games = sums.units
    return total / sums.m**3 * games * games / ((games - 1) * (games - 2))


def _lean(cumulant: float, variance: float, free: float, reach: float, level: float) -> float:
    """How much farther away the end on the long side of a mean is, with the sign of that side.

    *free* are degrees of freedom were games even: the t of few effective games would be squared here.
    """
    if not cumulant:
        return 0.0
    # Of fewer games than eight too little is known to let their wide t say how skewed they are.
    square = min(reach, student_quantile(0.5 + level / 2, max(7.0, free)) ** 2)
    return SKEWED * cumulant / variance * (2 * square + 1) / 6


def _others(sums: ClusterSums) -> ClusterSums:
    """The sums of m - k: the cases that did not count."""
    return ClusterSums(
        sums.units,
        sums.m - sums.k,
        sums.m,
        sums.mm - 2 * sums.km + sums.kk,
        sums.mm - sums.km,
        sums.mm,
        sums.groups,
    )


def _rare_ends(sums: ClusterSums, games: float, level: float, anytime: bool) -> tuple[float, float]:
    """The ends of a rate of at most a half: the near one, towards 0, and the far one."""
    rate = sums.k / sums.m
    shape = _rate_shape(sums, games, level, anytime)
    known, _ = _reach(games, level, anytime)
    longest = known * _most(sums) / sums.m
    reach = math.sqrt(shape) + (known + 2) * _skew(sums, known) / math.sqrt(sums.m)
    low, _ = _wilson(rate, shape)
    _, high = _wilson(rate, min(longest, reach * reach))
    if anytime:
        return low, high
    # Cases alone, one a game, are left as Wilson has them: hence 1 - 1/most.
    of_none = known * _expected(sums) * (1 - 1 / _most(sums)) / sums.m
    unmissed = of_none / (1 + of_none)
    if unmissed <= low and high <= 1 - unmissed:
        return low, high
    least, enough = EVEN
    spent = min(1.0, max(0.0, (games / sums.units - least) / (enough - least)))
    one_sided = _rate_shape(sums, games, max(0.0, level - spent * (1 - level)), anytime)
    nearer, farther = _wilson(rate, one_sided)
    return max(low, min(nearer, unmissed)), min(high, max(farther, 1 - unmissed))


def _least_of_few(events: float, cases: float, level: float) -> float:
    """The least rate at which so few *events* among single *cases* are no surprise; 1 of more."""
    if not 1 <= events <= (2 if cases <= 50 else 3):
        return 1.0
    return _poisson_mean(int(events), 1 - level) / cases


@lru_cache(maxsize=64)
def _poisson_mean(events: int, chance: float) -> float:
    """The mean at which a Poisson count comes to *events* or more with that *chance*."""
    low, high = 0.0, float(events)  # there the chance is above a half
    for _ in range(60):
        mean = (low + high) / 2
        fewer = sum(mean**count / math.factorial(count) for count in range(events))
        low, high = (mean, high) if 1 - fewer * math.exp(-mean) < chance else (low, mean)
    return low


def _most(sums: ClusterSums) -> float:
    """The design effect if every move of a game went the same way."""
    return max(1.0, sums.mm / sums.m)


def _expected(sums: ClusterSums) -> float:
    return 1 + (_most(sums) - 1) * LIKENESS


def _seen(sums: ClusterSums) -> float:
    rate = sums.k / sums.m
    binomial = rate * (1 - rate) / sums.m
    return _variance(sums) / binomial if binomial else 0.0


def _skew(sums: ClusterSums, known: float) -> float:
    """How many standard errors the far end of a rare rate is farther away, per known + 2.

    Taken at the far end that Wilson's interval has with the same d, for clumps are as rare as they
    can be there; at the rate that was seen it would grow past all use. Less where hardly any event
    was seen, for there d₀ is taken for d, and no luck is in that.
    """
    events = sums.k
    clump = (events * _seen(sums) + CLUMPED * _expected(sums)) / (events + CLUMPED)
    clump = min(clump, _most(sums))
    _, there = _wilson(events / sums.m, known * clump / sums.m)
    if clump <= 1 or there >= 0.5:  # more even than chance, or no end of a rare rate at all
        return 0.0
    lean = (1 - 2 * there) / math.sqrt(sums.m * there * (1 - there))
    return 4 / 6 * (clump - 1) * lean * events / (events + 1)


def _rate_shape(sums: ClusterSums, games: float, level: float, anytime: bool) -> float:
    """z²/n*, all that Wilson's interval wants to know besides the rate."""
    most, expected, seen = _most(sums), _expected(sums), _seen(sums)
    events = min(sums.k, sums.m - sums.k)
    if anytime:
        known, estimated = _reach(games, level, anytime)
        # Of looks without end some come when hardly anything was seen, and there it errs widely.
        drawn = (events * max(1.0, seen) + 2 * expected) / (events + 2)
        # An infinite reach times a likeness of 0 is not a number; the cap is what holds then.
        loose = estimated * seen if seen else 0.0
        return min(max(known * drawn, loose), known * most) / sums.m
    tail = 0.5 + level / 2
    known = normal_quantile(tail) ** 2
    free = max(1.0, (games - 1) / 0.8)
    if sums.groups:
        free = 1 / (1 / free + _looseness(sums))
    square = events * events
    told = square * student_quantile(tail, free) ** 2 * seen
    drawn = (told + WEIGHT * expected * known) / (square + WEIGHT)
    least = max(0.5, 1 - (sums.units - 1) / 14)
    return min(max(drawn, known * least), known * most) / sums.m


def _wilson(rate: float, shape: float) -> tuple[float, float]:
    """Wilson's interval (1927) from the rate and z²/n."""
    middle = (rate + shape / 2) / (1 + shape)
    half = math.sqrt(shape * rate * (1 - rate) + shape * shape / 4) / (1 + shape)
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def _reach(games: float, level: float, anytime: bool) -> tuple[float, float]:
    """How many variances an end is away from the estimate: variance known, and estimated.

    Fixed: z² and t². *anytime*: the normal mixture boundary of Robbins, as in the asymptotic
    confidence sequences of Waudby-Smith et al. (2024, theorem 2.2), with g = games·ρ²,

        (1 + g)/g · ln((1 + g)/a²)

    and for an estimated variance its exact counterpart for normal games (Lindon et al. 2022),

        f·(1 - s)/(s - 1/(1 + g)),   s = (a²/(1 + g))^(1/(f + 1)),   infinite where s ≤ 1/(1 + g)

    which tends to the former. ρ² is what makes it narrowest at LOOK_AT games, by the paper's
    approximation (2·ln(1/a) + ln(1 + 2·ln(1/a)))/LOOK_AT: at 20 games 3.4 standard errors to either
    side where a fixed interval has 2.1. At far fewer games it is very wide or infinite, at far more
    it grows slowly, as √ln(games). Exact for normal means of equally long games, else asymptotic.
    """
    _must_be_share("level", level)
    free = _freedom(games)
    if not anytime:
        tail = 0.5 + level / 2
        return normal_quantile(tail) ** 2, student_quantile(tail, free) ** 2
    alpha = 1 - level
    base = 2 * math.log(1 / alpha)
    g = games * (base + math.log1p(base)) / LOOK_AT
    log_odds = base + math.log1p(g)
    s = math.exp(-log_odds / (free + 1))
    loose = free * (1 - s) / (s - 1 / (1 + g)) if s > 1 / (1 + g) else math.inf
    return (1 + g) / g * log_odds, loose


def normal_cdf(x: float) -> float:
    """The share of the standard normal distribution at or below *x*."""
    return math.erfc(-x / math.sqrt(2)) / 2


@lru_cache(maxsize=1024)
def normal_quantile(p: float) -> float:
    """Return the x with *p* of the standard normal at or below it; relative error about 1e-14.

    Abramowitz & Stegun 26.2.23 to start with, then Halley's steps.
    """
    _must_be_share("probability", p)
    if p > 0.5:
        return -normal_quantile(1 - p)
    if p == 0.5:
        return 0.0
    t = math.sqrt(-2 * math.log(p))
    x = -t + (2.515517 + t * (0.802853 + t * 0.010328)) / (
        1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    )
    for _ in range(3):
        step = (normal_cdf(x) - p) * math.sqrt(2 * math.pi) * math.exp(x * x / 2)
        x -= step / (1 + x * step / 2)
    return x


def student_cdf(t: float, free: float) -> float:
    """The share of Student's distribution with *free* degrees of freedom at or below *t*.

    By the incomplete beta function, Abramowitz & Stegun 26.7.1. *free* need not be whole.
    """
    tail = _student_tail(abs(t), free)
    return tail if t < 0 else 1 - tail


@lru_cache(maxsize=4096)
def student_quantile(p: float, free: float) -> float:
    """Return the t with *p* of Student's distribution at or below it; relative error below 1e-10.

    From 1,000 degrees of freedom on by Abramowitz & Stegun 26.7.5, below by Newton's method.
    """
    _must_be_share("probability", p)
    if not free > 0:
        raise ValueError(f"Student's t needs more than {free} degrees of freedom")
    if p < 0.5:
        return -student_quantile(1 - p, free)
    x = normal_quantile(p)
    if free >= 1000:
        return _student_far(x, free)
    # The tail is convex, so Newton's steps rise to the root and never pass it: at once from the normal
    # quantile, which lies below; from the series, which may lie beyond, after the first.
    if free >= 3:
        x = _student_far(x, free)
    log_scale = math.lgamma((free + 1) / 2) - math.lgamma(free / 2) - math.log(free * math.pi) / 2
    for _ in range(200):
        density = math.exp(log_scale - (free + 1) / 2 * math.log1p(x * x / free))
        step = (_student_tail(x, free) - (1 - p)) / density
        x += step
        if abs(step) <= 1e-12 * (1 + x):
            break
    return x


def _student_far(x: float, free: float) -> float:
    """Student's quantile from the normal one, for many degrees of freedom (A&S 26.7.5)."""
    y = x * x
    terms = (
        x * (y + 1) / 4,
        x * ((5 * y + 16) * y + 3) / 96,
        x * (((3 * y + 19) * y + 17) * y - 15) / 384,
        x * ((((79 * y + 776) * y + 1482) * y - 1920) * y - 945) / 92160,
    )
    return x + sum(term / free**power for power, term in enumerate(terms, start=1))


def _student_tail(t: float, free: float) -> float:
    """The share beyond *t* ≥ 0."""
    return _incomplete_beta(free / (free + t * t), t * t / (free + t * t), free / 2, 0.5) / 2


def _incomplete_beta(x: float, y: float, a: float, b: float) -> float:
    """The regularised I_x(a, b); *y* is 1 - x, given apart so that neither loses its digits.

    The continued fraction DLMF 8.17.22, evaluated by the modified method of Lentz.
    """
    if x == 0 or y == 0:
        return 0.0 if x == 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # there the fraction is slow, and the other side's is quick
        return 1 - _incomplete_beta(y, x, b, a)
    front = math.exp(
        a * math.log(x)
        + b * math.log(y)
        + math.lgamma(a + b)
        - math.lgamma(a)
        - math.lgamma(b)
        - math.log(a)
    )
    upper, lower, value = 1.0, 1 / (1 - (a + b) * x / (a + 1)), 1.0
    value = lower
    for m in range(1, 1000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            lower = 1 / (1 + term * lower)
            upper = 1 + term / upper
            value *= lower * upper
        if abs(lower * upper - 1) < 1e-15:
            break
    return front * value
