"""The same records give the same answer, wherever they come from and however they are written."""

import bz2
import gzip
import io
import lzma
import re
import shutil
import subprocess
import tarfile
import zipfile

from program import Answer

# Commands that read files, without the files.
COMMANDS = [
    "validate", "validate --format json", "validate --strict --quiet", "validate --game creeper",
    "convert", "convert --fix", "convert --to json", "convert --to csv", "convert --split-variations",
    "select --player Anna", "select --legality invalid", "select --since 2026-03", "select --sample 5 --seed 3",
    "sort --by date", "sort --by rating,white", "dedupe", "tag --set Event=E", "merge", "summary",
    "summary --format json", "data", "ratings --format json", "ratings --method elo --format json", "ratings --matrix --format csv",
    "table --format json", "report -o - --no-engine --title T", "replay --format json", "analyse --bot greedy --no-times",
]


def zstd(content):
    if not shutil.which("zstd"):
        return None
    return subprocess.run(["zstd", "-qc"], input=content, stdout=subprocess.PIPE, check=True).stdout


def archive(content):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.pgn", content)
    return file.getvalue()


def tape_archive(content):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        about = tarfile.TarInfo("a.pgn")
        about.size = len(content)
        archive.addfile(about, io.BytesIO(content))
    return file.getvalue()


def unnamed(answer):
    """The answer without the name of the file that was read."""
    names = r"(folder/|a\.zip: |a\.tar\.gz: |a\.zip[:/]|a\.tar\.gz[:/])?(<?stdin>?|standard input|a\.pgn(\.\w+)?|a\.zip|a\.tar\.gz)"

    def cut(text):
        text = re.sub(r"(?m)^-(?=:\d)", "FILE", text)
        return re.sub(names, "FILE", re.sub(r'"file":"[^"]*"', '"file":"FILE"', text))

    return Answer(answer.status, cut(answer.out), cut(answer.err))


def sources(program, records):
    """From a file, compressed, in an archive, in a folder, from standard input; with any number of threads."""
    content = "".join(records.several(25)).encode()
    program.write("a.pgn", content)
    (program.folder / "folder").mkdir()
    program.write("folder/a.pgn", content)
    files = {"a.pgn.gz": gzip.compress(content), "a.pgn.bz2": bz2.compress(content), "a.pgn.xz": lzma.compress(content),
             "a.pgn.zst": zstd(content), "a.zip": archive(content), "a.tar.gz": tape_archive(content)}
    others = [(name, b"") for name, packed in files.items() if packed and program.write(name, packed)]
    others += [("folder", b""), ("-", content)]
    for command in COMMANDS:
        words = command.split()
        expected = program.run(*words, "a.pgn")
        for name, text in others:
            program.same(f"{command}: {name}", unnamed(expected), unnamed(program.run(*words, name, text=text)))
        for threads in "25":
            answer = program.run(*words, "a.pgn", "-j", threads, may_refuse=True)
            if "no option '-j'" not in answer.err:
                program.same(f"{command}: -j {threads}", expected, answer)


def encodings(program, records):
    """With other ends of lines, in UTF-16, with marks, in compressed files of several members."""
    text = "".join(records.several(40, broken=0.05))
    content = text.encode()
    expected = program.run("convert", program.write("a.pgn", content))
    middle = len(content) // 2
    files = {
        "crlf.pgn": text.replace("\n", "\r\n").encode(),
        "cr.pgn": text.replace("\n", "\r").encode(),
        "mark.pgn": b"\xef\xbb\xbf" + content,
        "little.pgn": b"\xff\xfe" + text.encode("utf-16-le"),
        "big.pgn": b"\xfe\xff" + text.encode("utf-16-be"),
        "unmarked.pgn": text.encode("utf-16-le"),
        "unended.pgn": content.rstrip(b"\n"),
        "wrong-name.pgn": gzip.compress(content),
        "members.gz": gzip.compress(content[:middle]) + gzip.compress(content[middle:]),
        "members.bz2": bz2.compress(content[:middle]) + bz2.compress(content[middle:]),
        "members.xz": lzma.compress(content[:middle]) + lzma.compress(content[middle:]),
    }
    for name, other in files.items():
        answer = program.run("convert", program.write(name, other))
        program.same(name, (str(expected.status) + expected.out), str(answer.status) + answer.out)
