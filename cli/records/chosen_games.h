#pragma once

#include <functional>
#include <string>

#include "cli/input/game_source.h"
#include "cli/line/command.h"
#include "cli/records/selection.h"

namespace schiri::cli {

/// The valid games of record files or a database that the options of `schiri select` select.
class ChosenGames {
 public:
  /// `FILE... | --db F`, and the options that select games.
  void add_to(Command& command);

  /// Validates the options. Throws InputError.
  void prepare();

  using Sink = std::function<void(const CheckedRecord& checked, const StartSpec& start)>;
  /// Calls the sink for each game, in order. Invalid records are reported; returns the worst status
  /// of the inputs. Throws InputError for a name that occurs in no game.
  ExitStatus visit(const Sink& sink);

  const std::vector<std::string>& files() const { return source_.input.files; }
  unsigned threads() const { return source_.input.read.threads; }
  std::size_t max_game_bytes() const { return source_.input.read.max_game_bytes; }

 private:
  ExitStatus visit_files(NameCheck& names, const Sink& sink);
  ExitStatus visit_database(NameCheck& names, const Sink& sink);

  GameSource source_;
  Selection selection_;
};

}  // namespace schiri::cli
