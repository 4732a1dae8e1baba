"""Which names reach which tools, and which never do."""

import sys

import pytest

from toolc.runtime.names import match_name, nearest
from toolc.runtime.tools import ToolTable, read_tools


def _table(*names: str, destructive: str = "") -> ToolTable:
    return read_tools([{"name": name, "destructive": name == destructive} for name in names])


@pytest.mark.parametrize(
    ("said", "names", "meant"),
    [
        ("read_file", ("read_file", "readFile"), "read_file"),
        ("readFile", ("read_file",), "read_file"),
        ("Read-File", ("read_file",), "read_file"),
        ("read\\_file", ("read_file",), "read_file"),
        ("set_v1.1", ("set_v1_1", "set_v11"), "set_v1_1"),
        ("get_wether", ("get_weather", "get_alarm"), "get_weather"),
        ("getWheather", ("get_weather",), "get_weather"),
        ("list_custmers", ("list_customers", "list_orders"), "list_customers"),
        ("send_mesage", ("send_message",), "send_message"),
        ("get_infromation", ("get_information",), "get_information"),
        ("searchDocuemnts", ("search_documents",), "search_documents"),
    ],
)
def test_reaches(said: str, names: tuple[str, ...], meant: str) -> None:
    match = match_name(said, _table(*names))
    assert match.name == meant
    assert match.refused is None
    assert match.repair == (None if said == meant else f"name: {said} -> {meant}")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("set_weather", "get_weather"),
        ("enable_alarm", "disable_alarm"),
        ("add_user", "delete_user"),
        ("remove_tag", "restore_tag"),
        ("restart_server", "start_server"),
        ("unlock_door", "lock_door"),
        ("unsubscribe", "subscribe"),
        ("upload_file", "update_file"),
        ("charge_card", "change_card"),
        ("import_rows", "export_rows"),
        ("inactive_users", "active_users"),
        ("get_user_v1", "get_user_v2"),
        ("get_cat", "get_car"),
        ("get_user", "get_user_by_id"),
        ("weather", "get_weather"),
        ("order_by_name", "border_by_name"),
        # singular and plural, and what else the end of a word says
        ("read_files", "read_file"),
        ("createUsers", "createUser"),
        ("create_ticket", "create_tickets"),
        ("list_query", "list_queries"),
        ("get_employer", "get_employee"),
        ("assign_mentor", "assign_mentee"),
        ("list_routes", "list_routers"),
        ("list_stories", "list_stores"),
        ("list_planets", "list_plants"),
        ("run_product", "run_produce"),
        ("list_schemes", "list_schemas"),
        # another word within one slip
        ("get_country", "get_county"),
        ("list_countries", "list_counties"),
        ("get_contract", "get_contact"),
        ("list_contacts", "list_contracts"),
        ("list_patients", "list_patents"),
        ("list_severs", "list_servers"),
        ("send_massage", "send_message"),
        ("list_phases", "list_phrases"),
        # the other way round
        ("list_inbound", "list_unbound"),
        ("get_maximum", "get_minimum"),
        ("set_internal", "set_external"),
        ("list_included", "list_excluded"),
        # two slips
        ("get_wethr", "get_weather"),
        ("get_custmer_adress", "get_customer_address"),
        # numbers
        ("set_v1_1", "set_v11"),
        ("set_v11", "set_v1.1"),
        ("get_1_23", "get_12_3"),
        ("read_page_2", "read_page2_0"),
        ("", "get_weather"),
        ("get_weather" * 100, "get_weather"),
    ],
)
def test_never_reaches(said: str, name: str) -> None:
    assert match_name(said, _table(name)).refused == "unknown_tool"


def test_never_picks_between_two() -> None:
    match = match_name("ReadFile", _table("read_file", "read-file"))
    assert (match.refused, match.others) == ("ambiguous", ("read_file", "read-file"))
    match = match_name("get_cutsomer", _table("get_customer", "get_cutstomer"))
    assert (match.refused, match.others) == ("ambiguous", ("get_customer", "get_cutstomer"))


def test_a_word_that_another_tools_name_uses_is_meant() -> None:
    assert match_name("get_pattrns", _table("get_patterns")).name == "get_patterns"
    table = _table("get_patterns", "list_pattrns")
    assert match_name("get_pattrns", table).refused == "unknown_tool"


def test_a_destructive_tool_is_reached_by_folding_only() -> None:
    table = _table("wipe_disk", destructive="wipe_disk")
    assert match_name("wipeDisk", table).name == "wipe_disk"
    assert match_name("wipe_disks", table).refused == "unknown_tool"


def test_an_open_table_takes_any_name_but_none() -> None:
    assert match_name("anything", ToolTable(None)).refused is None
    assert match_name("", ToolTable(None)).refused == "unknown_tool"


@pytest.mark.parametrize("installed", [True, False])
def test_nearest_with_and_without_rapidfuzz(
    monkeypatch: pytest.MonkeyPatch, *, installed: bool
) -> None:
    if not installed:
        monkeypatch.setitem(sys.modules, "rapidfuzz", None)
    table = _table("get_weather", "set_alarm", "zzz")
    assert nearest("set_wether", table)[0] == "get_weather"
    assert match_name("get_wether", table).name == "get_weather"


@pytest.mark.parametrize(
    ("written", "tool"),
    [
        ("delete_files", "delete_file"),
        ("delet_file", "delete_file"),
        ("drop_tables", "drop_table"),
        ("wipe_disks", "wipe_disk"),
        ("purge_caches", "purge_cache"),
        ("user_removes", "user_remove"),
    ],
)
def test_a_name_that_says_it_can_not_be_undone_is_not_reached_by_a_guess(
    written: str, tool: str
) -> None:
    match = match_name(written, read_tools([{"name": tool}]))
    assert match.refused == "unknown_tool"
    assert match_name(tool.replace("_", "-").upper(), read_tools([{"name": tool}])).name == tool
