"""Turns the tree of a phrase into a `Query`.

`reader` walks the tree. A part of it is read by the method that has the name of its node: what is asked for in
`asked_for`, and besides it `splits`, which cases are `chosen`, `comparisons`, `spans` of time and how it is
`shown`. All of them write into one `draft`; its words mean dimensions and values by `named`, `dates` and
`conditions`, its metrics by `metric_words`. What one part leaves open and another says is settled at the end
(`settling`, `unsaid`, `against`, `company`, `order`).
"""
