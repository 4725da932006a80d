"""For tests of what is made of a photograph: each picture is searched once."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

import pytest

from vision.reading.reader import Examination, Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.frame import GreyImage


FOUND: dict[bytes, Examination] = {}
"""What the whole kit's reader finds in a picture."""


@pytest.fixture(scope="module")
def searched_once() -> Iterator[None]:
    """A thorough look at the same picture, which takes seconds, is had once."""
    examine = Reader.examine

    def examined(reader: Reader, image: GreyImage) -> Examination:
        picture = blake2b(image.tobytes()).digest()
        if picture not in FOUND:
            FOUND[picture] = examine(reader, image)
        return FOUND[picture]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Reader, "examine", examined)
        yield
