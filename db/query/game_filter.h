#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/position_index/position_goal.h"

/// Questions to a database: games by a filter, their columns, results added up in many ways, turns
/// from a position, a user's own SQL. Commands ask them; nothing here writes. This room uses
/// `db/games`, `db/position_index` and `db/sqlite`.
namespace schiri::db {

/// Game and variant.
using Kind = std::pair<std::string, std::string>;

/// Which games are meant; an empty member excludes none.
struct GameFilter {
  std::vector<std::string> players = {};  ///< all of them took part
  std::string game = {};
  std::string variant = {};
  std::string event = {};
  std::string result = {};  ///< `1-0`, `0-1`, `1/2-1/2`, `*`
  std::string since = {};   ///< `YYYY.MM.DD`, that day included; excludes unknown dates, takes an
  std::string until = {};   ///< unknown month or day for the first
  std::optional<std::int64_t> id = {};
  std::optional<std::uint64_t> limit = {};
  std::uint64_t offset = 0;  ///< games left out at the beginning
  std::string sort = {};     ///< a name of game_columns() instead of the order of ids
  bool descending = false;   ///< the last first
  std::optional<PositionGoal> reaches = {};  ///< games that come through a position
  /// Names above that mean every name they are a part of, in records of files. A database decides
  /// by itself: a name that matches exactly, otherwise all names that contain it.
  std::set<std::string, std::less<>> parts = {};

  /// Does a name of the filter mean this name of a record?
  bool means(std::string_view asked, std::string_view name) const;

  /// Whether games are left out, besides by `limit` and `offset`.
  bool asks_for_anything() const;
};

}  // namespace schiri::db
