#include "cli/io/inputs.h"

#include <iostream>

#include "cli/game/start.h"
#include "cli/io/output_file.h"
#include "cli/io/usual_options.h"
#include "notation/nearest_name.h"
#include "notation/printable.h"

namespace schiri::cli {

void InputOptions::add_to(Command& command) {
  command.add_option("FILE", files, "Record files; - is standard input")->required();
  command.add_option("--game", read.check.game, "The game of records that do not name it");
  command.add_option("--variant", read.check.variant, "The variant of records that name none");
  command.add_option("--roll", read.check.roll, "The first roll of records that tell none");
  add_threads(command, read.threads, "How many threads check");
  command
      .add_option("--max-game-bytes", read.max_game_bytes,
                  "The largest size of one game that is read")
      ->range(1, std::int64_t{1} << 40)
      ->default_text("16 MiB");
}

void InputOptions::check() const {
  require_known(read.check);
  for (const std::string& file : files) {
    if (!writes_over("-", file)) continue;
    throw UsageError(printable(file, 4096) +
                     " is read, but standard output leads to the same file; name another one");
  }
}

namespace {

/// The game that is told, or all of them.
std::vector<const GameType*> games_meant(const std::string& game) {
  if (!game.empty()) return {&require_game(game)};
  const auto all = game_types();
  return {all.begin(), all.end()};
}

void require_known_variant(const std::vector<const GameType*>& games, const std::string& variant) {
  if (games.size() == 1) return require_variant(variant, games[0]->variants(), games[0]->title());
  NearestName nearest(variant);
  for (const GameType* type : games) {
    for (const std::string_view known : type->variants()) nearest.look_at(known);
  }
  if (!variant.empty() && !nearest.is_known()) {
    throw UsageError("--variant: no game has a variant '" + printable(variant) + "'" +
                     nearest.advice());
  }
}

/// A roll has to be one that some game can begin with.
void require_roll(const std::vector<const GameType*>& games, const std::string& roll) {
  std::string objection = "no game that is meant is played with dice";
  for (const GameType* type : games) {
    if (!type->starts_with_roll()) continue;
    try {
      type->start({"", "", roll});
      return;
    } catch (const StartError& error) {
      objection = error.what();
    }
  }
  throw UsageError("--roll: " + objection);
}

}  // namespace

void require_known(const CheckOptions& check) {
  const auto games = games_meant(check.game);
  try {
    require_known_variant(games, check.variant);
  } catch (const StartError& error) {
    throw UsageError(std::string("--variant: ") + error.what());
  }
  if (!check.roll.empty()) require_roll(games, check.roll);
}

ExitStatus read_input(const std::string& file, const ReadOptions& options,
                      const RecordReading& reading, const std::function<bool(CheckedRecord&)>& sink,
                      bool quietly) {
  try {
    const auto source = open_source(file);
    reading(*source, options, sink);
  } catch (const std::system_error& error) {
    std::cout.flush();
    if (!quietly) std::cerr << "schiri: " << printable(error.what(), 4096) << '\n';
    return ExitStatus::unusable;
  }
  return ExitStatus::done;
}

ExitStatus read_inputs(const InputOptions& options, const RecordReading& reading,
                       const RecordSink& sink) {
  ExitStatus status = ExitStatus::done;
  bool go_on = true;
  for (const std::string& file : options.files) {
    if (!go_on) break;
    const ExitStatus read = read_input(file, options.read, reading, [&](CheckedRecord& record) {
      go_on = sink(file, record);
      return go_on;
    });
    status = worse(status, read);
  }
  return status;
}

ExitStatus read_inputs(const InputOptions& options, const RecordSink& sink) {
  return read_inputs(options, read_records, sink);
}

}  // namespace schiri::cli
