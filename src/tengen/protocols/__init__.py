"""Servers: Tengen's players, spoken to by other people's programs."""
