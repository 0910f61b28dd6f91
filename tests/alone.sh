#!/usr/bin/env bash
# Checks that each header and each source compiles by itself, which a unity build and precompiled
# headers do not show: what is missing there comes from a neighbour.
# bash tests/alone.sh BUILD [headers|sources|both|tidy] [COMPILER]
#
# BUILD is a finished build: it holds the flags and the generated headers. COMPILER is that of the
# build if it is not specified. `tidy` compiles the sources with clang and runs the checks of
# .clang-tidy. Exit status: 0 all compile, 1 some do not, 77 Python or clang-tidy is missing.
set -euo pipefail

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
command -v python3 >/dev/null || exit 77
exec python3 - "$root" "$@" <<'END'
import concurrent.futures, glob, json, os, re, shlex, shutil, subprocess, sys

root, build = sys.argv[1], os.path.abspath(sys.argv[2])
kinds = sys.argv[3] if len(sys.argv) > 3 else "both"
compiler = sys.argv[4] if len(sys.argv) > 4 else None
tidy = kinds == "tidy"
if tidy:
    kinds, compiler = "sources", "clang++"
    if not shutil.which("clang-tidy"):
        sys.exit(77)

# Flags that choose a precompiled header, a unity build's warnings, or an output.
DROPPED = {"-Winvalid-pch", "-Wno-subobject-linkage", "-Wshadow=local"}


def flags_of(command):
    words = shlex.split(command)
    while "=" in words[0] or os.path.basename(words[0]) in ("ccache", "sccache", "env"):
        words = words[1:]
    kept = [words[0]]
    skip = False
    for word, following in zip(words[1:], words[2:] + [""]):
        if skip:
            skip = False
        elif word in ("-o", "-c", "-x"):
            skip = True
        elif word == "-include" and "cmake_pch" in following:
            skip = True
        elif word not in DROPPED and not word.startswith("@"):
            kept.append(word)
    return kept + ["-Werror", "-Wshadow", "-fsyntax-only"]


def flags_by_source():
    with open(os.path.join(build, "compile_commands.json")) as file:
        entries = json.load(file)
    flags = {}
    for entry in entries:
        path = entry["file"]
        if "cmake_pch" in path:
            continue
        sources = [path]
        if "/Unity/" in path:
            with open(path) as unity:
                sources = re.findall(r'^#include "(.*)"', unity.read(), re.M)
        for source in sources:
            source = os.path.relpath(source, root)
            if not source.startswith(("..", "build")):
                flags.setdefault(source, flags_of(entry["command"]))
    return flags


# Without git, as in an archive of the sources, all in the folders of the project.
def headers():
    listed = subprocess.run(["git", "-C", root, "ls-files", "*.h"], capture_output=True, text=True)
    paths = listed.stdout.split() if listed.returncode == 0 else sorted(
        path for folder in ("core", "notation", "db", "cli", "tests")
        for path in glob.glob(f"{folder}/**/*.h", root_dir=root, recursive=True))
    return [path for path in paths if not path.startswith(("cli/web/engine/", "cli/share/"))]


# A header has the flags of a source in its folder, or in the nearest folder above, and all include
# folders and definitions: not all sources of a folder are part of the same target.
def flags_of_header(path, flags):
    shared = {flag for its in flags.values() for flag in its if flag.startswith(("-I", "-DSCHIRI"))}
    return flags_of_folder(path, flags) + sorted(shared)


def flags_of_folder(path, flags):
    folder = os.path.dirname(path)
    while folder:
        for source, its_flags in flags.items():
            if source.startswith(folder + "/"):
                return its_flags
        folder = os.path.dirname(folder)
    return next(iter(flags.values()))


def compile_alone(path, flags):
    flags = [compiler or flags[0]] + flags[1:]
    if "clang" in os.path.basename(flags[0]):
        flags = [flag for flag in flags if not flag.startswith("--param=")]
        flags += ["-Wno-unknown-warning-option", "-Qunused-arguments"]
    where = os.path.join(root, path)
    # A header included by an empty file, because the pragma once of a main file is a warning.
    what = ["-x", "c++", "-include", where, os.devnull] if path.endswith(".h") else [where]
    command = flags + what
    if tidy:
        command = ["clang-tidy", "--quiet", where, "--", *flags[1:]]
    done = subprocess.run(command, cwd=root if tidy else build, capture_output=True, text=True)
    return path, done.returncode, done.stdout + done.stderr


flags = flags_by_source()
work = []
if kinds in ("headers", "both"):
    work += [(path, flags_of_header(path, flags)) for path in headers()]
if kinds in ("sources", "both"):
    work += sorted((path, its) for path, its in flags.items() if path.endswith(".cpp"))
failed = 0
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for path, status, errors in pool.map(lambda one: compile_alone(*one), work):
        if status:
            failed += 1
            print(f"{path} does not compile alone:\n{errors[:2000]}", flush=True)
print(f"{len(work)} files, {failed} failed")
sys.exit(1 if failed or not work else 0)
END
