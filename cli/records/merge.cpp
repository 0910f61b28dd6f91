#include "cli/records/merge.h"

#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/records/chosen_games.h"
#include "core/base/text.h"
#include "notation/records/conversion/record_tree.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct MergeOptions {
  ChosenGames games;
  std::optional<std::uint64_t> depth;
  std::uint64_t min_games = 1;
  std::string output = "-";
};

/// The tags that describe a start.
std::vector<Tag> start_tags(const GameType& type, const StartSpec& start, const Game& game) {
  std::vector<Tag> tags{{"Game", std::string(type.name())}};
  if (start.variant != type.variant_table.standard()) tags.push_back({"Variant", start.variant});
  const bool is_usual =
      !type.starts_with_roll() &&
      type.start({start.variant, "", ""})->start_position() == game.start_position();
  if (!start.position.empty() && !is_usual) {
    tags.push_back({"Position", game.start_position()});
  } else if (!start.roll.empty()) {
    tags.push_back({"Roll", start.roll});
  }
  return tags;
}

/// Collects games in a tree for each start.
class GameMerger {
 public:
  explicit GameMerger(const MergeOptions& options) : options_(options) {}

  void add(const CheckedRecord& checked, const StartSpec& start) {
    const GameType& type = require_game(checked.check.game);
    const auto game = type.start(start);
    const auto [place, is_new] = numbers_.emplace(
        std::tuple(checked.check.game, checked.check.variant, game->start_position()),
        starts_.size());
    if (is_new) {
      starts_.push_back({start_tags(type, start, *game), RecordTree(game->side_to_move())});
    }
    const std::uint64_t depth = options_.depth.value_or(checked.check.turns);
    starts_[place->second].tree.add(checked.record, depth, checked.check.ending);
    ++games_;
  }

  /// Writes a record for each start, in the order of their first games.
  void write(std::ostream& out, std::size_t max_bytes) const {
    for (const Start& start : starts_) {
      Record record = start.tree.record(options_.min_games);
      record.tags.insert(record.tags.end(), start.tags.begin(), start.tags.end());
      const std::string text = write_record(record);
      out << text;
      if (text.size() > max_bytes) tell_size(text.size());
    }
  }

  void tell() const {
    if (talk().is_quiet) return;
    print_message(
        message("{0} {0:game|games} merged into {1} {1:record|records}", games_, starts_.size()));
  }

 private:
  struct Start {
    std::vector<Tag> tags;
    RecordTree tree;
  };

  static void tell_size(std::size_t bytes) {
    print_message(
        message("a record has {0} bytes; reading it takes --max-game-bytes. --depth and "
                "--min-games make it smaller",
                bytes));
  }

  const MergeOptions& options_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> numbers_;
  std::vector<Start> starts_;
  std::uint64_t games_ = 0;
};

ExitStatus run_game_merge(MergeOptions& options) {
  options.games.prepare();
  OutputFile output(options.output, options.games.files());
  GameMerger merger(options);
  const ExitStatus status = options.games.visit(
      [&](const CheckedRecord& checked, const StartSpec& start) { merger.add(checked, start); });
  merger.write(output.stream(), options.games.max_game_bytes());
  output.commit();
  merger.tell();
  return status;
}

constexpr char merge_example[] =
    "Example, the openings of a player with White:\n"
    "  schiri merge --db club.db --white Anna --depth 12 --min-games 3 -o anna.pgn\n"
    "Manual: schiri help choosing";

}  // namespace

void add_merge(Command& app, ExitStatus& status) {
  auto options = std::make_shared<MergeOptions>();
  Command* command = app.add_subcommand(
      "merge", "Merge games into one record, as a tree of variations with their results");
  options->games.add_to(*command);
  command->add_option("--depth", options->depth, "Merge only the first N turns of each game")
      ->above_zero();
  command->add_option("--min-games", options->min_games, "Omit turns played in fewer than N games")
      ->above_zero()
      ->default_text("1");
  command->add_file("-o,--output", options->output,
                    "Write to this file instead of standard output");
  command->footer(merge_example);
  command->callback([options, &status] { status = run_game_merge(*options); });
}

}  // namespace schiri::cli
