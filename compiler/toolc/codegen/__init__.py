"""From a toolset to Python source: models, validators, and the module that holds both."""

from toolc.codegen.module import ModuleFiles, emit_module, module_name

__all__ = ["ModuleFiles", "emit_module", "module_name"]
