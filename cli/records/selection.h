#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/input/filter_options.h"
#include "cli/input/game_source.h"
#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/line/command_line.h"
#include "db/query/game_filter.h"
#include "notation/game_types.h"
#include "notation/position_search.h"
#include "notation/records/pgn/reader.h"

/// Commands on record files (`validate`, `convert`, `select`, `sort`, `tag`, `dedupe`, `summary`,
/// `replay`, `data`) and what they share: selecting games, keeping what cannot be converted,
/// writing several files. `bots/` and `database/` use the shared parts; uses games/, input/, line/,
/// print/.
namespace schiri::cli {

/// The options that select games, of `schiri select`.
class Selection {
 public:
  void add_to(Command& command);

  /// Validates the options. `told`: the options on records without tags; games of another game or
  /// variant are not selected. Throws InputError.
  void prepare(const CheckOptions& told);

  /// Resolves names that are parts of names in the files, which may be read twice; see
  /// cli::resolve_names().
  void resolve_names(InputOptions& input);

  /// Adds the names that must occur in the data.
  void add_names_to(NameCheck& names) const;

  /// Is this game selected? May be called by several threads.
  bool accepts(const CheckedRecord& checked) const;

  /// Are invalid records omitted by default, because no option selects them?
  bool refuses_broken() const { return legality_.empty() && codes_.empty(); }

 private:
  /// `NAME=PATTERN` or `NAME!=PATTERN`, or with < <= > >= a number.
  struct TagPattern {
    std::string name;
    std::string relation;
    std::string pattern;
    double number = 0;

    bool holds(std::string_view value) const;
  };

  static TagPattern read_tag_pattern(const std::string& text);
  void read_beginning(const std::string& turns);
  bool begins_so(const CheckedRecord& checked) const;
  bool accepts_legality(const GameCheck& check) const;
  bool accepts_tags(const Record& record) const;
  bool fits_patterns(const Record& record) const;
  bool accepts_positions(const CheckedRecord& checked) const;

  FilterOptions filter_options_;
  db::GameFilter filter_;
  CheckOptions told_;
  std::vector<std::string> whites_, blacks_;
  std::optional<std::uint64_t> min_turns_, max_turns_;
  std::vector<std::string> endings_;
  std::vector<std::string> tags_given_;
  std::vector<TagPattern> tags_;
  std::string legality_;
  std::vector<std::string> codes_;
  std::vector<std::string> begins_given_;
  /// For each game, the beginnings that are legal in it, in canonical text.
  std::map<std::string, std::vector<std::vector<std::string>>, std::less<>> beginnings_;
  PositionOptions position_options_;
  std::optional<PositionMatcher> positions_;
};

/// The valid games of record files or a database, of one game or variant or of all.
class ChosenGames {
 public:
  /// `FILE... | --db F`, and the options on reading records.
  void add_to(Command& command);

  /// Validates the options. Throws InputError.
  void prepare();

  using Sink = std::function<void(const CheckedRecord& checked, const StartSpec& start)>;
  /// Calls the sink for each game, in order. Invalid records are reported; returns the worst status
  /// of the inputs.
  ExitStatus visit(const Sink& sink);

  const std::vector<std::string>& files() const { return source_.input.files; }
  unsigned threads() const { return source_.input.read.threads; }
  std::size_t max_game_bytes() const { return source_.input.read.max_game_bytes; }

 private:
  ExitStatus visit_files(const db::GameFilter& filter, const Sink& sink);
  ExitStatus visit_database(const db::GameFilter& filter, const Sink& sink);

  GameSource source_;
};

}  // namespace schiri::cli
