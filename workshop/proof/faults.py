#!/usr/bin/env python3
"""Puts faults into the product, one at a time, and tells which test catches each.

    workshop/proof/faults.py [NUMBER…] [--all] [--sound] [--list] [--in FOLDER]

Run it before you cut code or tests away, and after: if nothing catches a fault any more that something caught, your cut has
torn a hole into the net.

It reads the faults from faults.toml beside it. Each puts a text into a file in place of another one that stands there once;
it compiles, and a user would notice it. Each lists the commands that you'd ask, the cheapest and likeliest first, and the
first one that fails has caught the fault. Without numbers it tries all thirty: an hour or two on two cores.

It never touches your files. It clones your last commit into FOLDER/tree (target/faults/tree, if you name none), and works and
builds there, so you may end it at any time, and go on working meanwhile. But commit first, because it tries only what you've
committed. The clone stays, so the next run builds less. FOLDER/07.log holds what the commands of fault 7 said.

    --all      asks the whole cargo test --workspace where no listed command catches a fault
    --sound    puts nothing in, and says which listed commands fail all the same
    --list     prints the faults, and what's asked about them

If a fault's text doesn't stand in its file once, nothing starts, and it names the fault: mend faults.toml. At the end it names
commands that have no tests left. It ends with 1 unless every fault was caught.
"""

import argparse
import fcntl
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve()
ROOT = HERE.parents[2]
WHOLE = "cargo test --workspace --no-fail-fast"
# A fault may make an endless loop.
MOST_SECONDS = 3600

# As in .ci/run: hardly anything is built twice alike.
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "CARGO_TARGET_DIR" and not name.startswith("GIT_")},
    "CARGO_INCREMENTAL": "0",
    "CARGO_PROFILE_DEV_DEBUG": "0",
    "CARGO_TERM_COLOR": "never",
}


def wanted():
    """Returns the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--sound", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--in", dest="folder", type=Path, default=ROOT / "target" / "faults")
    return parser.parse_args()


def faults(numbers):
    """Returns the faults with these numbers, or all."""
    with open(HERE.with_suffix(".toml"), "rb") as file:
        known = {fault["number"]: fault for fault in tomllib.load(file)["fault"]}
    unknown = [number for number in numbers if number not in known]
    if unknown:
        sys.exit(f"There is no fault {', '.join(map(str, unknown))}: they go from 1 to {max(known)}.")
    return [known[number] for number in numbers] if numbers else list(known.values())


def alone_in(folder):
    """Returns a file that's locked while this program runs, or ends the program: two would find each other's faults."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = open(folder / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit(f"Somebody puts faults into {folder} already. Name another folder by --in.")
    return lock


def git(*words, at=ROOT):
    """Runs git, and returns what it prints."""
    done = subprocess.run(["git", *words], cwd=at, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def clone_of_head(folder):
    """Returns a clone at the last commit. One from an earlier run keeps what it has built."""
    tree = folder.resolve() / "tree"
    head = git("rev-parse", "HEAD")
    if not (tree / ".git").exists():
        git("clone", "--quiet", "--no-checkout", str(ROOT), str(tree))
    git("fetch", "--quiet", str(ROOT), "HEAD", at=tree)
    # A fault that stayed, since somebody ended the script, goes too.
    git("checkout", "--quiet", "--force", "--detach", head, at=tree)
    git("clean", "--quiet", "--force", "-d", at=tree)
    return tree


def misfits(tree, all_faults):
    """Returns a sentence for each fault whose text isn't once in its file."""
    for fault in all_faults:
        path = tree / fault["file"]
        times = path.read_text().count(fault["old"]) if path.is_file() else 0
        if times != 1:
            yield f"Fault {fault['number']} doesn't fit: its text stands {times} times in {fault['file']}."
        if fault["old"] == fault["new"]:
            yield f"Fault {fault['number']} changes nothing."


def run(command, tree, log):
    """Runs a command in the tree, and returns its exit status and what it said."""
    log.write(f"$ {command}\n")
    log.flush()
    begin = log.tell()
    process = subprocess.Popen(
        command.split(), cwd=tree, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
    )
    try:
        status = process.wait(MOST_SECONDS)
    except subprocess.TimeoutExpired:
        status = "endless"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    log.flush()
    with open(log.name, errors="replace") as said:
        said.seek(begin)
        return status, said.read()


def failures(status, said):
    """Returns the names of the tests that failed, or else the line that says best what went wrong."""
    names = re.findall(r"^test (.+?) \.\.\. FAILED$", said, re.M)
    # Two tests that write at once tear that line; the list at the end stays whole.
    names += re.findall(r"^    (\S+)$", said.rpartition("\nfailures:\n")[2], re.M) if "\nfailures:\n" in said else []
    if names:
        return list(dict.fromkeys(names))
    if status == "endless":
        return [f"no end after {MOST_SECONDS} s"]
    lines = [line.strip() for line in said.splitlines() if line.strip() and not re.search(r"^test .*ok\b", line)]
    telling = [line for line in lines if re.search(r"\bfail|\bwrong|\berror|panicked|signal", line, re.I)]
    return (telling or lines or [f"status {status}"])[:1]


def has_tests(command, said):
    """Returns false if a command had no tests to run, or cargo doesn't know what it names."""
    nothing = re.search(r"^running 0 tests|^error: (?!test failed)", said, re.M)
    return not command.startswith("cargo test") or bool(re.search(r"^running [1-9]", said, re.M)) or not nothing


def catch(fault, commands, tree, log, empty):
    """Puts a fault in, asks the commands until one fails, and takes it out. Returns what caught it, and the failures. Commands
    without tests go into `empty`."""
    path = tree / fault["file"]
    right = path.read_text()
    path.write_text(right.replace(fault["old"], fault["new"]))
    try:
        for command in commands:
            status, said = run(command, tree, log)
            if re.search(r"^error: could not compile", said, re.M):
                return "does not compile", []
            if not has_tests(command, said):
                empty.add(command)
            elif status != 0:
                return command, failures(status, said)
        return None, []
    finally:
        # Written, and so younger than what was built of the fault.
        path.write_text(right)


def is_sound(chosen, tree, folder):
    """Asks all commands with nothing put in, prints how each ends, and returns true if all pass."""
    sound = True
    with open(folder / "sound.log", "w+") as log:
        for command in dict.fromkeys(command for fault in chosen for command in fault["ask"]):
            status, said = run(command, tree, log)
            how = "passes" if status == 0 else f"**fails**: {shown(failures(status, said))}"
            how = how if has_tests(command, said) else "**has no tests**"
            sound &= how == "passes"
            print(f"| `{command}` | {how} |", flush=True)
    return sound


def shown(names):
    """Returns the first few names, for a cell of a table."""
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(f"`{name.replace('|', '/')[:120]}`" for name in names[:3]) + more


def main():
    asked = wanted()
    chosen = faults(asked.numbers)
    if asked.list:
        for fault in chosen:
            print(f"{fault['number']:2}  {fault['room']}: {fault['seen']}\n    {fault['file']}\n    {' && '.join(fault['ask'])}")
        return
    lock = alone_in(asked.folder)
    tree = clone_of_head(asked.folder)
    wrong = list(misfits(tree, faults([])))
    if wrong:
        sys.exit("\n".join(wrong))
    if asked.sound:
        sys.exit(not is_sound(chosen, tree, asked.folder))

    missed, broken, empty = [], [], set()
    print("| number | room | fault | caught by | seconds |\n|---|---|---|---|---|", flush=True)
    for fault in chosen:
        start = time.monotonic()
        with open(asked.folder / f"{fault['number']:02}.log", "w+") as log:
            commands = fault["ask"] + ([WHOLE] if asked.all else [])
            command, names = catch(fault, commands, tree, log, empty)
        if command is None:
            missed.append(fault["number"])
            caught = "**nothing**"
        elif not names:
            broken.append(fault["number"])
            caught = f"**{command}**"
        else:
            caught = f"{shown(names)} of `{command}`"
        seconds = time.monotonic() - start
        print(f"| {fault['number']} | {fault['room']} | {fault['seen']} | {caught} | {seconds:.0f} |", flush=True)

    print()
    for numbers, what in [(missed, "not caught by their commands"), (broken, "don't compile, and prove nothing")]:
        if numbers:
            print(f"{len(numbers)} of {len(chosen)} {what}: {', '.join(map(str, numbers))}.")
    for command in sorted(empty):
        print(f"`{command}` has no tests.")
    if not missed and not broken:
        print(f"All {len(chosen)} were caught.")
    sys.exit(bool(missed or broken))


def ended(*_):
    """Ends as by Ctrl-C, so that the fault goes out and no command stays."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, ended)
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
