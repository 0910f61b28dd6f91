"""libschiri itself: where it is, and its functions as schiri.h declares them."""

from __future__ import annotations

import ctypes
import json
import operator
import os
import signal
import stat
from contextlib import contextmanager
from ctypes import POINTER, c_char_p, c_float, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Callable, Iterator, Optional

FILE = "libschiri.so.1"

OK, SYNTAX, ILLEGAL, OVER, STOPPED, WRONG, UNUSABLE, FAILED = range(8)


class Error(Exception):
    """Something that schiri cannot do; the message says what and why."""


class WrongUse(Error, ValueError):
    """There is no such game, variant, position, bot, tag, and so on."""


class IllegalTurn(Error, ValueError):
    """A turn that cannot be played; the message names the rule."""


class Unusable(Error, OSError):
    """A file cannot be read, or memory does not suffice."""


class Handle(c_void_p):
    """An object of C, which cannot tell those of one kind from those of another: Python does."""

    @classmethod
    def from_param(cls, value: Any) -> Any:
        if type(value) is not cls:
            raise TypeError(f"expected {cls.__doc__}")
        return value


class GameHandle(Handle):
    """a game"""


class RecordHandle(Handle):
    """a record"""


class BotHandle(Handle):
    """a bot"""


class BatchHandle(Handle):
    """games that are played together"""


class Choice(ctypes.Structure):
    """What a function that is a bot chooses from; see schiri.h."""

    _fields_ = [("game", GameHandle), ("limits", c_char_p), ("seed", c_uint64), ("is_first", c_int32), ("reserved", c_int32)]


Chooser = ctypes.CFUNCTYPE(None, POINTER(Choice), c_void_p)
Source = ctypes.CFUNCTYPE(c_int64, c_void_p, c_size_t, c_void_p)
Sink = ctypes.CFUNCTYPE(c_int, c_int, c_void_p, c_size_t, c_void_p)
RecordSource = ctypes.CFUNCTYPE(c_int, POINTER(c_void_p), c_void_p)
TurnVisitor = ctypes.CFUNCTYPE(c_int, c_char_p, c_void_p)
RecordVisitor = ctypes.CFUNCTYPE(c_int, RecordHandle, c_void_p)
Listener = ctypes.CFUNCTYPE(None, c_char_p, c_void_p)

# Functions that work for long. The others keep Python's lock, so that threads share objects safely; of
# these each works on an object that no other thread can reach, see `alone` and `Game.copy`.
_LONG = {"read_file", "read_text", "write_file", "many_game_turns", "bot_think", "record_analyse", "batch_play",
         "batch_planes", "batch_count_turns", "batch_actions", "batch_afterstates", "batch_save", "batch_load", "run"}

# What a function returns (`T` is a text to be freed) and what it takes.
T = "text"
_FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "version": (c_char_p, ()),
    "error": (c_char_p, (POINTER(c_int),)),
    "free": (None, (c_void_p,)),
    "facts": (T, ()),
    "game_new": (GameHandle, (c_char_p, c_char_p, c_char_p, c_char_p, POINTER(c_uint64))),
    "game_copy": (GameHandle, (GameHandle,)),
    "game_free": (None, (GameHandle,)),
    "game_json": (T, (GameHandle,)),
    "game_side": (c_int, (GameHandle,)),
    "game_ending": (c_int, (GameHandle, POINTER(c_char_p))),
    "game_position": (T, (GameHandle,)),
    "game_draw": (T, (GameHandle, c_char_p, c_int, c_int)),
    "game_planes": (c_int, (GameHandle, c_int, POINTER(c_float), c_size_t)),
    "game_play": (c_int, (GameHandle, c_char_p)),
    "game_check_turn": (c_int, (GameHandle, c_char_p)),
    "game_undo": (c_int, (GameHandle, c_size_t)),
    "game_count_turns": (c_int, (GameHandle, POINTER(c_uint64))),
    "game_turns": (T, (GameHandle, c_uint64)),
    "many_game_turns": (T, (GameHandle, c_uint64)),
    "game_random_turn": (T, (GameHandle, POINTER(c_uint64), c_int)),
    "game_parts": (T, (GameHandle, c_char_p)),
    "batch_new": (BatchHandle, (c_char_p, c_char_p, c_size_t, c_uint64, c_size_t)),
    "batch_free": (None, (BatchHandle,)),
    "batch_game": (GameHandle, (BatchHandle, c_size_t, c_int)),
    "batch_play": (c_int, (BatchHandle, c_void_p, c_void_p, c_size_t)),
    "batch_count_turns": (c_int, (BatchHandle, c_void_p, c_size_t)),
    "batch_actions": (c_int, (BatchHandle, c_void_p, c_size_t)),
    "batch_afterstates": (c_int, (BatchHandle, c_void_p, c_size_t, c_int, c_void_p, c_size_t)),
    "batch_reset": (c_int, (BatchHandle, c_void_p, c_size_t)),
    "batch_save": (T, (BatchHandle,)),
    "batch_load": (BatchHandle, (c_char_p,)),
    "batch_planes": (c_int, (BatchHandle, c_int, c_void_p, c_size_t)),
    "read_file": (c_int, (c_char_p, c_char_p, RecordVisitor, c_void_p)),
    "read_text": (c_int, (c_char_p, c_size_t, c_char_p, RecordVisitor, c_void_p)),
    "write_file": (c_int, (c_char_p, c_char_p, RecordSource, c_void_p)),
    "record_of_game": (RecordHandle, (GameHandle,)),
    "record_copy": (RecordHandle, (RecordHandle,)),
    "record_save": (c_void_p, (RecordHandle, POINTER(c_size_t))),
    "record_load": (RecordHandle, (c_char_p, c_size_t)),
    "record_free": (None, (RecordHandle,)),
    "record_is_valid": (c_int, (RecordHandle,)),
    "record_json": (T, (RecordHandle,)),
    "record_replay": (GameHandle, (RecordHandle, c_size_t)),
    "record_tag": (c_char_p, (RecordHandle, c_char_p)),
    "record_set_movetext": (c_int, (RecordHandle, c_char_p)),
    "record_set_tag": (c_int, (RecordHandle, c_char_p, c_char_p)),
    "record_write": (T, (RecordHandle, c_char_p, POINTER(c_void_p))),
    "record_repair": (T, (RecordHandle,)),
    "bot_new": (BotHandle, (c_char_p,)),
    "bot_free": (None, (BotHandle,)),
    "bot_new_game": (c_int, (BotHandle, c_uint64)),
    "bot_think": (T, (BotHandle, GameHandle, c_char_p, Listener, c_void_p)),
    "bot_stop": (None, (BotHandle,)),
    "record_analyse": (c_int, (RecordHandle, BotHandle, c_char_p)),
    "run": (c_int, (POINTER(c_char_p), c_size_t, Source, Sink, c_void_p)),
    "bot_function": (c_int, (c_char_p, Chooser, c_void_p)),
    "choice_answer": (c_int, (POINTER(Choice), c_char_p, c_char_p)),
    "choice_is_stopped": (c_int, (POINTER(Choice),)),
}


def _places() -> Iterator[Path]:
    """Where the library may lie: in the tree of this file, or built."""
    # Up to the prefix of PREFIX/lib/python3/dist-packages/schiri, or the root of the sources.
    for folder in list(Path(__file__).resolve().parents)[:5]:
        for below in ("", "lib", "lib64", "build"):
            yield from _own(folder / below / FILE)
        for place in sorted((folder / "lib").glob("*/" + FILE)):
            yield from _own(place)


def _own(place: Path) -> Iterator[Path]:
    """The file, unless others may have put it there: its code would run as this user."""
    owners = (0, os.geteuid(), os.stat(__file__).st_uid)
    try:
        for path in (place, place.parent):
            about = path.stat()
            if about.st_uid not in owners or about.st_mode & stat.S_IWOTH:
                return
    except OSError:
        return
    yield place


def _load() -> ctypes.CDLL:
    told = os.environ.get("SCHIRI_LIBRARY")
    if told:
        # And no other, if it is missing. The system would look for a name without a folder elsewhere.
        return ctypes.CDLL(os.path.abspath(told))
    for place in _places():
        if place.exists():
            return ctypes.CDLL(str(place))
    return ctypes.CDLL(FILE)  # wherever the system looks


@contextmanager
def alone(owner: Any) -> Iterator[Any]:
    """The handle of an object, which nothing else can use meanwhile: other threads get an error."""
    handle = owner.__dict__.pop("_handle", None) or owner._handle  # which is an error by now
    try:
        yield handle
    finally:
        owner._handle = handle


def of_kind(value: Any, kind: type, what: str) -> Any:
    """An object whose handle C takes, which cannot tell handles of other kinds."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {what}, not {value!r}")
    return value


_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)  # with which programs end something


class Callee:
    """What C calls; what Python raises meanwhile is raised at the end."""

    error: Optional[BaseException] = None
    _is_asking = False

    def note(self, error: BaseException) -> None:
        self.error = self.error or error

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What somebody else's function answers; Ctrl-C ends it, as it may wait for long."""
        self._is_asking = True
        try:
            return function(*arguments)
        finally:
            self._is_asking = False

    @contextmanager
    def called(self) -> Iterator[None]:
        """What signals raise, as Ctrl-C, would be lost where C calls Python; here it is an error that the next call tells."""
        before: dict[int, Any] = {number: told for number in _ENDING if callable(told := signal.getsignal(number))}

        def answer(number: int, frame: Any) -> None:
            try:
                before[number](number, frame)
            except BaseException as error:
                self.note(error)
                if self._is_asking:
                    raise

        try:
            for number in before:
                signal.signal(number, answer)
        except ValueError:  # another thread than the main one, which hears none
            before = {}
        try:
            yield
        finally:
            for number in reversed(before):
                signal.signal(number, before[number])
        if self.error is not None:
            raise self.error


class Shared:
    """An object of the library that threads may share, one at a time."""

    _handle: Any

    def __getattr__(self, name: str) -> Any:
        if name == "_handle":
            raise WrongUse(f"this {type(self).__name__} is in use: another thread must finish with it first")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


class _Library:
    """The functions by their names without `schiri_`."""

    def __init__(self) -> None:
        library = _load()
        locked = ctypes.PyDLL(library._name)
        for name, (result, takes) in _FUNCTIONS.items():
            symbol = "schiri_" + name.removeprefix("many_")
            try:
                function = getattr(library if name in _LONG else locked, symbol)
            except AttributeError:
                raise ImportError(f"{library._name} is older than this package; install both together") from None
            function.argtypes = takes
            function.restype = c_void_p if result is T else result
            if any(isinstance(one, type) and issubclass(one, Handle) for one in takes):
                function = self._refusing(function)
            setattr(self, name, function if result is not T else self._taking(function))

    @staticmethod
    def _refusing(function: Any) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except ctypes.ArgumentError as error:
                raise TypeError(str(error).rpartition("TypeError: ")[2]) from None

        return call

    def _taking(self, function: Any) -> Callable[..., Optional[str]]:
        free = self.free
        string_at = ctypes.string_at

        def take(*arguments: Any) -> Optional[str]:
            place = function(*arguments)
            if place is None:
                return None
            text = string_at(place)
            free(place)
            return text.decode(errors="replace")

        return take

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)


library = _Library()


def text(value: Optional[bytes]) -> str:
    """What C tells; of a broken record it may be no UTF-8."""
    return (value or b"").decode(errors="replace")


def encoded(value: Optional[str]) -> Optional[bytes]:
    """A text for C, in which a zero byte would be the end."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"expected a text, not {value!r}")
    if "\0" in value:
        raise WrongUse("a text holds a zero byte")
    return value.encode("utf-8", "surrogatepass")


def path_of(file: Any) -> bytes:
    """A file's name for C."""
    if not isinstance(file, (str, bytes, os.PathLike)):
        raise TypeError(f"expected the path of a file, not {file!r}")
    path = os.fsencode(file)
    if b"\0" in path:
        raise WrongUse("a file's name holds a zero byte")
    return path


def whole(value: Any, what: str, most: int = 2**63 - 1) -> int:
    """A number for C, in which a negative or larger one would be another."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {value!r}") from None
    if not 0 <= number <= most:
        raise WrongUse(f"{what} is a number from 0 to {most}, not {number}")
    return number


def taken(place: Any) -> str:
    """A text that C has handed over by a c_void_p."""
    told = ctypes.string_at(place.value) if place.value else b""
    library.free(place)
    return told.decode(errors="replace")


def json_of(value: Optional[str]) -> Any:
    """Facts as schiri.h has them; what is missing is a failure."""
    return json.loads(found(value))


def options_of(**options: Any) -> bytes:
    """Options for schiri.h, without those that are not set."""
    return json.dumps({name: value for name, value in options.items() if value is not None and value != 0}).encode()


def elements(value: Optional[str]) -> list[str]:
    """A list, as schiri.h has them."""
    return (value or "").split("\n")[:-1]


def failure(status: Optional[int] = None) -> Error:
    """What has just failed, of a function that returns no status if none is given."""
    last = c_int()
    message = text(library.error(last))
    kinds = {SYNTAX: IllegalTurn, ILLEGAL: IllegalTurn, OVER: IllegalTurn, WRONG: WrongUse, UNUSABLE: Unusable}
    return kinds.get(last.value if status is None else status, Error)(message)


def require(status: int) -> None:
    if status != OK:
        raise failure(status)


def found(handle: Any) -> Any:
    """What a function has made or told, unless it is nothing."""
    if handle is None or isinstance(handle, Handle) and not handle:
        raise failure()
    return handle


_facts: dict[str, Any] = {}


def facts() -> dict[str, Any]:
    """What there is, as schiri.h has it."""
    if not _facts:
        _facts.update(json_of(library.facts()))
    return _facts

