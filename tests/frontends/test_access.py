"""Which permission each kind of reference needs."""

import pytest

from toolc.frontends.access import Access, Reach


@pytest.mark.parametrize("reach", ["inside", "outside", "network"])
def test_nothing_is_permitted_unless_someone_said_so(reach: Reach) -> None:
    assert Access().missing(reach) is not None


@pytest.mark.parametrize(
    ("access", "reach", "missing"),
    [
        (Access(files=True), "inside", None),
        (Access(files=True), "outside", None),
        (Access(files=True), "network", "net"),
        (Access(net=True), "network", None),
        (Access(net=True), "inside", "files"),
        (Access(net=True), "outside", "files"),
    ],
)
def test_one_permission_is_not_the_other(access: Access, reach: Reach, missing: str | None) -> None:
    assert access.missing(reach) == missing
