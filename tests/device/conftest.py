"""For tests of what is made of a photograph: each picture is searched once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vision.reading.reader import Examination, Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frame import GreyImage


@pytest.fixture(scope="module")
def searched_once() -> Iterator[None]:
    """Within a module, a thorough look at the same picture, which takes seconds, is had once."""
    examine, found = Reader.examine, dict[bytes, Examination]()

    def examined(reader: Reader, image: GreyImage) -> Examination:
        picture = image.tobytes()
        if picture not in found:
            found[picture] = examine(reader, image)
        return found[picture]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reader, "examine", examined)
        yield
