"""Top Spot: tricks are won by the most spots, seen through the holes of stacked cards."""
