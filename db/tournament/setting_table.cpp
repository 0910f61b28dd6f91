#include "db/tournament/setting_table.h"

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "core/match/turn_comment.h"
#include "core/tournament/systems.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri::db {

namespace {

using Settings = TournamentSettings;
using Group = SettingGroup;

Json stored_value(bool value) { return value ? Json(true) : Json(); }

template <class Value>
Json stored_value(const Value& value) {
  return Json(value);
}

template <class Value>
Json stored_value(const std::optional<Value>& value) {
  return value_or_null(value);
}

/// A setting that the configuration stores unchanged.
template <class Told, class Kept>
TournamentSetting same(const char* key, std::optional<Told> Settings::*told,
                       Kept TournamentConfig::*kept, Group group, std::string help) {
  return {.key = key,
          .member = told,
          .group = group,
          .help = std::move(help),
          .apply =
              [told, kept](const Settings& settings, TournamentConfig& config) {
                if (settings.*told) config.*kept = *(settings.*told);
              },
          .stored = [kept](const TournamentConfig& config) { return stored_value(config.*kept); }};
}

/// A rule with a syntax of its own, which `read` reads and `write` writes.
template <class Rule, class Read, class Write>
TournamentSetting rule(const char* key, std::optional<std::string> Settings::*told,
                       std::optional<Rule> TournamentConfig::*kept, Read read, Write write,
                       Pattern form, std::string help) {
  return {.key = key,
          .member = told,
          .group = Group::ending,
          .help = std::move(help),
          .apply =
              [=](const Settings& settings, TournamentConfig& config) {
                if (!(settings.*told)) return;
                config.*kept = read(*(settings.*told));
                if (config.*kept) return;
                throw InputError(message("--{0}: expected {1}, not '{2}'", key, Message(form),
                                         printable(*(settings.*told))));
              },
          .stored =
              [=](const TournamentConfig& config) {
                return config.*kept ? Json(write(*(config.*kept))) : Json();
              }};
}

/// A setting that affects no game.
template <class Told>
TournamentSetting surrounding(const char* key, std::optional<Told> Settings::*told, Group group,
                              std::string help) {
  return {.key = key, .member = told, .group = group, .help = std::move(help)};
}

TournamentSetting file(const char* key, std::optional<std::string> Settings::*told, Group group,
                       std::string help) {
  auto setting = surrounding(key, told, group, std::move(help));
  setting.is_file = true;
  return setting;
}

TournamentSetting not_negative(TournamentSetting setting) {
  setting.is_negative_allowed = false;
  return setting;
}

TournamentSetting event_name() {
  auto setting = surrounding("event", &Settings::event, Group::playing,
                             "Set the event name (\"GAME SYSTEM\")");
  setting.stored = [](const TournamentConfig& config) { return Json(config.name); };
  return setting;
}

TournamentSetting system() {
  auto setting = surrounding("system", &Settings::system, Group::system,
                             "Set the system: " + list_systems() + " (round-robin)");
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (!settings.system) return;
    const auto known = find_system(*settings.system);
    if (!known) {
      throw InputError(message("no system '{0}' is known; there are: {1}",
                               printable(*settings.system), list_systems()));
    }
    config.system = *known;
  };
  setting.stored = [](const TournamentConfig& config) { return Json(system_name(config.system)); };
  return setting;
}

/// The settings of a tune, created with the first of them.
Tuning& tuning_of(TournamentConfig& config) {
  if (!config.tuning) config.tuning.emplace();
  return *config.tuning;
}

/// A setting of a tune with a syntax of its own, which `read` reads into a Tuning and `write`
/// writes.
template <class Read, class Write>
TournamentSetting of_tune(const char* key, std::optional<std::string> Settings::*told, Read read,
                          Write write, std::string help) {
  return {.key = key,
          .member = told,
          .group = Group::tuning,
          .help = std::move(help),
          .apply =
              [=](const Settings& settings, TournamentConfig& config) {
                if (settings.*told) read(*(settings.*told), tuning_of(config));
              },
          .stored =
              [=](const TournamentConfig& config) {
                return config.tuning ? Json(write(*config.tuning)) : Json();
              }};
}

void read_tuned_options(const std::string& text, Tuning& tuning) {
  try {
    tuning.options = parse_tuned_options(text);
  } catch (const std::invalid_argument& error) {
    throw InputError(message("tune: {0}", printable(message_of(error), 500)));
  }
}

void read_gains(const std::string& text, Tuning& tuning) {
  const auto gains = parse_spsa_gains(text);
  if (!gains) {
    throw InputError(
        message("--spsa: expected r_end=0.002,alpha=0.602,gamma=0.101,A=0.1, each perhaps left "
                "out, not '{0}'",
                printable(text)));
  }
  tuning.gains = *gains;
}

void read_proof(const std::string& text, Tuning& tuning) {
  tuning.proof = rating::parse_sprt_options(text);
  if (!tuning.proof) {
    throw InputError(
        message("--proof: expected elo0=0,elo1=5, perhaps with ,alpha=0.05,beta=0.05, not '{0}'",
                printable(text)));
  }
}

TournamentSetting batch() {
  TournamentSetting setting{.key = "batch",
                            .member = &Settings::batch,
                            .group = Group::tuning,
                            .help = "Play N pairs of games in each step, side by side (8)"};
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (settings.batch) tuning_of(config).batch = *settings.batch;
  };
  setting.stored = [](const TournamentConfig& config) {
    return config.tuning ? Json(config.tuning->batch) : Json();
  };
  return not_negative(std::move(setting));
}

TournamentSetting max_turns() {
  auto setting =
      same("max-turns", &Settings::max_turns, &TournamentConfig::max_turns, Group::ending,
           "Adjudicate a draw after N turns, 0: never (see 'schiri games')");
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (settings.max_turns != 0) config.max_turns = settings.max_turns;
  };
  return setting;
}

TournamentSetting strikes() {
  auto setting = same("strikes", &Settings::strikes, &TournamentConfig::strikes, Group::failures,
                      "Exclude a bot after N failures; it loses its other games (never)");
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    config.strikes = settings.strikes;
    if (config.strikes && *config.strikes < 1)
      throw InputError(message("--strikes: expected 1 or more"));
  };
  return setting;
}

/// In whole milliseconds, the unit of the configuration. Throws InputError.
std::chrono::milliseconds watchdog_time(double seconds) {
  constexpr double most = 1e6;
  if (!(seconds >= 0.001 && seconds <= most)) {
    throw InputError(message("--watchdog: expected seconds from 0.001 to 1000000"));
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

TournamentSetting watchdog() {
  auto setting = surrounding("watchdog", &Settings::watchdog, Group::failures,
                             "Stop a program that is silent this long while no clock runs (30)");
  setting.not_number = message_pattern("'{0}' must be a number of seconds");
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (settings.watchdog) config.watchdog = watchdog_time(*settings.watchdog);
  };
  setting.stored = [](const TournamentConfig& config) {
    if (config.watchdog == default_watchdog) return Json();
    return Json(static_cast<double>(config.watchdog.count()) / 1000);
  };
  return setting;
}

TournamentSetting until_error() {
  auto setting =
      same("until-error", &Settings::until_error, &TournamentConfig::until_error, Group::ending,
           "Add rounds until all rating errors are below N Elo (or N ranks)");
  setting.not_number = message_pattern("'{0}' must be a number of Elo points");
  return setting;
}

/// Names of the values of About, in their order.
constexpr std::string_view about_names[] = {"ratings", "ranks"};

AdaptiveTarget find_about(std::string_view name) {
  const auto found = std::find(std::begin(about_names), std::end(about_names), name);
  if (found != std::end(about_names)) {
    return static_cast<AdaptiveTarget>(found - std::begin(about_names));
  }
  throw InputError(message("--about: expected ratings or ranks, not '{0}'", printable(name)));
}

TournamentSetting about() {
  auto setting = surrounding("about", &Settings::about, Group::system,
                             "In an adaptive tournament: determine ratings or ranks (ratings)");
  setting.words.assign(std::begin(about_names), std::end(about_names));
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (settings.about) config.about = find_about(*settings.about);
  };
  setting.stored = [](const TournamentConfig& config) {
    return config.about ? Json(about_names[static_cast<std::size_t>(*config.about)]) : Json();
  };
  return setting;
}

/// Has no `apply`: TournamentSettings reads the file of openings when all other settings are known.
TournamentSetting openings_order() {
  auto setting = surrounding("openings-order", &Settings::openings_order, Group::openings,
                             "Set the order of the openings in the file (sequential)");
  setting.words = {"sequential", "random"};
  return setting;
}

TournamentSetting each() {
  auto setting = surrounding("each", &Settings::each, Group::bots,
                             "Set keys of all bots that do not set them: \"movetime=100\"");
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (settings.each) config.each = bot_keys_text(common_keys(*settings.each));
  };
  setting.stored = [](const TournamentConfig& config) {
    return config.each.empty() ? Json() : Json(config.each);
  };
  return setting;
}

TournamentSetting threads() {
  auto setting = surrounding("threads", &Settings::threads, Group::playing,
                             "Play N games at once (one for each processor)");
  setting.short_name = "-j";
  return setting;
}

std::vector<TournamentSetting> make_table() {
  return {
      event_name(),
      system(),
      same("game", &Settings::game, &TournamentConfig::game, Group::game, "Set the game"),
      same("variant", &Settings::variant, &TournamentConfig::variant, Group::game,
           "Set the variant (standard)"),
      not_negative(same("rounds", &Settings::rounds, &TournamentConfig::rounds, Group::system,
                        "Play N rounds; in a round-robin every pair meets twice in each (1)")),
      same("opening-turns", &Settings::opening_turns, &TournamentConfig::opening_turns,
           Group::openings, "Begin each round with N random turns, or N of an opening (2)"),
      not_negative(same("seed", &Settings::seed, &TournamentConfig::seed, Group::openings,
                        "Set the random seed (1)")),
      same("single", &Settings::single, &TournamentConfig::single, Group::system,
           "Play one game in each encounter instead of two"),
      same("balanced", &Settings::balanced, &TournamentConfig::balanced, Group::openings,
           "Use only distinct openings in which a shallow search sees no win"),
      not_negative(same("seeds", &Settings::seeds, &TournamentConfig::seeds, Group::system,
                        "In a gauntlet: let the first N players meet all others (1)")),
      not_negative(same("pairs", &Settings::pairs, &TournamentConfig::pairs, Group::system,
                        "In a knockout: play N pairs of games in each encounter (1)")),
      not_negative(same("tie-break-pairs", &Settings::tie_break_pairs,
                        &TournamentConfig::tie_break_pairs, Group::system,
                        "In a knockout: play at most N more pairs after a tie (1)")),
      about(),
      of_tune(
          "tune", &Settings::tune, read_tuned_options,
          [](const Tuning& told) { return write_tuned_options(told.options); },
          "In the system spsa: tune these options: \"width=6[2,16]\""),
      of_tune(
          "spsa", &Settings::spsa, read_gains,
          [](const Tuning& told) { return write_spsa_gains(told.gains); },
          "Set the step sizes (r_end=0.002,alpha=0.602,gamma=0.101,A=0.1)"),
      batch(),
      of_tune(
          "proof", &Settings::proof, read_proof,
          [](const Tuning& told) {
            return told.proof ? Json(write_sprt_options(*told.proof)) : Json();
          },
          "Set the final test of 'schiri tune': elo0=0,elo1=10[,alpha=0.05,...]"),
      max_turns(),
      rule(
          "resign", &Settings::resign, &TournamentConfig::resign, parse_resign_rule,
          [](const ResignRule& told) { return write_rule(told); },
          message_pattern("score=600,turns=3, perhaps with ,twosided"),
          "Adjudicate a loss by evaluations: score=600,turns=3[,twosided]"),
      rule(
          "draw", &Settings::draw, &TournamentConfig::draw, parse_draw_rule,
          [](const DrawRule& told) { return write_rule(told); },
          message_pattern("score=10,turns=8, perhaps with ,after=40"),
          "Adjudicate a draw by evaluations: score=10,turns=8[,after=40]"),
      rule(
          "sprt", &Settings::sprt, &TournamentConfig::sprt, rating::parse_sprt_options,
          [](const rating::SprtOptions& told) { return write_sprt_options(told); },
          message_pattern("elo0=0,elo1=5, perhaps with ,alpha=0.05,beta=0.05,model=normalized"),
          "End by a sequential test of the first player: elo0=0,elo1=5[,...]"),
      until_error(),
      strikes(),
      watchdog(),
      each(),
      file("presets", &Settings::presets, Group::bots,
           "Read named bots from this JSON file, for --bot \"preset=NAME\""),
      file("openings", &Settings::openings, Group::openings,
           "Begin games from the records or positions of this file"),
      openings_order(),
      not_negative(surrounding("openings-start", &Settings::openings_start, Group::openings,
                               "Begin the first round with opening N of the file (1)")),
      file("db", &Settings::db, Group::playing, "Store the games in this database"),
      threads(),
      surrounding("cpu", &Settings::processors, Group::playing,
                  "Pin games to processors: auto, 0-3, 0,2"),
      surrounding("force", &Settings::force, Group::playing,
                  "Play more timed games at once than there are processors"),
      surrounding("durable", &Settings::durable, Group::playing,
                  "Sync each game to disk, to survive a power cut"),
      file("log", &Settings::log, Group::playing,
           "Append starts, turns, ends and warnings to this file (JSON Lines)"),
      file("trace", &Settings::trace, Group::playing,
           "Write the conversation with programs to this folder, a file for each game"),
      surrounding("progress", &Settings::progress, Group::playing,
                  "Print a line every N games, or Ns seconds, into a pipe (30s)"),
      file("live", &Settings::live, Group::playing,
           "Show standing and boards in this HTML file during play"),
      file("report", &Settings::report, Group::playing,
           "Write the report of the games to this HTML file at the end"),
      file("junit", &Settings::junit, Group::playing,
           "Write verdict and failures to this JUnit XML file"),
      file("pgn", &Settings::pgn, Group::records,
           "Write each game to this file when it ends, with the bots' comments"),
      surrounding(
          "pgn-comments", &Settings::pgn_comments, Group::records,
          "With --pgn: choose the comments: all, short, or of " + comment_part_names() + " (all)"),
      surrounding("shard", &Settings::shard, Group::part, "Play part I of N parts of the games"),
  };
}

}  // namespace

const std::vector<TournamentSetting>& setting_table() {
  static const std::vector<TournamentSetting> table = make_table();
  return table;
}

const TournamentSetting& find_setting(const std::string& key) {
  const auto& table = setting_table();
  return *std::find_if(table.begin(), table.end(),
                       [&](const TournamentSetting& setting) { return setting.key == key; });
}

}  // namespace schiri::db
