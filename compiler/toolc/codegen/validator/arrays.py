"""Keywords of arrays (JSON Schema 2020-12 core, 10.3.1 and 11.2; validation, 6.4)."""

from toolc.codegen.text import Code
from toolc.codegen.validator.body import Body, Local, Spot
from toolc.codegen.validator.registry import Place
from toolc.codegen.validator.scalars import counted

__all__ = ["contains", "items", "max_items", "min_items", "unevaluated_items", "unique_items"]


def min_items(body: Body, place: Place, spot: Spot) -> None:
    """`minItems`."""
    limit = place.count("minItems")
    if limit > 0:
        size = f"len({spot.name})"
        wanted = f"must have at least {counted(limit, 'item')}; has "
        body.fail_if(f"{size} < {limit}", spot, "minItems", wanted, Code(size))


def max_items(body: Body, place: Place, spot: Spot) -> None:
    """`maxItems`."""
    _at_most(body, spot, "maxItems", place.count("maxItems"))


def unique_items(body: Body, place: Place, spot: Spot) -> None:
    """`uniqueItems`."""
    if place.schema["uniqueItems"] is True:
        test = f"{body.helper('has_repeats')}({spot.name})"
        body.fail_if(test, spot, "uniqueItems", "must not have two equal items")


def items(body: Body, place: Place, spot: Spot) -> None:
    """`prefixItems` and `items`: the first few one by one, then the rest in a loop."""
    prefix = place.sequence("prefixItems")
    for index in range(len(prefix)):
        with body.block(f"if len({spot.name}) > {index}:"):
            _one_item(
                body, body.emitter.registry.child(place, "prefixItems", str(index)), spot, index
            )
    if "items" in place.schema:
        if place.schema["items"] is False:
            _at_most(body, spot, "items", len(prefix))
        else:
            _rest(body, body.emitter.registry.child(place, "items"), spot, len(prefix))
    if spot.known is not None:
        seen = f"len({spot.name})"
        if "items" not in place.schema:
            seen = f"min({len(prefix)}, {seen})"
        body.line(f"{spot.known}.update(range({seen}))")


def _at_most(body: Body, spot: Spot, keyword: str, limit: int) -> None:
    wanted = f"must have at most {counted(limit, 'item')}; has "
    body.fail_if(f"len({spot.name}) > {limit}", spot, keyword, wanted, Code(f"len({spot.name})"))


def _one_item(body: Body, place: Place, spot: Spot, index: int) -> None:
    item = body.names.take(f"{_stem(spot)}item_{index}")
    with body.aside() as lines:
        body.schema(place, spot.below(item, str(index)))
    body.bind(item, f"{spot.name}[{index}]", lines)


def _rest(body: Body, place: Place, spot: Spot, start: int) -> None:
    item = body.names.take(f"{_stem(spot)}item")
    index = body.names.take(f"{_stem(spot)}index")
    with body.aside() as lines:
        body.schema(place, spot.below(item, Local(index, is_key=False)))
    body.each_item(index, item, spot.name, start, lines)


def _stem(spot: Spot) -> str:
    return "" if spot.name == "value" else f"{spot.name}_"


def contains(body: Body, place: Place, spot: Spot) -> None:
    """`contains` with `minContains` and `maxContains`; the items that fit count as evaluated."""
    least = place.count("minContains") if "minContains" in place.schema else 1
    most = place.count("maxContains") if "maxContains" in place.schema else None
    if least == 0 and most is None and spot.known is None:
        return
    item = body.names.take(f"{_stem(spot)}item")
    test = body.test(body.emitter.registry.child(place, "contains"), Spot(item))
    hits = body.names.take(f"{_stem(spot)}hits")
    if spot.known is None:
        body.line(f"{hits} = sum(1 for {item} in {spot.name} if {test})")
    else:
        index = body.names.take(f"{_stem(spot)}index")
        body.line(f"{hits} = 0")
        with (
            body.block(f"for {index}, {item} in enumerate({spot.name}):"),
            body.block(f"if {test}:"),
        ):
            body.line(f"{hits} += 1")
            body.line(f"{spot.known}.add({index})")
    has = ("; has ", Code(hits))
    fit = "that `contains` describes"
    if least:
        wanted = f"must have at least {counted(least, 'item')} {fit}"
        body.fail_if(f"{hits} < {least}", spot, "contains", wanted, *has)
    if most is not None:
        wanted = f"must have at most {counted(most, 'item')} {fit}"
        body.fail_if(f"{hits} > {most}", spot, "maxContains", wanted, *has)


def unevaluated_items(body: Body, place: Place, spot: Spot) -> None:
    """`unevaluatedItems`: the items that nothing before has looked at."""
    index = body.names.take(f"{_stem(spot)}index")
    item = body.names.take(f"{_stem(spot)}item")
    child = body.emitter.registry.child(place, "unevaluatedItems")
    with body.aside() as lines, body.block(f"if {index} not in {spot.known}:"):
        body.schema(child, spot.below(item, Local(index, is_key=False)))
    body.each_item(index, item, spot.name, 0, lines)
    body.line(f"{spot.known}.update(range(len({spot.name})))")
