"""What all tests share: slow ones run last, so that a plain mistake shows early."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        type=int,
        default=20_000,
        help="how many cases the differential test compares",
    )


@pytest.fixture(scope="session")
def differential_cases(request: pytest.FixtureRequest) -> int:
    """How many cases the differential test compares, as `--cases` says."""
    return int(request.config.getoption("--cases"))
