"""What the checks of this folder share: where programs are, how they run, and the lines of results.

run.sh sets the environment: SCHIRI, PEERS (searched before PATH), WORK and CASES.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Callable, Optional

SCHIRI, WORK, CASES = os.environ["SCHIRI"], Path(os.environ["WORK"]), int(os.environ["CASES"])
DATA = Path(__file__).resolve().parent.parent / "data"
FEW = max(2, CASES // 5)

_has_differences = False


def find(name: str) -> Optional[str]:
    """A program or file of this name in PEERS, at most two levels below, otherwise in PATH."""
    folder = os.environ["PEERS"]
    for pattern in (name, f"*/{name}", f"*/*/{name}"):
        for file in sorted(Path(folder).glob(pattern)) if folder else []:
            if file.is_file():
                return str(file)
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/games")


def run(*command: Any, text: str = "", allowed: tuple[int, ...] = (0,)) -> str:
    """Standard output of a command; another exit status than those allowed ends the check."""
    words = [str(word) for word in command]
    done = subprocess.run(words, input=text, capture_output=True, text=True, cwd=WORK, check=False)
    if done.returncode not in allowed:
        sys.exit(f"{' '.join(words)}: exit status {done.returncode}\n{done.stderr}{done.stdout}")
    return done.stdout


def schiri(*arguments: Any, text: str = "", allowed: tuple[int, ...] = (0,)) -> str:
    return run(SCHIRI, *arguments, text=text, allowed=allowed)


def rows(output: str) -> list[dict[str, Any]]:
    """The objects of JSON Lines."""
    return [json.loads(line) for line in output.splitlines()]


def report(peer: str, what: str, cases: int, differences: list[str]) -> None:
    """Prints the line of a comparison, and the first differences on standard error."""
    global _has_differences
    print(f"{peer}, {what}, {cases}, {len(differences)}", flush=True)
    print(*(f"  {one[:300]}\n" for one in differences[:10]), sep="", end="", file=sys.stderr)
    _has_differences = _has_differences or bool(differences) or cases == 0


def compare(peer: str, file: str, source: str, check: Callable[[str], None]) -> None:
    """Runs a check with the program or file of a peer, or prints where to get it."""
    found = find(file)
    if found:
        check(found)
    else:
        print(f"{peer}, not here: {source}", flush=True)


def finish() -> None:
    sys.exit(1 if _has_differences else 0)
