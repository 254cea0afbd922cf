"""The names of sources that were asked for, and what they lead to."""

import os
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

__all__ = ["Named"]


class Named:
    """Names of files and folders. What they lead to is looked up when it is needed, which is seldom."""

    def __init__(self, sources: Iterable[object]) -> None:
        """Take those sources that are names."""
        self._all = [os.fspath(one) for one in sources if isinstance(one, (str, os.PathLike))]
        self.names = frozenset(self._all)

    @cached_property
    def _real(self) -> Counter[str]:
        return Counter(map(os.path.realpath, self._all))

    def is_input(self, path: str) -> bool:
        """Tell whether it is one of the files that were named."""
        return os.path.realpath(path) in self._real

    def twice(self, path: str) -> bool:
        """Tell whether a file was named twice, or also by a folder that it stands in."""
        real = os.path.realpath(path)
        times = self._real[real]
        while (above := os.path.dirname(real)) != real:  # noqa: PTH120
            real = above
            times += self._real[real]
        return times > 1
