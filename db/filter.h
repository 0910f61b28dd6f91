#pragma once

#include <SQLiteCpp/SQLiteCpp.h>

#include <string>
#include <vector>

#include "db/store.h"

namespace schiri::db {

/// A filter as SQL on the table `game`: what follows WHERE, with values bound, never written in.
class FilterQuery {
 public:
  explicit FilterQuery(const GameFilter& filter);

  /// ` WHERE ... ORDER BY game.id LIMIT ...`.
  std::string clauses() const;
  /// Binds the values from the first parameter on.
  void bind(SQLite::Statement& statement) const;

 private:
  void require(std::string condition, const std::string& value);

  std::vector<std::string> conditions_;
  std::vector<std::string> values_;
  std::optional<std::uint64_t> limit_;
};

}  // namespace schiri::db
