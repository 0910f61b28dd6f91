#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/report/figure_table.h"
#include "cli/report/opening_tree.h"
#include "cli/report/replay_packer.h"
#include "cli/report/report.h"
#include "core/names.h"
#include "core/rating/game_log.h"
#include "notation/records/reader.h"

namespace schiri::cli {

/// Makes a report of games that come one by one.
class ReportBuilder {
 public:
  explicit ReportBuilder(std::string title);

  /// What ratings see of a game; each game is added here and by add_game().
  void add_result(rating::FinishedGame game);
  /// A game with its turns: `check` names game and variant, the record is valid and canonical.
  /// `start`: where it begins. One that cannot be played through is left out, with a warning.
  void add_game(const CheckedRecord& game, const StartSpec& start);
  /// Something about the games as a whole.
  void add_warning(std::string text);

  /// The report; nothing may be added afterwards.
  Report finish();

 private:
  /// What is gathered of one kind of games, beside the report's own part.
  struct Gathering {
    explicit Gathering(const GameType& game_type) : type(&game_type) {}

    const GameType* type;
    FigureTable figures;
    OpeningForest openings;
    std::map<std::size_t, TimeUse> times;
    std::map<std::string, std::size_t> first_of_hash;
    std::map<std::string, std::vector<std::size_t>> failures;  ///< by player and termination
    std::vector<std::size_t> duplicates;
    std::vector<std::size_t> unexplained;
  };

  /// Numbers texts in the order in which they come.
  class Numbers {
   public:
    std::size_t number(std::string_view text);
    std::vector<std::string> texts;

   private:
    std::unordered_map<std::string, std::size_t> numbers_;
  };

  std::size_t kind_of(const std::string& game, const std::string& variant);
  void count(const ReportGame& game, const std::string& ending);
  void count_times(const ReportGame& game, const ReplayLine& line,
                   const std::vector<std::string>& comments);
  void note_oddities(const ReportGame& game, std::size_t number, const CheckedRecord& checked,
                     const std::string& ending);
  void warn(std::size_t kind);
  void rate();

  Report report_;
  rating::GameCollector collector_;
  Numbers players_;
  FirstSpellings spellings_;
  Numbers words_;
  std::vector<Gathering> gatherings_;
  ReplayPacker packer_;
  std::size_t unplayable_ = 0;
};

}  // namespace schiri::cli
