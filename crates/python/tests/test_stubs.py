"""The stubs say what there is."""

import ast
import inspect
from importlib.resources import files

import fewest

STUBS = ast.parse(files("fewest").joinpath("__init__.pyi").read_text())


def public(names):
    return {name for name in names if not name.startswith("_") or name in ("_repr_html_",)}


def test_the_module_is_typed_and_is_the_installed_one():
    assert files("fewest").joinpath("py.typed").is_file()
    assert "site-packages" in fewest.__file__


def test_all_names_have_stubs():
    named = {node.name for node in STUBS.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert public(named) | {"__version__"} == set(fewest.__all__)
    [listed] = [node.value for node in STUBS.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.List)]
    assert sorted(ast.literal_eval(listed)) == sorted(fewest.__all__)


def test_all_members_have_stubs():
    for stub in STUBS.body:
        if not isinstance(stub, ast.ClassDef) or stub.name.startswith("_"):
            continue
        known = getattr(fewest, stub.name)
        if issubclass(known, Exception):
            # The attributes are set where it is raised.
            assert [ast.unparse(base) for base in stub.bases] == [known.__base__.__name__]
            continue
        members = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
        assert public(members) == public(vars(known)), stub.name


def test_all_parameters_have_stubs():
    for stub in STUBS.body:
        if not isinstance(stub, ast.FunctionDef):
            continue
        parameters = inspect.signature(getattr(fewest, stub.name)).parameters
        named = [name for name in parameters if parameters[name].kind != inspect.Parameter.VAR_KEYWORD]
        arguments = [argument.arg for argument in stub.args.args + stub.args.kwonlyargs]
        if len(named) == len(parameters):
            assert arguments == named, stub.name
        else:
            # Settings of engines have stubs of their own; each is known to the module.
            assert arguments[: len(named)] == named, stub.name
            for setting in arguments[len(named) :]:
                fewest.solve("123456708", **{setting: None})


def test_everything_is_documented():
    for name in fewest.__all__:
        if name != "__version__":
            assert inspect.getdoc(getattr(fewest, name)), name
