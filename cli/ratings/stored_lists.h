#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "core/rating/games/game_log.h"
#include "core/rating/models/methods.h"
#include "db/ratings/rating_lists.h"

namespace schiri::cli {

/// The options of `ratings` on stored lists with names.
struct StoredListOptions {
  std::string name;  ///< of the list to store
  bool replaces = false;
  std::string shown;  ///< the list to show instead of rating
  bool overview = false;
  std::string earlier;  ///< the list to compare with
  std::string start;    ///< the list to continue

  void add_to(Command& command);
  /// The list to compare with: by default the list that is continued.
  const std::string& compared() const { return earlier.empty() ? start : earlier; }
};

/// The lists of this name, game and variant; game and variant may be empty for all. Throws
/// InputError, which begins with the option, if the database has no such list.
std::vector<db::KindList> require_lists(const std::string& option, const std::string& database,
                                        const std::string& name, const db::Kind& kind);

/// Throws InputError if a list of this name exists and must not be replaced, or the name is
/// invalid.
void require_new_list(const std::string& database, const StoredListOptions& options,
                      const db::Kind& kind);

/// Lists that continue earlier ones.
class Continuation {
 public:
  Continuation() = default;
  /// Throws InputError if an earlier list was made by another method or has no date.
  Continuation(std::vector<db::KindList> earlier, const std::string& method);

  /// Is a game later than the earlier list of its game and variant? Games without such a list are.
  /// One of which the day is partly unknown counts once its last possible day has come.
  bool counts(const rating::FinishedGame& game) const;
  /// The players of the earlier list of a game and variant; none without one.
  std::vector<rating::RatedPlayer> before(const db::Kind& kind) const;
  /// The day of the earlier list; empty without one.
  std::string date(const db::Kind& kind) const;
  /// The kinds of the earlier lists.
  std::vector<db::Kind> kinds() const;

 private:
  std::vector<db::KindList> earlier_;
};

/// Combines the lists of a method, those of one game and variant under one name, with the last day
/// of each player. `until`: the day up to which games count, `2026.03.31`; empty: that of the last
/// game.
std::vector<db::KindList> dated(std::vector<rating::RatingList> lists, const std::string& method,
                                const std::string& name, const std::vector<rating::GameLog>& logs,
                                const std::string& until, const Continuation& start);

}  // namespace schiri::cli
