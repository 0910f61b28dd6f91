#pragma once

#include <string>
#include <vector>

#include "cli/line/command_line.h"
#include "cli/ratings/list_view.h"
#include "core/rating/games/game_log.h"
#include "core/rating/models/methods.h"

namespace schiri::cli {

/// The options of `ratings` on lists that are kept under a name.
struct StoredListOptions {
  std::string name;  ///< to keep under
  bool replaces = false;
  std::string shown;  ///< to show instead of rating
  bool overview = false;
  std::string earlier;  ///< to compare with
  std::string start;    ///< to go on from

  void add_to(Command& command);
  /// The list to compare with: that from which a list goes on, unless another is told.
  const std::string& compared() const { return earlier.empty() ? start : earlier; }
};

/// The lists of this name, game and variant, each of which may be empty for all. Throws InputError,
/// which begins with the option, if a database has none of this name.
std::vector<db::DatedList> require_lists(const std::string& option, const std::string& database,
                                         const std::string& name, const db::Kind& kind);

/// Throws InputError if one of this name is kept and must not be replaced, or it is no name.
void require_new_list(const std::string& database, const StoredListOptions& options,
                      const db::Kind& kind);

/// Lists that go on from earlier ones.
class Continuation {
 public:
  Continuation() = default;
  /// Throws InputError if the earlier ones were made by another method, or a list has no date.
  Continuation(std::vector<db::DatedList> earlier, const std::string& method);

  /// Does a game come after the earlier list of its kind? All games of other kinds do.
  bool counts(const rating::FinishedGame& game) const;
  /// The players to go on from; none of another kind.
  std::vector<rating::RatedPlayer> before(const db::Kind& kind) const;
  /// The day of the earlier list; empty where there is none.
  std::string date(const db::Kind& kind) const;
  /// The kinds of the earlier lists.
  std::vector<db::Kind> kinds() const;

 private:
  std::vector<db::DatedList> earlier_;
};

/// Puts lists by a method together, those of one game and variant under one name, and tells when
/// everybody played last. `until`: the day up to which games count, `2026.03.31`; empty: that of
/// the last game.
std::vector<db::DatedList> dated(std::vector<rating::RatingList> lists, const std::string& method,
                                 const std::string& name, const std::vector<rating::GameLog>& logs,
                                 const std::string& until, const Continuation& start);

}  // namespace schiri::cli
