"""A player: one task comes in through stdin, one answer goes out through stdout. Both are JSON."""

import bisect
import json
import math
import sys


def mix(a, b, part):
    """Goes a part of the way from one list of numbers to another."""
    return [x + part * (y - x) for x, y in zip(a, b)]


def slerp(a, b, part):
    """Goes a part of the way from one rotation to another, evenly and the short way round."""
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        # The same rotation, but on the near side.
        b, cosine = [-y for y in b], -cosine
    angle = math.acos(min(cosine, 1.0))
    if angle < 1e-6:
        return a
    of_a, of_b = math.sin((1 - part) * angle), math.sin(part * angle)
    return [(of_a * x + of_b * y) / math.sin(angle) for x, y in zip(a, b)]


WAYS = {"translation": mix, "rotation": slerp, "scale": mix}


def blend(pose, other, part):
    """Goes a part of the way from one pose to another, joint by joint, each in its own parent."""
    return [{name: way(a[name], b[name], part) for name, way in WAYS.items()} for a, b in zip(pose, other)]


def matrix(joint):
    """Returns the matrix from a joint to its parent, as four columns."""
    x, y, z, w = joint["rotation"]
    turn = [
        [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
        [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
        [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    ]
    axes = [[scale * number for number in axis] + [0] for axis, scale in zip(turn, joint["scale"])]
    return axes + [joint["translation"] + [1]]


def times(a, b):
    """Multiplies two matrices: each column of the second, as the first one takes it."""
    return [[sum(a[k][row] * column[k] for k in range(4)) for row in range(4)] for column in b]


def sample(track, time):
    """Returns the value of a track at a time in its clip."""
    keys, values = track["times"], track["values"]
    after = bisect.bisect_right(keys, time)
    if after == 0:
        return values[0]
    if after == len(keys):
        return values[-1]
    part = (time - keys[after - 1]) / (keys[after] - keys[after - 1])
    return WAYS[track["part"]](values[after - 1], values[after], part)


class Player:
    """Plays one clip at a time, and fades from the pose that was seen to the next one."""

    def __init__(self, task):
        self.joints = task["joints"]
        self.rest = [{name: joint[name] for name in WAYS} for joint in self.joints]
        self.clips = {clip["name"]: clip for clip in task["clips"]}
        self.script = task["script"]
        # How many entries have begun. A task that resumes has none but those to come.
        self.begun = 0
        # All else that changes is in here, so it's all that has to be saved.
        nothing = {"clock": 0, "clip": None, "passed": 0, "fade": 0, "kept": self.rest}
        self.state = task.get("state", nothing)

    def clip_pose(self):
        """Returns the pose of the clip that plays, as if there were no fade."""
        clip, time = self.clips[self.state["clip"]], self.state["passed"]
        if clip["loops"] and clip["seconds"] > 0:
            time %= clip["seconds"]
        time = min(time, clip["seconds"])
        pose = [dict(joint) for joint in self.rest]
        for track in clip["tracks"]:
            pose[track["joint"]][track["part"]] = sample(track, time)
        return pose

    def pose(self):
        """Returns the pose that is seen."""
        passed, fade = self.state["passed"], self.state["fade"]
        if self.state["clip"] is None:
            return self.rest
        if passed >= fade:
            return self.clip_pose()
        return blend(self.state["kept"], self.clip_pose(), passed / fade)

    def start(self, name, fade):
        if name != self.state["clip"]:
            self.state |= {"kept": self.pose(), "clip": name, "passed": 0, "fade": fade}

    def wait(self, moment):
        self.state["passed"] += moment - self.state["clock"]
        self.state["clock"] = moment

    def go_to(self, moment):
        """Lets time pass up to a moment, and starts each clip on the way at its own moment."""
        while self.begun < len(self.script) and self.script[self.begun]["at"] <= moment:
            entry, *later = self.script[self.begun:]
            self.begun += 1
            # Of entries at one moment only the last counts.
            if not later or later[0]["at"] > entry["at"]:
                self.wait(entry["at"])
                self.start(entry["start"], entry["fade"])
        self.wait(moment)

    def matrices(self):
        """Returns the matrix of each joint, in model space. Parents come before their children."""
        model = []
        for joint, local in zip(self.joints, self.pose()):
            own = matrix(local)
            model.append(own if joint["parent"] < 0 else times(model[joint["parent"]], own))
        return [[number for column in one for number in column] for one in model]


def main():
    task = json.load(sys.stdin)
    player = Player(task)
    poses = []
    for moment in task["ask"]:
        player.go_to(moment)
        poses.append(player.matrices())
    answer = {"version": 1, "fades": "kept", "poses": poses}
    if "save" in task:
        player.go_to(task["save"])
        answer["state"] = player.state
    json.dump(answer, sys.stdout)


main()
