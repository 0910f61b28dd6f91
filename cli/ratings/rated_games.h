#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "cli/input/game_source.h"
#include "cli/input/name_check.h"
#include "cli/input/synonyms.h"
#include "cli/line/command.h"
#include "cli/line/command_line.h"
#include "core/rating/games/counts.h"
#include "core/rating/tables/cross_table.h"
#include "db/query/game_filter.h"

/// The commands `ratings`, `table` and `stats`: games by result, options of the rating methods,
/// dated lists, and their texts; the methods are in core/rating. `otb/` and `web/report/` use its
/// games and stored lists; uses input/, line/, print/ and tournament/.
namespace schiri::cli {

/// The source of the games of ratings and tables: databases or files, and the options that select
/// games: `--db F... | FILE... [--game G] [--variant V] [--synonyms FILE] [--repeats once|count]`
/// and those of FilterOptions.
class RatedGames {
 public:
  void add_to(Command& command);
  /// Adds `--no-forfeits`: games decided by a failure count as points, not as evidence.
  void add_no_forfeits(Command& command);

  /// Says which file the command writes; one that is found in a folder of the input is refused.
  void writes(const std::string& output) { written_ = output; }

  /// Collects the selected games. Invalid records of files are reported and omitted, and make the
  /// status `wrong`. Throws InputError, also if there is neither a database nor a file, or both.
  using Choice = std::function<bool(const rating::FinishedGame&)>;
  ExitStatus collect(rating::GameCollector& collector, const Choice& is_wanted = {}) const;
  /// The database; empty if the games come from files or from several databases.
  std::string database() const { return databases_.size() == 1 ? databases_.front() : ""; }
  /// The same choice of the games of another database.
  RatedGames of_database(const std::string& path) const;
  /// The files that are read, including the databases and the synonyms.
  std::vector<std::string> inputs() const;
  /// The game and the variant of the options, empty for all.
  db::Kind kind() const {
    return {source_.input.read.check.game, source_.input.read.check.variant};
  }
  /// The filter of the games. Throws InputError.
  db::GameFilter filter() const { return source_.filter(); }
  /// Do options choose games otherwise than by game, variant and players?
  bool chooses_games() const;
  /// The first and the last day whose games count, `2026.03.31`; empty if not given. Throws
  /// InputError for an invalid date.
  std::string since() const { return filter().since; }
  std::string until() const { return filter().until; }
  /// The database, if all its games are selected, or all of one game or variant; otherwise empty.
  std::string whole_database() const;
  /// Do identical games count each?
  bool counts_repeats() const { return counts_repeats_; }
  /// The names of players by the aliases of the databases and the synonyms.
  Synonyms names_of_players() const;
  /// The sums of the games, which a database may have stored.
  ExitStatus count(std::vector<rating::GameCounts>& counts) const;

 private:
  using GameSink = std::function<void(const rating::FinishedGame&)>;

  /// The names of players, and the names of options.
  struct Names {
    Synonyms synonyms;
    NameCheck check;

    /// Adds a name of the data.
    void add_player(std::string_view player) {
      check.add_known(NameKind::player, synonyms.use(player));
    }
    void add(const CheckedRecord& checked) {
      add_player(checked.record.tag("White"));
      add_player(checked.record.tag("Black"));
      check.add_facts(checked);
    }
  };

  /// The source, checked.
  GameSource source() const;
  /// Those of the file, which may be a pipe and is read once.
  const Synonyms& given_synonyms() const;
  using Meant = std::function<bool(std::string_view white, std::string_view black)>;
  ExitStatus collect_stored(db::GameFilter& filter, Names& names, const Meant& is_meant,
                            const GameSink& add) const;
  /// Whether the sums that a database stores are those of the selected games.
  bool are_stored() const {
    return databases_.size() == 1 && synonyms_.empty() && !no_forfeits_ && !counts_repeats_;
  }

  GameSource source_;  ///< its database is the first
  std::vector<std::string> databases_;
  std::string synonyms_;
  mutable std::optional<Synonyms> given_synonyms_;  ///< once they are read
  std::string written_;
  bool counts_repeats_ = false;
  bool no_forfeits_ = false;
};

}  // namespace schiri::cli
