#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/input/filter_options.h"
#include "cli/input/game_source.h"
#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/line/command_line.h"
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
  void add_names_to(NameCheck& names) const { names.expect(filter_->filter()); }

  /// Is this game selected? May be called by several threads.
  RecordFilter::Fit fit(const CheckedRecord& checked) const {
    return accepts_legality(checked.check) ? filter_->fit(checked) : RecordFilter::Fit::no;
  }

  /// Are invalid records omitted by default, because no option selects them?
  bool refuses_broken() const { return legality_.empty() && codes_.empty(); }

 private:
  bool accepts_legality(const GameCheck& check) const;

  FilterOptions filter_options_;
  std::optional<RecordFilter> filter_;
  std::string legality_;
  std::vector<std::string> codes_;
};

/// The valid games of record files or a database, of one game or variant or of all.
class ChosenGames {
 public:
  /// `FILE... | --db F`, and the options on reading records.
  void add_to(Command& command);

  /// Validates the options; `written` is the file that the command writes. Throws InputError.
  void prepare(const std::string& written);

  using Sink = std::function<void(const CheckedRecord& checked, const StartSpec& start)>;
  /// Calls the sink for each game, in order. Invalid records are reported; returns the worst status
  /// of the inputs.
  ExitStatus visit(const Sink& sink);

  const std::vector<std::string>& files() const { return source_.input.files; }
  unsigned threads() const { return source_.input.read.threads; }
  std::size_t max_game_bytes() const { return source_.input.read.max_game_bytes; }

 private:
  ExitStatus visit_files(db::GameFilter filter, const Sink& sink);
  ExitStatus visit_database(const db::GameFilter& filter, const Sink& sink);

  GameSource source_;
};

}  // namespace schiri::cli
