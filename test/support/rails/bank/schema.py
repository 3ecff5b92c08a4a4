"""Judges files by the published schema of pain.001.001.09, as sepaxml has it. Prints a JSON object: path -> problem or null."""

import json
import os
import sys

import sepaxml
import xmlschema

schema = xmlschema.XMLSchema(os.path.join(os.path.dirname(sepaxml.__file__), "schemas", "pain.001.001.09.xsd"))


def problem(path):
    found = next(schema.iter_errors(path), None)
    return None if found is None else f"{found.path}: {found.reason}"


print(json.dumps({path: problem(path) for path in sys.argv[1:]}))
