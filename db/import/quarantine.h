#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "db/games/store.h"

namespace schiri::db {

/// A record that an import refused.
struct QuarantinedRecord {
  std::int64_t id = 0;
  std::string file;
  std::uint64_t line = 0;    ///< its first line, from 1
  std::uint64_t number = 0;  ///< in the file, from 1
  std::string game;          ///< empty if unknown
  std::string code;          ///< of the first finding
  std::string message;       ///< of the first finding
  std::string findings;      ///< all findings, JSON
  /// The record as it was in the file; nullopt if it was too large to be kept.
  std::optional<std::string> text;
};

/// Visits the records with these ids, or all if there are none, in the order of ids, until the
/// visitor returns false. Returns the ids that do not exist.
std::vector<std::int64_t> visit_quarantine(
    const Store& store, const std::vector<std::int64_t>& ids,
    const std::function<bool(const QuarantinedRecord&)>& visitor);

/// Removes records.
void drop_quarantine(Store& store, const std::vector<std::int64_t>& ids);

}  // namespace schiri::db
