"""What lies beside a generated module and is read when it is first asked for: modules and data."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["LazyFiles", "LazyModule"]


class LazyModule:
    """A module in the same folder, imported when something of it is first used."""

    def __init__(self, name: str, importer: str, file: str, package: str | None) -> None:
        """Take its name, and the `__name__`, `__file__` and `__package__` of who imports it."""
        self.__name = name
        self.__importer = importer
        self.__stem = Path(file).stem
        self.__path = Path(file).with_name(f"{name}.py")
        self.__package = package
        self.__module: ModuleType | None = None

    def __getattr__(self, name: str) -> Any:
        """Something of the module. No special name makes it be imported: anything may ask so."""
        if name.startswith("__"):
            raise AttributeError(name)
        if self.__module is None:
            self.__module = self.__imported()
        return getattr(self.__module, name)

    def __imported(self) -> ModuleType:
        from importlib import import_module  # noqa: PLC0415 - only where there is such a module

        if self.__package:
            return import_module(f".{self.__name}", self.__package)
        return self.__from_file()

    def __from_file(self) -> ModuleType:
        """The module of an importer that is in no package: it is found by its path alone."""
        from importlib.util import (  # noqa: PLC0415 - rarely needed, and slow to import
            module_from_spec,
            spec_from_file_location,
        )

        # Where the folder is on the path, this is the name that an ordinary import gives it.
        name = self.__importer + self.__name.removeprefix(self.__stem)
        known = sys.modules.get(name)
        if known is not None and getattr(known, "__file__", None) == str(self.__path):
            return known
        spec = spec_from_file_location(name, self.__path)
        if spec is None or spec.loader is None:
            raise ImportError(f"can't import {self.__path}")
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


class LazyFiles(Mapping[str, Any]):
    """The contents of files in the same folder: JSON documents as data, all others as text."""

    def __init__(self, beside: str, files: Mapping[str, str]) -> None:
        """Take the file that the others lie beside, and the name of each file by its key."""
        self._folder = Path(beside).parent
        self._files = files
        self._read: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        """The contents of a file. KeyError for an unknown key; OSError when the file is gone."""
        if key not in self._read:
            file = self._folder / self._files[key]
            text = file.read_text(encoding="utf-8")
            self._read[key] = json.loads(text) if file.suffix == ".json" else text
        return self._read[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)
