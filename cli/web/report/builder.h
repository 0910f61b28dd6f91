#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/web/report/opening_tree.h"
#include "cli/web/report/played_game.h"
#include "cli/web/report/report.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/probing_table.h"
#include "core/rating/games/game_log.h"
#include "core/rating/games/text_numbers.h"
#include "core/rating/tables/cross_table.h"
#include "db/games/store.h"
#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// Builds a report from games that are added one by one.
class ReportBuilder {
 public:
  /// Only the first `most_games`, or those that fit (`usual_board_bytes`), are shown; all are
  /// counted. `language`: of the report; it must outlive this.
  ReportBuilder(std::optional<std::size_t> most_games, const Translation& language)
      : language_(language), most_games_(most_games) {}

  /// Adds the data of a game for ratings; each game is added here and by add_game().
  void add_result(rating::FinishedGame game);
  /// Adds a game with its turns: `check` contains game and variant, the record is valid and
  /// canonical. `start`: its start. A game that cannot be replayed is omitted, with a warning;
  /// turns that the check has played are not replayed for games that are only counted.
  /// `stored`: where the game comes from, for what is stored of its failure.
  struct StoredPlace {
    const db::Store& store;
    std::int64_t id;
  };
  void add_game(const CheckedRecord& game, const StartSpec& start,
                const std::optional<StoredPlace>& stored = {});

  /// What counting a game needs. Unknown texts are empty; all of them are valid during the call.
  struct CountedGame {
    std::string_view white, black, event, date, termination;
    std::string_view result;            ///< as in records
    std::optional<Ending> ending;       ///< by the rules
    std::optional<std::uint64_t> hash;  ///< game_hash()
    const std::vector<std::string_view>& turns;
    std::span<const std::string_view> comments = {};  ///< after each turn, if there are any
  };
  /// Do the games that are added next appear in the list, so that add_game() must add them?
  bool shows_next() const {
    return most_games_ ? report_.games.size() < *most_games_ : board_bytes_ < usual_board_bytes;
  }
  /// Adds a game that is only counted, as add_game() does. The game must not have ended by a
  /// failure in play, nor have comments of an analysis.
  void count_game(const std::string& game, const StartSpec& start, const CountedGame& counted);
  /// Adds a warning about all games.
  void add_warning(const Message& text) { report_.warnings.push_back({text.in(language_), {}}); }

  void add_tune(TuningTrace tune) { report_.tunes.push_back(std::move(tune)); }
  void add_study(ReportStudy study) { report_.studies.push_back(std::move(study)); }

  /// The event of all games so far; empty for several or none.
  std::string only_event() const { return has_several_events_ || event_ == "?" ? "" : event_; }
  void set_title(std::string title) { report_.title = std::move(title); }

  /// The report; nothing may be added afterwards.
  Report finish();

 private:
  /// Games of a warning, and those of them that are shown.
  struct Oddity {
    std::size_t count = 0;
    std::vector<std::size_t> games;

    void add(std::optional<std::size_t> game) {
      ++count;
      if (game) games.push_back(*game);
    }
  };

  /// Keys of games, none of which is 0.
  struct KeyKind {
    using Entry = std::uint64_t;

    static bool is_free(Entry key) { return key == 0; }
    static std::uint64_t hash(Entry key) { return key; }
  };

  /// The data collected for one game and variant, in addition to that of the report.
  struct Gathering {
    explicit Gathering(const GameType& game_type)
        : type(&game_type), accuracy(game_type.evaluation_scale()) {}

    const GameType* type;
    FigureNumbers figures;
    OpeningForest openings;
    std::optional<std::string> known_start;  ///< by start_name(), a valid one
    bool black_begins = false;               ///< at this start
    std::map<std::size_t, TimeUse> times;
    AccuracyTable accuracy;
    ProbingTable<KeyKind, 3> keys;  ///< of the games, to find duplicates
    std::map<std::pair<std::string, std::string>, Oddity> failures;  ///< by player and termination
    Oddity duplicates;
    Oddity unexplained;
  };

  std::string_view player_name(std::size_t player) const;
  std::size_t kind_of(const std::string& game, const std::string& variant);
  void require_start(Gathering& gathering, const StartSpec& start);
  ReportGame count(std::size_t kind, const StartSpec& start, const CountedGame& counted,
                   std::span<const Side> movers, std::optional<std::size_t> number);
  ReportGame describe(std::size_t kind, const CountedGame& counted, std::string_view ending);
  void count_ending(const ReportGame& game, std::string_view ending);
  const std::string& shown_ending(std::string_view ending);
  /// Of its text as ratings compare it, which is empty for an unknown date.
  std::uint32_t number_of_date(std::string_view date);
  void count_date(std::string_view date);
  void count_times(const ReportGame& game, std::span<const Side> movers,
                   std::span<const std::string_view> comments);
  void weigh_turns(const ReportGame& game, std::span<const Side> movers, const Record& record);
  void note_oddities(const ReportGame& game, std::optional<std::size_t> number,
                     std::optional<std::uint64_t> hash, std::string_view ending);
  /// Counts a failure among the warnings.
  void count_failure(const ReportGame& game, std::optional<std::size_t> number,
                     std::string_view ending);
  void note_failure(const ReportGame& game, std::optional<std::size_t> number, const Record& record,
                    const StartSpec& start, const std::optional<StoredPlace>& stored);
  void close_block();
  void warn(std::size_t kind);
  void rate();

  const Translation& language_;
  Report report_;
  std::optional<std::size_t> most_games_;
  std::size_t board_bytes_ = 0;  ///< of closed blocks
  rating::GameCollector collector_;
  rating::TextNumbers players_;
  FirstSpellings spellings_;
  rating::TextNumbers words_;
  std::map<std::string, std::string, std::less<>> shown_endings_;  ///< by their names
  std::map<std::string, std::uint32_t, std::less<>> dates_;        ///< by their texts in records
  std::vector<Gathering> gatherings_;
  std::string open_block_;  ///< the games of the last block, as a JSON array that is not closed
  std::size_t unplayable_ = 0;
  std::string event_;  ///< of the first game
  bool has_several_events_ = false;
};

}  // namespace schiri::cli
