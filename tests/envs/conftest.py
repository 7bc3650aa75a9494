"""What the tests of environments cannot do without."""

from __future__ import annotations

from conftest import require

for module in ("gymnasium", "pettingzoo"):
    require(module, module, "pip install 'tengen[envs]'")
for module, package in (("resvg_py", "resvg-py"), ("PIL", "pillow")):
    require(module, package, "pip install 'tengen[pictures]'")
