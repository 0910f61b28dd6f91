#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/store.h"

namespace schiri::db {

/// A record's tags taken apart into the columns of a row, and put together again.
struct RecordRow {
  RecordRow() = default;
  explicit RecordRow(const FinishedRecord& game);

  /// The record without its movetext and trailing comments; the same bytes are written from it as
  /// from the one that was taken apart.
  Record record() const;

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
};

}  // namespace schiri::db
