#pragma once

#ifndef __EMSCRIPTEN__
#include <pthread.h>
#endif

#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "cli/library/schiri.h"
#include "core/base/errors.h"
#include "core/match/planes.h"
#include "core/match/player.h"
#include "notation/game_types.h"
#include "notation/records/forms/record_form.h"
#include "notation/records/pgn/reader.h"
#include "notation/text/json.h"

/// The library libschiri: schiri.h for programs in C and other languages, based on the games,
/// records, bots and ratings of core and notation. This header has the structs of its handles, and
/// converts exceptions to statuses. The engine for browsers (cli/web/engine) contains the same
/// sources.

struct schiri_game {
  const schiri::GameType* type;
  schiri::StartSpec start;
  std::unique_ptr<schiri::Game> game;
};

struct schiri_record {
  /// Updates what follows from the checked record; called after each change of it.
  void refresh();
  /// To be called after an edit: the record is checked again when need() asks for it next, once for
  /// all edits before.
  void note_edit() { is_edited = is_unchecked = true; }
  /// Checks the record again if it was edited since; one that is not whole keeps its findings.
  void check_edits();

  schiri::CheckedRecord checked;
  bool is_whole = true;         ///< not if only the part before an error is known
  bool is_edited = false;       ///< its text is no longer its content
  bool is_unchecked = false;    ///< see note_edit()
  schiri::ReadOptions read;     ///< with which it was read
  std::string form;             ///< empty if it was not read
  std::vector<std::size_t> at;  ///< indices of the turns in the movetext
};

namespace schiri::library {

/// A wrong use of the interface; becomes SCHIRI_WRONG.
struct WrongUse : InputError {
  using InputError::InputError;
};

/// The language of findings and errors: English unless set_language() is called, which only the
/// pages for browsers do, before any other call.
const Translation& language();
void set_language(Translation language);

/// Within a handler: stores the exception for schiri_error() and returns its status.
int note_failure() noexcept;
/// Stores an error that has not been thrown, and returns its status.
int note_error(int status, const Message& message) noexcept;

/// Within a function of the interface a cancelled thread goes on: pthread_cancel() unwinds the
/// stack by an exception that nobody may catch, and that must not leave a function of C.
class NoCancellation {
 public:
#ifdef __EMSCRIPTEN__
  NoCancellation() noexcept {}
#else
  NoCancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  NoCancellation(const NoCancellation&) = delete;
  NoCancellation& operator=(const NoCancellation&) = delete;
  ~NoCancellation() { pthread_setcancelstate(before_, nullptr); }

 private:
  int before_ = 0;
#endif
};

/// Runs the work of a function of the interface; returns `failed` if it throws.
template <class Result, class Work>
Result guarded(Result failed, const Work& work) noexcept {
  const NoCancellation whole;
  try {
    return work();
  } catch (...) {
    note_failure();
    return failed;
  }
}

/// Runs the work of a function of the interface that returns a pointer; returns null if it throws.
template <class Work>
auto guarded_pointer(const Work& work) noexcept {
  return guarded<decltype(work())>(nullptr, work);
}

/// Runs the work of a function of the interface that returns a status; work without a result
/// succeeds.
template <class Work>
int guarded_status(const Work& work) noexcept {
  const NoCancellation whole;
  try {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      return SCHIRI_OK;
    } else {
      return work();
    }
  } catch (...) {
    return note_failure();
  }
}

/// Dereferences a pointer that must not be null. Throws WrongUse, whose message names `what`.
template <class Handle>
Handle& need(Handle* handle, const char* what) {
  if (!handle) throw WrongUse(std::string(what) + " is missing: a null pointer was given");
  return *handle;
}
/// A record to be edited, whose tags alone may be looked at.
inline schiri_record& need_unchecked(schiri_record* record, const char* what) {
  return need<schiri_record>(record, what);
}
/// The same for a record: its edits have been checked.
inline schiri_record& need(schiri_record* record, const char* what) {
  schiri_record& its = need_unchecked(record, what);
  its.check_edits();
  return its;
}
inline const schiri_record& need(const schiri_record* record, const char* what) {
  return need(const_cast<schiri_record*>(record), what);
}
std::string need_text(const char* text, const char* what);
/// The text, or an empty one for null.
std::string text_or_empty(const char* text);

/// A copy of the text that the caller frees by schiri_free().
char* hand_over(std::string_view text);
/// The same with JSON on one line.
char* hand_over_json(const Json& json);
/// A text that lives as long as the library.
const char* lasting(std::string_view text);
/// The texts, each ended by a line feed.
template <class Texts>
std::string list_of(const Texts& texts) {
  std::string list;
  for (const auto& text : texts) list.append(text).append("\n");
  return list;
}

/// The JSON object in a text; an empty one for null or an empty text. Throws WrongUse for anything
/// else, and for a member that is not among `known`, if there are some.
Json object_in(const char* text, const std::vector<std::string_view>& known = {});
/// A member of an object; empty, 0 or false without it. Throws WrongUse for another type.
std::string text_in(const Json& object, std::string_view key);
std::uint64_t number_in(const Json& object, std::string_view key);
bool flag_in(const Json& object, std::string_view key);

/// The canonical name of a variant, the first one for null or an empty text. Throws StartError if
/// the game has no such variant.
std::string variant_named(const GameType& type, const char* name);

/// The game with this name. Throws WrongUse if there is none.
const GameType& type_named(const std::string& name);

/// A record as bytes, with which record_from() makes it again. Throws WrongUse for other bytes.
std::string bytes_of(const schiri_record& record);
std::unique_ptr<schiri_record> record_from(std::string_view saved);

/// The format of this name, pgn for an empty one, which has a name for output. Throws WrongUse.
const RecordForm& written_form_named(const std::string& name);
/// Throws WrongUse unless the record is valid.
void require_valid(const schiri_record& record);
const GameType& type_of(const schiri_record& record);

std::unique_ptr<schiri_game> copy_of(const schiri_game& game);
/// A game from a start in any accepted notation. Throws StartError.
std::unique_ptr<schiri_game> set_up(const GameType& type, StartSpec start);
/// The planes of a game. Throws WrongUse if it has none, or if `count` numbers are not those of the
/// planes of that many games.
const PlaneSource& planes_of(const Game& game, const GameType& type, std::size_t games,
                             std::size_t count);
/// Throws WrongUse for a game without planes from a side's point of view.
void require_side_planes(const PlaneSource& planes, const GameType& type);

/// A score as JSON.
Json score_json(const std::optional<Score>& score);

}  // namespace schiri::library
