"""Where two paipu part, in words short enough for a test report."""


def first_difference(ours: object, theirs: object, path: str = "$") -> str | None:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        if list(ours) != list(theirs):
            return f"{path}: keys {list(ours)}, expected {list(theirs)}"
        pairs = [(ours[key], theirs[key], f"{path}.{key}") for key in ours]
    elif isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            return f"{path}: {len(ours)} entries, expected {len(theirs)}"
        pairs = [(mine, other, f"{path}[{n}]") for n, (mine, other) in enumerate(zip(ours, theirs, strict=True))]
    else:
        return None if type(ours) is type(theirs) and ours == theirs else f"{path}: {ours!r}, expected {theirs!r}"
    return next((found for pair in pairs if (found := first_difference(*pair))), None)
