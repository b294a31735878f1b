"""Prints Gradescope's results.json from the grades.json of one submission."""
import json, sys
try:
    [one] = json.load(open(sys.argv[1]))["submissions"]
except (OSError, ValueError):
    one = {"points": 0, "unreadable": "could not be graded to its end: an answer may never end, or take all memory", "exercises": []}
tests = [{"name": mark["exercise"], "score": mark.get("changed", {}).get("points", int(mark["outcome"] == "passed")), "max_score": 1,
          "output": f'{mark["outcome"]} {mark["detail"]}\n\n{mark["said"]}'.strip()} for mark in one["exercises"]]
why = one["unreadable"] and f'Nothing was graded: what was handed in {one["unreadable"]}'
print(json.dumps({"score": one["points"], "output": why or "", "output_format": "text", "test_output_format": "text",
                  "visibility": "visible", "tests": tests}, indent=1))
