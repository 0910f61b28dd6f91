#pragma once

#include <functional>
#include <string>

#include "cli/input/game_source.h"
#include "cli/line/command.h"
#include "cli/records/selection.h"

namespace schiri::cli {

/// The valid games of record files, or of a database, that `schiri select`'s options mean.
class ChosenGames {
 public:
  /// `FILE... | --db F`, and which of their games.
  void add_to(Command& command);

  /// Makes the options ready. Throws InputError.
  void prepare();

  using Sink = std::function<void(const CheckedRecord& checked, const StartSpec& start)>;
  /// Calls the sink for each, in their order. Broken records are told; the status is the worst of
  /// what was read. Throws InputError for a name that the games do not know.
  ExitStatus visit(const Sink& sink);

  const std::vector<std::string>& files() const { return source_.input.files; }
  unsigned threads() const { return source_.input.read.threads; }

 private:
  ExitStatus visit_files(NameCheck& names, const Sink& sink);
  ExitStatus visit_database(NameCheck& names, const Sink& sink);

  GameSource source_;
  Selection selection_;
};

}  // namespace schiri::cli
