#include "cli/web/report/stored_report.h"

#include <algorithm>
#include <utility>

#include "cli/input/failed_game.h"
#include "cli/input/measured_games.h"
#include "cli/line/progress.h"
#include "cli/print/console.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/web/report/report_document.h"
#include "cli/web/shared/engine_elements.h"
#include "core/base/errors.h"
#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/tournament/spsa.h"
#include "core/tournament/systems.h"
#include "db/query/filtered_games.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/analysis/annotation.h"
#include "notation/records/conversion/played_record.h"

namespace schiri::cli {

namespace {

/// Sets what was known when the game was stored, so that its turns need not be played.
void set_stored_check(const db::GameRow& row, const GameType& type, const StartSpec& start,
                      GameCheck& check) {
  try {
    check.black_began = type.start(start)->side_to_move() == Side::black;
    check.turns = row.finished().turns;
    check.ending = row.ending();
  } catch (const StartError&) {
    // The builder omits the game.
  }
}

/// A game that is shown or has more than turns.
void add_complete_game(const db::Store& store, const db::GameRow& row, ReportBuilder& builder) {
  db::StoredRecord stored = row.record();
  CheckedRecord checked;
  checked.check.game = row.line().game();
  checked.check.variant = row.line().start().variant;
  const GameType* type = find_game(checked.check.game);
  if (checked.check.variant.empty() && type) checked.check.variant = type->variant_table.standard();
  checked.record = std::move(stored.record);
  const StartSpec start = start_of(checked, {});
  if (type && !builder.shows_next()) set_stored_check(row, *type, start, checked.check);
  builder.add_game(checked, start, ReportBuilder::StoredPlace{store, stored.id});
}

std::string_view known(std::string_view text) { return text == "?" ? "" : text; }

/// Adds a game, counted as it is stored if it is not shown and nothing else can be learnt from it.
void add_game(const db::Store& store, const db::GameRow& row, ReportBuilder& builder) {
  const rating::FinishedGame& game = row.finished();
  const db::StoredLine& line = row.line();
  const bool is_simple =
      line.has_single_comments() && !line.turns().empty() && line.turns().size() == game.turns &&
      !line.start().variant.empty() && !is_failure_in_play(game.termination) &&
      std::none_of(line.comments().begin(), line.comments().end(), is_of_analysis);
  if (builder.shows_next() || !is_simple) {
    add_complete_game(store, row, builder);
    return;
  }
  builder.count_game(line.game(), line.start(),
                     {.white = known(game.white),
                      .black = known(game.black),
                      .event = known(game.event),
                      .date = known(game.date),
                      .termination = known(game.termination),
                      .result = row.result(),
                      .ending = row.ending(),
                      .hash = game.hash,
                      .turns = line.turns(),
                      .comments = line.comments()});
}

bool is_selected(const db::Store& store, const db::GameFilter& filter, const std::string& event) {
  const auto& wanted = filter.events;
  return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [&](const auto& name) {
           return db::has_event(store, name) ? event == name : is_part_of_name(name, event);
         });
}

constexpr std::size_t most_points = 400;

/// The shown steps, including the first and the last.
std::vector<std::size_t> shown_steps(std::size_t finished) {
  std::vector<std::size_t> steps;
  const std::size_t points = std::min(finished, most_points);
  for (std::size_t i = 0; i <= points; ++i) {
    steps.push_back(points == 0 ? 0 : i * finished / points);
  }
  return steps;
}

/// The values of all options during a tune.
TuningTrace tuning_trace(const Spsa& tune, std::string event) {
  const Tuning& tuning = tune.tuning();
  const std::uint64_t planned = tune.games() / 2;
  TuningTrace trace{std::move(event), planned, {}, {}};
  const auto steps = shown_steps(tune.finished());
  for (const std::size_t step : steps) {
    trace.pairs.push_back(std::min<std::uint64_t>(step * tuning.batch, planned));
  }
  const auto values = tune.values();
  for (std::size_t i = 0; i < tuning.options.size(); ++i) {
    const TunedOption& option = tuning.options[i];
    OptionTrace one{option.name,
                    value_text(option, option.start),
                    values[i],
                    option.choices,
                    option.least,
                    option.most,
                    {}};
    for (const std::size_t step : steps) one.values.push_back(tune.value(i, step));
    trace.options.push_back(std::move(one));
  }
  return trace;
}

void add_tune(const db::Store& store, const db::StoredTournament& event, ReportBuilder& builder) {
  if (event.config.find("\"tune\"") == event.config.npos) return;
  const TournamentConfig config = db::config_of(store, event);
  if (config.tuning)
    builder.add_tune(tuning_trace(db::stored_tune(store, event, config), config.name));
}

/// Does a filter leave nothing out of an event that it selects? The figures of a study are of all
/// its games.
bool is_whole(db::GameFilter filter, const TournamentConfig& config) {
  const bool is_other = (!filter.game.empty() && filter.game != config.game) ||
                        (!filter.variant.empty() && filter.variant != config.variant);
  filter.events.clear();
  filter.game.clear();
  filter.variant.clear();
  return !is_other && !filter.asks_for_anything() && !filter.limit && filter.offset == 0;
}

/// Replays the games of a study; one whose games cannot be replayed is left out, with a warning.
void add_study(const db::Store& store, const db::StoredTournament& event,
               const db::GameFilter& filter, ReportBuilder& builder) {
  if (event.config.find(system_name(System::ladder)) == event.config.npos) return;
  const TournamentConfig config = db::config_of(store, event);
  if (config.system != System::ladder || event.stored == 0 || !is_whole(filter, config)) return;
  try {
    const Contest contest = db::stored_contest(store, event);
    auto study = read_study(store, event, contest, static_cast<unsigned>(processor_count()));
    if (!study) throw console::Interrupted();
    builder.add_study({event.name, config.game, config.variant, observer_of(config).name,
                       config.seed, std::move(*study)});
  } catch (const InputError& error) {
    builder.add_warning(message("The study '{0}' is left out: {1}", event.name, error.message()));
  }
}

void add_events(const db::Store& store, const db::GameFilter& filter, ReportBuilder& builder) {
  for (const db::StoredTournament& event : db::stored_tournaments(store)) {
    if (!is_selected(store, filter, event.name)) continue;
    add_tune(store, event, builder);
    add_study(store, event, filter, builder);
    if (event.stored < event.planned()) {
      builder.add_warning(message("Event {0} is not complete: {1} of {2} games are there",
                                  event.name, event.stored, event.planned()));
    }
    if (event.shards > 1) {
      builder.add_warning(
          message("Event {0} was divided: this is part {1} of {2}, the other parts "
                  "are not in this database",
                  event.name, event.shard, event.shards));
    }
  }
}

}  // namespace

void add_stored_games(const db::Store& store, const db::GameFilter& filter,
                      ReportBuilder& builder) {
  add_events(store, filter, builder);
  ProgressLine progress(message("games"));
  const std::uint64_t total = is_drawable() ? db::count_games(store, filter) : 0;
  std::uint64_t done = 0;
  db::visit_game_rows(store, filter, [&](const db::GameRow& row) {
    progress.count(done++, total);
    builder.add_result(row.finished());
    add_game(store, row, builder);
  });
}

void write_event_report(const db::Store& store, const std::string& event, const std::string& path) {
  OutputFile output(path);
  const Translation& language = output_language();
  ReportBuilder builder({}, language);
  add_stored_games(store, {.events = {event}}, builder);
  builder.set_title(event);
  const Report report = builder.finish();
  output.stream() << report_page(report, language, compressed_engine());
  output.commit();
}

}  // namespace schiri::cli
