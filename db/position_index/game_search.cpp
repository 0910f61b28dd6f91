#include "db/position_index/game_search.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "db/games/stored_line.h"
#include "db/position_index/board_page.h"
#include "db/position_index/board_search.h"
#include "db/position_index/segment.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

using Ids = std::vector<std::int64_t>;

/// Up to as many games are replayed rather than found in the boards of all games.
constexpr std::size_t few_games = 1000;

void sort_once(Ids& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

/// A position, and its images if they are meant.
std::vector<std::string> images_of(const GameType& type, const StartSpec& start,
                                   const std::string& position, bool mirrored) {
  std::vector<std::string> positions = {position};
  if (!mirrored) return positions;
  const SpreadPosition spread(position);
  const auto places =
      static_cast<std::size_t>(std::count_if(spread.boards.begin(), spread.boards.end(), is_place));
  try {
    for (const PositionSymmetry& symmetry : type.symmetries(start)) {
      if (symmetry.places.size() != places) continue;  // of another board
      positions.push_back(symmetry.image_of(spread).text());
    }
  } catch (const StartError&) {
    // There is no such variant.
  }
  return positions;
}

/// Games of the index that may reach this position, in any variant.
Ids candidates_for(SQLite::Database& database, const std::string& game, const std::string& position,
                   bool mirrored) {
  Ids ids;
  const GameType* type = find_game(game);
  Statement variants(database, "SELECT variant FROM kind WHERE game = ?", game);
  while (type && variants.executeStep()) {
    const std::string variant = variants.text(0);
    const StartSpec start{variant, "", std::string(type->facts.any_roll)};
    for (const std::string& image : images_of(*type, start, position, mirrored)) {
      try {
        const Ids games = games_of_key(database, key_of_start(game, variant, image));
        ids.insert(ids.end(), games.begin(), games.end());
      } catch (const StartError&) {
        // No game of the variant has the position: the first one of a game may have no image.
      }
    }
  }
  return ids;
}

/// Games of the index that may reach all positions of a search; nullopt if it asks for none.
std::optional<Ids> candidates(SQLite::Database& database, const PositionSearch& search) {
  std::optional<Ids> all;
  for (const auto& positions : search.reached) {
    Ids ids;
    for (const auto& [game, position] : positions) {
      const Ids more = candidates_for(database, game, position, search.mirrored);
      ids.insert(ids.end(), more.begin(), more.end());
    }
    sort_once(ids);
    if (all) {
      Ids both;
      std::set_intersection(all->begin(), all->end(), ids.begin(), ids.end(),
                            std::back_inserter(both));
      all = std::move(both);
    } else {
      all = std::move(ids);
    }
  }
  return all;
}

class Searcher {
 public:
  Searcher(const Store& store, const PositionSearch& search)
      : database_(store.connection().database()), matcher_(search) {}

  Ids run(const OtherConditions& others) {
    auto meant = candidates(database_, matcher_.search());
    if (!meant || meant->size() > few_games) {
      search_boards(meant);
    } else {
      replay_ = std::move(*meant);
    }
    remove_unindexed();
    replay_indexed();
    replay_unindexed(others);
    sort_once(found_);
    return std::move(found_);
  }

 private:
  void search_boards(const std::optional<Ids>& meant) {
    for (const std::int64_t segment : segments_of(database_)) {
      std::optional<BoardSearch> search;
      std::uint64_t games = 0;
      visit_board_pages(database_, segment,
                        [&](const BoardDictionary& dictionary, std::string_view page) {
                          if (!search) search.emplace(dictionary, matcher_.search());
                          const bool is_valid = read_board_page(page, [&](const BoardGame& game) {
                            ++games;
                            if (meant && !std::binary_search(meant->begin(), meant->end(), game.id))
                              return;
                            note(game.id, search->find(game));
                          });
                          if (!is_valid) reject_boards();
                        });
      Statement expected(database_, "SELECT games FROM position_segment WHERE id = ?", segment);
      if (!expected.executeStep() || expected.count(0) != games) reject_boards();
    }
  }

  void note(std::int64_t id, BoardSearch::Result result) {
    switch (result) {
      case BoardSearch::Result::no_match:
        return;
      case BoardSearch::Result::match:
        return found_.push_back(id);
      case BoardSearch::Result::unknown:
        return replay_.push_back(id);
      case BoardSearch::Result::invalid:
        reject_boards();
    }
  }

  /// The index does not know of changes since; a removed game's id may belong to another game.
  void remove_unindexed() {
    if (found_.empty() && replay_.empty()) return;
    sort_once(found_);
    sort_once(replay_);
    Ids unindexed;
    Statement select(database_, "SELECT game_id FROM unindexed ORDER BY game_id");
    while (select.executeStep()) unindexed.push_back(select.bits(0));
    for (Ids* ids : {&found_, &replay_}) {
      Ids rest;
      std::set_difference(ids->begin(), ids->end(), unindexed.begin(), unindexed.end(),
                          std::back_inserter(rest));
      *ids = std::move(rest);
    }
  }

  void replay_indexed() {
    Statement find(database_, select_line("game.id = ?"));
    for (const std::int64_t id : replay_) {
      find.bind(1, id);
      if (find.executeStep()) replay(find);
      find.reset();
    }
  }

  void replay_unindexed(const OtherConditions& others) {
    const std::string conditions = others.sql.empty() ? "" : others.sql + " AND ";
    Statement select(database_,
                     select_line(conditions + "game.id IN (SELECT game_id FROM unindexed)"));
    others.bind(select);
    while (select.executeStep()) replay(select);
  }

  static std::string select_line(const std::string& where) {
    return std::string("SELECT ") + StoredLine::columns +
           " FROM game JOIN movetext ON movetext.game_id = game.id WHERE " + where;
  }

  void replay(Statement& row) {
    line_.read(row);
    const GameType* type = find_game(line_.game());
    if (!type) return;
    try {
      if (matcher_.matches(*type, line_.start(), line_.turns())) found_.push_back(line_.id());
    } catch (const StartError&) {
      // The start is invalid; `check` reports such a game.
    }
  }

  SQLite::Database& database_;
  PositionMatcher matcher_;
  Ids found_;
  Ids replay_;  ///< indexed games that only replaying decides
  StoredLine line_;
};

}  // namespace

std::vector<std::int64_t> games_found(const Store& store, const PositionSearch& search,
                                      const OtherConditions& others) {
  return Searcher(store, search).run(others);
}

}  // namespace schiri::db
