#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/games/store.h"
#include "notation/records/pgn/reader.h"

namespace schiri::db {

class Column;
class Statement;

/// A game taken apart into the columns of its rows, which any thread may do, and put together
/// again.
struct RecordRow {
  RecordRow() = default;
  explicit RecordRow(const FinishedRecord& game);

  /// The record without its movetext and trailing comments; the same bytes are written from it as
  /// from the one that was taken apart.
  Record record() const;
  /// As ratings see it; the texts live as long as this.
  rating::FinishedGame finished_game() const;

  std::string event;
  std::string site;
  std::string date;
  std::string round;
  std::string white;
  std::string black;
  std::string result;
  std::string game;
  std::string variant;
  std::optional<std::string> position;
  std::optional<std::string> roll;
  std::optional<std::string> termination;
  std::optional<std::string> other_tags;  ///< JSON, [[name, value], ...]
  std::optional<std::uint64_t> hash;
  std::optional<std::string> outcome;  ///< by the rules
  std::optional<std::string> reason;
  std::uint64_t turns = 0;
  std::string movetext;  ///< compact
  std::optional<std::string> comments;
  /// Depends on all by which a game that comes in again is known.
  std::uint64_t identity = 0;
};

/// A valid record as it is stored, with what was said about records that leave it out; moves from
/// it.
RecordRow row_of(CheckedRecord& checked, const CheckOptions& told);

/// Selects all that a record holds, of the table `game`; conditions may follow.
extern const char* const select_records;
/// A record from a row of `select_records`.
StoredRecord stored_record(Statement& row);

/// Whether a text can be a row's `other_tags`.
bool are_tags(const std::string& text);

/// The result of a stored game as it is written, which lives as long as the column. Throws
/// SQLite::Exception if it is none.
std::string_view stored_result(const Column& column);
/// The result of a stored game; nothing for an unfinished one.
std::optional<Outcome> stored_outcome(std::string_view result);

}  // namespace schiri::db
