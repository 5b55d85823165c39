"""What people say, and what they mean by it: tables of sayings, each by what it speaks of.

A new saying goes where the thing it speaks of is: how games came out (`results`), who plays (`people`, `bots`),
days and lengths (`times`), stars and remarks (`feedback`), rules and rejected logs (`rules`), what is counted,
spread and split in any game (`figures`), rounds whatever a game calls its own (`rounds`), the table of one game
(`spot_on`, `pot_luck`, `top_spot`, `equator`), and words that ask for nothing (`looks`). Each has

- a `TABLE`: by what is meant, how it is said, separated by commas. What is meant is a piece of a phrase that the
  language reads, and the echo says it. No saying stands twice, in whichever table: a test tells;
- `said`, which yields what goes together in many ways: five words for *bust* times six for *because of*.

Words of `words.SKIPPED` may be left out of a saying, but of one behind a ``=`` (`ways.ways`). What no list can
hold, names and numbers inside a saying, is read by `patterns`, `worded`, `loosely`, `counted`, `never`,
`apart` and `sides`.
"""
