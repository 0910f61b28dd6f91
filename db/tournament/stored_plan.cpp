#include "db/tournament/stored_plan.h"

#include <span>

#include "core/base/errors.h"
#include "core/tournament/openings.h"
#include "core/tournament/systems.h"
#include "db/query/filtered_games.h"
#include "db/tournament/tournaments.h"
#include "notation/records/pgn/turn_data.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

[[noreturn]] void fail_stored(const Store& store, const StoredTournament& event,
                              const Message& what) {
  throw StoredPlanError(message("{0}: the stored plan of the event '{1}' cannot be used: {2}",
                                printable(store.path(), 4096), printable(event.name), what),
                        what);
}

/// Calls `read` for a stored plan. The plan was not given on this command line, so an error in it
/// is not wrong usage: each exception becomes a StoredPlanError.
template <class Read>
auto from_stored(const Store& store, const StoredTournament& event, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    fail_stored(store, event, message_of(error));
  } catch (const JsonError& error) {
    fail_stored(store, event, message_of(error));
  } catch (const std::logic_error& error) {
    fail_stored(store, event, message_of(error));
  }
}

/// Rejects settings that no plan stores because they name files of this machine or affect no game,
/// and bots without names.
void require_stored_settings(const TournamentSettings& settings) {
  for (const BotSpec& bot : settings.bots) {
    if (bot.is_unnamed) throw InputError(message("a bot has no name"));
  }
  for (const TournamentSetting& setting : setting_table()) {
    if (setting.purpose == SettingPurpose::run && settings.has(setting.key))
      throw InputError(message("'{0}' is not stored with an event", setting.key));
  }
}

}  // namespace

TournamentSettings stored_settings(const Store& store, const StoredTournament& event) {
  return from_stored(store, event, [&] {
    TournamentSettings settings = parse_settings(event.config, "its JSON");
    require_stored_settings(settings);
    if (!settings.has("max-turns")) settings.set("max-turns", 0);
    return settings;
  });
}

TournamentConfig config_of(const Store& store, const StoredTournament& event) {
  TournamentSettings settings = stored_settings(store, event);
  return from_stored(store, event, [&] {
    TournamentConfig config = settings.config();
    require_schedule(config);
    return config;
  });
}

Contest stored_contest(const Store& store, const StoredTournament& event) {
  const TournamentConfig config = config_of(store, event);
  return from_stored(store, event,
                     [&] { return Contest(config, openings_of(store, event, config.variant)); });
}

std::map<std::uint64_t, Opening> openings_of(const Store& store, const StoredTournament& event,
                                             const std::string& variant) {
  std::map<std::uint64_t, Opening> openings;
  for (OpeningRow& row : stored_openings(store, event)) {
    openings[row.number] = {{variant, std::move(row.position), std::move(row.roll)},
                            std::move(row.turns)};
  }
  return openings;
}

std::optional<std::uint64_t> missing_game(const TournamentConfig& config,
                                          const std::vector<GameResult>& results) {
  const auto schedule = make_schedule(config);
  const std::size_t taken = add_results(*schedule, results);
  if (taken == results.size()) return std::nullopt;
  std::uint64_t number = 1;
  for (std::size_t i = 0; i < taken && results[i].number == number; ++i) ++number;
  return number;
}

std::optional<Outcome> evidence_of(const StoredResult& game) {
  return game.unplayed ? std::nullopt : outcome_of(game.result);
}

std::vector<GameResult> results_of(const std::vector<StoredResult>& stored) {
  std::vector<GameResult> results;
  for (const auto& game : stored) {
    results.push_back({game.number, outcome_of(game.result), game.failed});
  }
  return results;
}

void add_stored(const Store& store, const StoredTournament& event, Schedule& schedule,
                const std::function<void(const JudgedGame&)>& visit) {
  const auto stored = stored_results(store, event);
  const std::size_t paired = add_results(schedule, results_of(stored));
  for (const StoredResult& game : std::span(stored).first(paired)) {
    visit({schedule.game(game.number), evidence_of(game), game.hash});
  }
}

bool is_complete(const Store& store, const StoredTournament& event) {
  std::uint64_t next = event.shard;
  for (const std::uint64_t number : stored_numbers(store, event)) {
    if (number == next) next += event.shards;
  }
  return next > event.games;
}

TournamentLock lock_tournament(const Store& store, const StoredTournament& event) {
  auto lock = TournamentLock::take(store.path(), event.id);
  if (lock) return std::move(*lock);
  throw UnusableError(message("another process is playing the event '{0}' of {1}",
                              printable(event.name), store.path()));
}

Spsa stored_tune(const Store& store, const StoredTournament& event,
                 const TournamentConfig& config) {
  Spsa tune(*config.tuning, config.rounds, config.seed);
  add_results(tune, results_of(stored_results(store, event)));
  return tune;
}

std::vector<std::string> start_values(const Tuning& tuning) {
  std::vector<std::string> values;
  for (const TunedOption& option : tuning.options) {
    values.push_back(value_text(option, option.start));
  }
  return values;
}

BotSpec tuned_bot(const TournamentConfig& config, const std::vector<std::string>& values,
                  const std::string& name) {
  BotSpec bot = config.bots.front();
  bot.name = name;
  for (std::size_t i = 0; i < values.size(); ++i) {
    bot.options[config.tuning->options[i].name] = values[i];
  }
  return bot;
}

rating::MatchSummary stored_match(const Store& store, const StoredTournament& event,
                                  const TournamentConfig& config, std::size_t first,
                                  std::size_t second, bool counts_repeats) {
  const auto schedule = make_schedule(config);
  MatchTally tally(first, second);
  add_stored(store, event, *schedule, [&](const JudgedGame& game) {
    tally.add({game.scheduled, game.outcome, counts_repeats ? std::nullopt : game.hash});
  });
  return tally.summary();
}

std::optional<double> seconds_per_game(const Store& store, const StoredTournament& event) {
  constexpr std::uint64_t enough = 1000;
  GameFilter filter;
  filter.events = {event.name};
  double sum = 0;
  std::uint64_t games = 0;
  visit_records(store, filter, [&](const StoredRecord& game) {
    if (const auto seconds = thinking_time(game.record)) {
      sum += *seconds;
      ++games;
    }
    return games < enough;
  });
  if (games == 0) return std::nullopt;
  return sum / static_cast<double>(games);
}

}  // namespace schiri::db
