"""Ours beside the peers, same work, one run, as ratios."""
