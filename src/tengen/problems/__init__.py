"""The four published problems: their answers, checkers for a judge, and inputs that break programs."""
