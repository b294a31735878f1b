#!/usr/bin/env python3
"""Films what README shows first: code is saved, and the window of lesson 12 shows what it does.

    workshop/assets/make/saved.py [FILE.gif]       writes docs/pictures/saved.gif; a minute, once all is built in target/saved

It works on a student's branch in a clone, in which all up to lesson 12 is solved but a loop of exercise 12.2. The window is
the real one, photographed from the memory of Xvfb while `cargo workbook run 12` watches the file. Only the editor is drawn
here: its lines are those of the file, and the keys are typed more evenly than anybody does. The seconds of building are cut
out of the film, which says so. So nothing else should be busy meanwhile. You need Xvfb, xdotool, Pillow and DejaVu's fonts.
"""

import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parents[3]
FILM = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs/pictures/saved.gif"
SIZE = (960, 580)
FPS = 12.5
# The lesson's text is written for a denser screen, so that it can still be read where README is narrow.
SCALE = 1.2
# Where the words of the check begin, and how high the editor is, in pixels.
WORDS, EDITOR = 634, 212
CAMERA = "0,1.72,0,4.1,25,8"
SOURCE = "common/src/clip/animator.rs"
# An answer to 12.2 in other words than ours, with shorter lines.
BEFORE = """\
        self.time += f64::from(self.speed) * f64::from(dt);
        if self.looping && seconds > 0.0 {
            self.time = self.time.rem_euclid(seconds);
        }
        self.time = self.time.clamp(0.0, seconds);

        let now = self.time as f32;
        let channels = self.clip.channels.iter();
        self.pose.copy_from_slice(rest);
        for (channel, cursors) in channels.zip(&mut self.cursors) {
            let joint = &mut self.pose[channel.joint];
            let key = channel.sample(*joint, now, cursors);
"""
INDENT = " " * 12
WRONG = ["joint.translation += key.translation;", "joint.rotation *= key.rotation;", "joint.scale *= key.scale;"]
RIGHT = ["*joint = key;"]
AFTER = "        }\n"
# How many lines the editor shows, and how many of them stand above the loop.
ROWS, ABOVE = 9, 1


class Source:
    """The file of the exercise, with what has been typed into its loop."""

    def __init__(self, file):
        self.file = file
        text = file.read_text()
        begin = text.index("\n", text.index("to 12.2:")) + 1
        end = text.rindex("\n", 0, text.index("// END 12.2")) + 1
        self.head, self.tail = text[:begin] + BEFORE, AFTER + text[end:]

    def with_lines(self, lines):
        return self.head + "".join(f"{INDENT}{line}\n" for line in lines) + self.tail

    def save(self, lines):
        self.file.write_text(self.with_lines(lines))


def typed(lines, letters):
    """What stands there after so many letters: an end of a line counts as one."""
    return "\n".join(lines)[:letters].split("\n")


class Screen:
    """Photographs all of a screen, again and again, until it's stopped."""

    def __init__(self, memory):
        self.memory, self.shots, self.runs = memory, [], True
        self.thread = threading.Thread(target=self.work)
        self.thread.start()

    def work(self):
        due = time.monotonic()
        while self.runs:
            self.shots.append((time.monotonic(), zlib.compress(self.memory.read_bytes(), 1)))
            due += 1 / FPS
            time.sleep(max(0.0, due - time.monotonic()))

    def stop(self):
        self.runs = False
        self.thread.join()

    def words(self):
        """The newest picture of the check's words."""
        return picture(self.shots[-1][1]).crop((WORDS + 4, 0, *SIZE)).tobytes()

    def at(self, moment):
        before = [shot for shot in self.shots if shot[0] <= moment]
        return picture((before or self.shots)[-1][1])


def picture(packed):
    """A picture of the screen: a header of 25 numbers, a name, the colours, then rows of blue, green, red and nothing."""
    memory = zlib.decompress(packed)
    head = struct.unpack(">25I", memory[:100])
    pixels, (width, height), stride = head[0] + 12 * head[19], head[4:6], head[12]
    return Image.frombuffer("RGB", (width, height), memory[pixels : pixels + stride * height], "raw", "BGRX", stride, 1)


KINDS = [
    (r"//.*", "#6b7075"),
    (r"\b(?:let|for|in|mut|as|self|if)\b", "#a3379c"),
    (r"\b(?:f32|f64)\b|\b\d[\d.]*", "#0b6e8f"),
    (r"\b\w+(?=\()", "#2b5fb4"),
]


class Editor:
    """Draws the lines around the loop as an editor shows them."""

    def __init__(self, source):
        mono = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"
        self.source, self.font = source, ImageFont.truetype(mono, 14)
        self.small = ImageFont.truetype(mono.replace("SansMono", "Sans"), 13)

    def draw(self, image, lines, caret, saved, note):
        draw = ImageDraw.Draw(image)
        draw.rectangle((0, 0, WORDS - 1, EDITOR), "#ffffff")
        draw.rectangle((0, 0, WORDS - 1, 27), "#e4e6e8")
        draw.rectangle((0, 0, 232, 27), "#ffffff")
        draw.text((12, 6), SOURCE, "#2b2d30", self.small)
        if not saved:
            draw.ellipse((215, 10, 222, 17), "#c2571a")
        if note:
            wide = draw.textlength(note, self.small)
            draw.rounded_rectangle((WORDS - 26 - wide, 4, WORDS - 10, 23), 4, "#2b2d30")
            draw.text((WORDS - 18 - wide, 6), note, "#ffffff", self.small)
        draw.line((0, EDITOR, WORDS - 1, EDITOR), "#b9bdc1", 2)
        draw.line((WORDS - 1, 0, WORDS - 1, EDITOR), "#b9bdc1")
        text = self.source.with_lines(lines).split("\n")
        loop = self.source.head.count("\n") - 3
        for row in range(ROWS):
            number, y = loop - ABOVE + row, 36 + 19.4 * row
            line = text[number]
            draw.text((8, y), f"{number + 1:3}", "#a0a4a8", self.font)
            self.line(draw, 42, y, line)
            if caret and number == loop + 2 + len(lines):
                x = 42 + self.font.getlength(line)
                draw.rectangle((x, y, x + 1, y + 16), "#2b2d30")

    def line(self, draw, x, y, line):
        colours = ["#2b2d30"] * len(line)
        for pattern, colour in reversed(KINDS):
            for found in re.finditer(pattern, line):
                colours[found.start() : found.end()] = [colour] * (found.end() - found.start())
        for column, (letter, colour) in enumerate(zip(line, colours)):
            draw.text((x + column * self.font.getlength("m"), y), letter, colour, self.font)


def main():
    with tempfile.TemporaryDirectory() as folder:
        clone, memory = Path(folder, "workbook"), Path(folder, "screen")
        memory.mkdir()
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        # Cargo tells the packages of two clones apart by their files' times alone, so this one builds in a folder of its own.
        env = dict(os.environ, CARGO_TARGET_DIR=str(ROOT / "target/saved"))
        # A window that knows of Wayland would open there, and not in Xvfb.
        env.pop("WAYLAND_DISPLAY", None)
        workbook = ["cargo", "workbook"]
        subprocess.run([*workbook, "start"], cwd=clone, env=env, check=True)
        subprocess.run([*workbook, "solve", "--through", "12"], cwd=clone, env=env, check=True)
        source = Source(clone / SOURCE)
        source.save([])

        heard, says = os.pipe()
        xvfb = ["Xvfb", "-displayfd", str(says), "-screen", "0", "%dx%dx24" % SIZE, "-fbdir", memory]
        server = subprocess.Popen(xvfb, pass_fds=[says], stderr=subprocess.DEVNULL)
        env |= {"DISPLAY": ":" + os.read(heard, 16).decode().strip(), "WINIT_X11_SCALE_FACTOR": str(SCALE)}
        size = "x".join(str(round(length / SCALE)) for length in SIZE)
        lesson = [*workbook, "run", "12", "--", "--size", size, "--camera=" + CAMERA, "--set", "mark=off"]
        window = subprocess.Popen(lesson, cwd=clone, env=env, start_new_session=True)
        try:
            film(source, env, memory / "Xvfb_screen0")
        finally:
            os.killpg(window.pid, signal.SIGTERM)
            window.wait()
            server.terminate()
            server.wait()


def film(source, env, memory):
    def xdotool(*words):
        return subprocess.run(["xdotool", *words], env=env, capture_output=True, text=True).stdout.split()

    def windows():
        return xdotool("search", "--onlyvisible", "--name", "Full playback")

    while not windows():
        time.sleep(0.5)
    time.sleep(4)
    xdotool("mousemove", str(SIZE[0] - 1), str(SIZE[1] - 1))
    for key in ["shift+F4", "H"]:
        xdotool("windowfocus", windows()[0], "key", key)
        time.sleep(1)

    screen = Screen(memory)

    def saved(lines):
        """Saves, and returns when that was, when the new program drew, and when the check had its say."""
        old, words, save = windows(), screen.words(), time.monotonic()
        source.save(lines)
        while not windows() or windows() == old:
            time.sleep(0.05)
        drawn = said = time.monotonic()
        while time.monotonic() < said + 7 or drawn == said:
            time.sleep(0.05)
            if screen.words() != words:
                words, said = screen.words(), time.monotonic()
        return save, drawn, said

    time.sleep(1)
    begin = time.monotonic()
    first = saved(WRONG)
    second = saved(RIGHT)
    screen.stop()

    editor, frames = Editor(source), []

    def show(moment, lines, caret=True, is_saved=True, note=""):
        image = screen.at(moment)
        editor.draw(image, lines, caret, is_saved, note)
        frames.append(image)

    def stretch(seconds):
        return range(round(seconds * FPS))

    def after(save, drawn, said, lines, hold):
        """What follows after a save, in real time but for the building and the asking."""
        for tick in stretch(0.64):
            show(save + tick / FPS, lines, note="Ctrl+S")
        for tick in stretch(1.2):
            moment = drawn - 0.1 + tick / FPS
            show(min(moment, said - 0.1), lines, note=f"{drawn - save:.0f} s later")
        for tick in stretch(hold):
            show(said - 0.1 + tick / FPS, lines)

    for tick in stretch(0.72):
        show(begin, [""], tick < 6)
    letters = len("\n".join(WRONG))
    for letter in range(0, letters + 4, 4):
        show(begin, typed(WRONG, letter), is_saved=False)
    after(*first, WRONG, 3.2)
    # He goes on folding while the three lines are taken away and the right one is typed.
    moment = first[2] + 3.1
    for left in [3, 2, 1, 0]:
        for tick in stretch(0.16):
            moment += 1 / FPS
            show(moment, WRONG[:left] or [""], is_saved=False)
    for letter in range(0, len(RIGHT[0]) + 1):
        moment += 1 / FPS
        show(moment, typed(RIGHT, letter), is_saved=False)
    after(*second, RIGHT, 3.2)
    write(frames)


def write(frames):
    """Writes the film in one palette for all pictures, so that what doesn't move takes no room."""
    every = frames[:: max(1, len(frames) // 16)]
    # He is small beside the ground and the words, so a palette of whole pictures would leave him four reds.
    parts = [image.crop(box) for image in every for box in [(0, 0, 320, 340), (130, 230, 450, 570), (WORDS, 240, WORDS + 320, 580)]]
    strip = Image.new("RGB", (320, 340 * len(parts)))
    for row, part in enumerate(parts):
        strip.paste(part, (0, row * 340))
    palette = strip.quantize(255, Image.Quantize.MEDIANCUT, kmeans=1)
    flat = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in frames]
    times = [round(1000 / FPS)] * len(flat)
    flat[0].save(FILM, save_all=True, append_images=flat[1:], duration=times, loop=0, disposal=1)
    print(f"{FILM}: {len(flat)} pictures, {sum(times) / 1000:.1f} s, {FILM.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
