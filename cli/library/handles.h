#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "cli/library/schiri.h"
#include "core/match/planes.h"
#include "core/rating/models/methods.h"
#include "notation/game_types.h"
#include "notation/records/pgn/reader.h"

/// What stands behind the handles of schiri.h, and how errors get across it.

struct schiri_kind {
  explicit schiri_kind(const schiri::GameType& its_type);

  const schiri::GameType& type;
  std::string name, title, summary, rules, variants, endings;
  schiri::PlaneForm planes;
  std::string plane_names;
  /// By variant; the texts of a board that has been asked for stay.
  mutable std::map<std::string, schiri::DiagramBoard> boards;
};

struct schiri_game {
  const schiri_kind* kind;
  schiri::StartSpec start;
  std::unique_ptr<schiri::Game> game;
};

struct schiri_record {
  /// Notes where the turns stand in the movetext; called after each change of it.
  void number_turns();

  schiri::CheckedRecord checked;
  schiri::ReadOptions read;     ///< as it was read
  std::string form;             ///< empty for one that was made here
  std::vector<std::size_t> at;  ///< of its turns
};

namespace schiri::library {

/// Something was asked that does not make sense; becomes SCHIRI_WRONG.
struct WrongUse : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Within a handler: notes what has been thrown for schiri_error() and returns the status for it.
int note_failure() noexcept;
/// Notes an error that has not been thrown, and returns its status.
int note_error(int status, std::string_view message);

/// Does the work of a function of the interface; `failed` is what it returns if that throws.
template <class Result, class Work>
Result guarded(Result failed, const Work& work) noexcept {
  try {
    return work();
  } catch (...) {
    note_failure();
    return failed;
  }
}

/// The same for one that returns a status.
template <class Work>
int guarded_status(const Work& work) noexcept {
  try {
    return work();
  } catch (...) {
    return note_failure();
  }
}

/// The thing behind a pointer that must not be null. Throws WrongUse; `what` is what is missing.
template <class Handle>
Handle& need(Handle* handle, const char* what) {
  if (!handle) throw WrongUse(std::string(what) + " is missing: a null pointer was given");
  return *handle;
}
std::string need_text(const char* text, const char* what);
/// Empty for null.
std::string text_or_empty(const char* text);

/// A text for the caller, who frees it.
char* hand_over(std::string_view text);
/// A text that stays as long as the library.
const char* lasting(std::string_view text);
/// Each ended by a line feed.
template <class Texts>
std::string list_of(const Texts& texts) {
  std::string list;
  for (const auto& text : texts) list.append(text).append("\n");
  return list;
}

/// Of any of the games; throws WrongUse.
const schiri_kind& kind_named(const std::string& name);
const schiri_kind& kind_of_type(const GameType& type);

/// Throws WrongUse, as do the others that ask for something of a record.
void require_valid(const schiri_record& record);
const GameType& type_of(const schiri_record& record);

/// What schiri_game_ending() returns.
int ending_code(const std::optional<Ending>& ending, const char** reason);
/// `light`, `dark`, `system`, or empty for that. Throws WrongUse.
Theme theme_named(std::string_view name);

/// What the caller has filled in of a struct that begins with its size; the rest are zeros.
template <class Options>
Options options_from(const Options* given, const char* what) {
  Options options{};
  if (!given) return options;
  if (given->size < sizeof given->size || given->size > 4096) {
    throw WrongUse(std::string(what) + ": `size` is not the size of the struct");
  }
  std::copy_n(reinterpret_cast<const char*>(given), std::min(given->size, sizeof options),
              reinterpret_cast<char*>(&options));
  return options;
}

}  // namespace schiri::library
