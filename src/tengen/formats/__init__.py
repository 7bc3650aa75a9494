"""Every grammar that Tengen reads and writes. Knows no rules."""
