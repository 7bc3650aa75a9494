"""Results are values: made once, never changed, equal when what they say is equal."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Value:
    """A base for small immutable classes: fields are `__slots__`; those with an underscore are not compared, kept or
    shown. They are shown in the order of their annotations.

    Plain, where a dataclass would do as well, because importing dataclasses takes longer than a seed job.
    """

    __slots__ = ()

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def _fields(self) -> "dict[str, Any]":
        names: tuple[str, ...] = self.__slots__
        return {name: getattr(self, name) for name in names if not name.startswith("_")}

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(tuple(self._fields().values()))

    def __repr__(self) -> str:
        fields, kinds = self._fields(), type(self).__mro__[::-1]
        order = dict.fromkeys(name for kind in kinds for name in getattr(kind, "__annotations__", ()))
        return f"{type(self).__name__}({', '.join(f'{name}={fields[name]!r}' for name in order if name in fields)})"

    def __getstate__(self) -> "dict[str, Any]":
        return self._fields()

    def __setstate__(self, state: "dict[str, Any]") -> None:
        self._set(**state)
