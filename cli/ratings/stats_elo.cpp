#include <memory>
#include <optional>

#include "cli/line/table_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/ratings/stats_options.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "notation/rating/match_block.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct EloCommand {
  MatchOptions counts;
  StoredMatchOptions stored;
  Format format = Format::text;
};

Message interval_line(const rating::MatchElo& elo) {
  const auto bound = [](const std::optional<double>& end) {
    return end ? message("{0}", Decimal{rounded_text(*end, 2)}) : message("open");
  };
  const Message text = message("95 % interval of Elo: {0} to {1}", bound(elo.low), bound(elo.high));
  return elo.interval == "jeffreys"
             ? message("{0}, with Jeffreys' prior, because a side has few points", text)
             : text;
}

void print_match(const rating::MatchSummary& match) {
  console::out << match_block(match, output_language());
  if (!match.elo.interval.empty()) say(console::out, interval_line(match.elo));
  say(console::out, match.elo.scale);
}

/// What the reader must know of the games of a tournament before using the figures.
void print_notes(const StoredMatch& match) {
  if (match.test) {
    print_note(
        message("the stopping rule of the sequential test biases these figures; 'schiri stats sprt "
                "--db' shows the corrected estimate"));
  }
  if (match.shards > 1) {
    print_note(message(
        "the database holds 1 of {0} parts of the tournament; the two games of a pair may be in "
        "different parts",
        match.shards));
  }
}

ExitStatus run_stored_elo(const EloCommand& command) {
  const StoredMatch match = read_match(command.stored);
  print_notes(match);
  if (command.format == Format::json) {
    Json object{{"event", match.title}, {"player", match.player}, {"opponent", match.opponent}};
    object.update(match_json(match.summary));
    write_line(console::out, object);
  } else {
    say(console::out, message("{0} against {1}, {2}", printable(match.player),
                              printable(match.opponent), printable(match.title)));
    print_match(match.summary);
  }
  return ExitStatus::done;
}

ExitStatus run_elo(const EloCommand& command) {
  command.stored.require_db();
  if (command.stored.is_given()) return run_stored_elo(command);
  if (!command.counts.is_given()) {
    throw InputError(message("specify --wdl W,D,L, --penta LL,LD,DD,WD,WW or --db FILE"));
  }
  const rating::MatchSummary match = rating::match_summary(command.counts.counts());
  if (command.format == Format::json) {
    write_line(console::out, match_json(match));
  } else {
    print_match(match);
  }
  return ExitStatus::done;
}

}  // namespace

void add_stats_elo(Command& stats) {
  const auto [command, elo] = stats.add<EloCommand>(
      "elo", "Estimate the Elo difference, with its error",
      "Example: schiri stats elo --wdl 512,301,422\nExample: schiri stats elo --db match.db",
      "ratings", run_elo);
  elo.counts.add_to(command);
  const auto results = command.options();
  Option* const db = elo.stored.add_to(command);
  for (Option* const option : results) db->excludes(option);
  command.add_format(elo.format);
  command.prints(rating::match_columns);
}

}  // namespace schiri::cli
