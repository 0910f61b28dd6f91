#include "db/tournament/setting_table.h"

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
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
                       const char* form, std::string help) {
  return {.key = key,
          .member = told,
          .group = Group::ending,
          .help = std::move(help),
          .apply =
              [=](const Settings& settings, TournamentConfig& config) {
                if (!(settings.*told)) return;
                config.*kept = read(*(settings.*told));
                if (config.*kept) return;
                throw InputError("--" + std::string(key) + ": expected " + form + ", not '" +
                                 printable(*(settings.*told)) + "'");
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
                             "The event's name (\"GAME round-robin\")");
  setting.stored = [](const TournamentConfig& config) { return Json(config.name); };
  return setting;
}

TournamentSetting system() {
  auto setting = surrounding("system", &Settings::system, Group::system,
                             "How players meet: " + list_systems() + " (roundrobin)");
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (!settings.system) return;
    const auto known = find_system(*settings.system);
    if (!known) {
      throw InputError("no system '" + printable(*settings.system) +
                       "' is known; there are: " + list_systems());
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
    throw InputError("tune: " + printable(error.what(), 500));
  }
}

void read_gains(const std::string& text, Tuning& tuning) {
  const auto gains = parse_spsa_gains(text);
  if (!gains) {
    throw InputError(
        "--spsa: expected r_end=0.002,alpha=0.602,gamma=0.101,A=0.1, each perhaps left out, not '" +
        printable(text) + "'");
  }
  tuning.gains = *gains;
}

void read_proof(const std::string& text, Tuning& tuning) {
  tuning.proof = rating::parse_sprt_options(text);
  if (!tuning.proof) {
    throw InputError("--proof: expected elo0=0,elo1=5, perhaps with ,alpha=0.05,beta=0.05, not '" +
                     printable(text) + "'");
  }
}

TournamentSetting batch() {
  TournamentSetting setting{.key = "batch",
                            .member = &Settings::batch,
                            .group = Group::tuning,
                            .help = "Pairs of games that make one step, played side by side (8)"};
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
           "The game is a draw after so many turns, 0: no limit (as 'schiri games' tells)");
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (settings.max_turns != 0) config.max_turns = settings.max_turns;
  };
  return setting;
}

TournamentSetting strikes() {
  auto setting = same("strikes", &Settings::strikes, &TournamentConfig::strikes, Group::failures,
                      "A bot is out after so many failures and loses what is left (never)");
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    config.strikes = settings.strikes;
    if (config.strikes && *config.strikes < 1) throw InputError("--strikes: expected 1 or more");
  };
  return setting;
}

/// In whole milliseconds, the unit of the configuration. Throws InputError.
std::chrono::milliseconds watchdog_time(double seconds) {
  constexpr double most = 1e6;
  if (!(seconds >= 0.001 && seconds <= most)) {
    throw InputError("--watchdog: expected seconds from 0.001 to 1000000");
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

TournamentSetting watchdog() {
  auto setting = surrounding("watchdog", &Settings::watchdog, Group::failures,
                             "Seconds a program may stay silent where no clock runs (30)");
  setting.unit = "seconds";
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
           "More rounds until no rating's error is as large, in Elo; about ranks in "
           "places");
  setting.unit = "Elo points";
  return setting;
}

/// Names of the values of About, in their order.
constexpr std::string_view about_names[] = {"ratings", "ranks"};

AdaptiveTarget find_about(std::string_view name) {
  const auto found = std::find(std::begin(about_names), std::end(about_names), name);
  if (found != std::end(about_names)) {
    return static_cast<AdaptiveTarget>(found - std::begin(about_names));
  }
  throw InputError("--about: expected ratings or ranks, not '" + printable(name) + "'");
}

TournamentSetting about() {
  auto setting = surrounding("about", &Settings::about, Group::system,
                             "In an adaptive event: what the games are to tell, ratings or ranks "
                             "(ratings)");
  setting.words.assign(std::begin(about_names), std::end(about_names));
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (settings.about) config.about = find_about(*settings.about);
  };
  setting.stored = [](const TournamentConfig& config) {
    return config.about ? Json(about_names[static_cast<std::size_t>(*config.about)]) : Json();
  };
  return setting;
}

TournamentSetting scale() {
  auto setting = surrounding("scale", &Settings::scale, Group::ending,
                             "What the points of the event's ratings mean, as in 'schiri ratings': "
                             "elo or odds (elo)");
  setting.words = {"elo", "odds"};
  setting.apply = [](const Settings& settings, TournamentConfig& config) {
    if (!settings.scale) return;
    const auto known = rating::find_scale(*settings.scale);
    if (!known) {
      throw InputError("--scale: expected elo or odds, not '" + printable(*settings.scale) + "'");
    }
    config.scale = *known;
  };
  setting.stored = [](const TournamentConfig& config) {
    return Json(rating::scale_name(config.scale));
  };
  return setting;
}

/// Has no `apply`: TournamentSettings reads the file of openings when all other settings are known.
TournamentSetting openings_order() {
  auto setting =
      surrounding("openings-order", &Settings::openings_order, Group::openings,
                  "In which order they are used; random follows from the seed (sequential)");
  setting.words = {"sequential", "random"};
  return setting;
}

TournamentSetting each() {
  auto setting = surrounding("each", &Settings::each, Group::bots,
                             "What all bots are told that do not say otherwise: \"movetime=100\"");
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
                             "How many games are played at once (one for each processor)");
  setting.short_name = "-j";
  return setting;
}

std::vector<TournamentSetting> make_table() {
  return {
      event_name(),
      system(),
      same("game", &Settings::game, &TournamentConfig::game, Group::game,
           "The game that is played"),
      same("variant", &Settings::variant, &TournamentConfig::variant, Group::game, "Its variant"),
      not_negative(same("rounds", &Settings::rounds, &TournamentConfig::rounds, Group::system,
                        "How often every two players meet, twice each time (1); rounds of a Swiss "
                        "event; in an adaptive one so many pairs of games")),
      same("opening-turns", &Settings::opening_turns, &TournamentConfig::opening_turns,
           Group::openings,
           "Random turns at the start of each round's games (2); of each opening in a file at "
           "most"),
      not_negative(same("seed", &Settings::seed, &TournamentConfig::seed, Group::openings,
                        "Seed of everything random (1)")),
      same("single", &Settings::single, &TournamentConfig::single, Group::system,
           "Players meet in one game, not in two"),
      same("balanced", &Settings::balanced, &TournamentConfig::balanced, Group::openings,
           "Only openings after which a shallow search sees neither side lost, none twice"),
      not_negative(same("seeds", &Settings::seeds, &TournamentConfig::seeds, Group::system,
                        "In a gauntlet: so many first players meet all others (1)")),
      not_negative(same("pairs", &Settings::pairs, &TournamentConfig::pairs, Group::system,
                        "In a knockout: pairs of games in each encounter (1)")),
      not_negative(
          same("tie-break-pairs", &Settings::tie_break_pairs, &TournamentConfig::tie_break_pairs,
               Group::system,
               "In a knockout: pairs at most after a level encounter, then the first goes on "
               "(1)")),
      about(),
      of_tune(
          "tune", &Settings::tune, read_tuned_options,
          [](const Tuning& told) { return write_tuned_options(told.options); },
          "In the system spsa: the options that are tuned, as in \"width=6[2,16]; "
          "contempt=0.5[0,1]\""),
      of_tune(
          "spsa", &Settings::spsa, read_gains,
          [](const Tuning& told) { return write_spsa_gains(told.gains); },
          "How steps shrink: r_end=0.002,alpha=0.602,gamma=0.101,A=0.1 (these)"),
      batch(),
      of_tune(
          "proof", &Settings::proof, read_proof,
          [](const Tuning& told) {
            return told.proof ? Json(write_sprt_options(*told.proof)) : Json();
          },
          "What 'schiri tune' tests at the end, the tuned values against the start: "
          "elo0=0,elo1=10[,alpha=0.05,beta=0.05]"),
      max_turns(),
      rule(
          "resign", &Settings::resign, &TournamentConfig::resign, parse_resign_rule,
          [](const ResignRule& told) { return write_rule(told); },
          "score=600,turns=3, perhaps with ,twosided",
          "A player has lost whose last evaluations, in hundredths, say so: "
          "score=600,turns=3[,twosided]"),
      rule(
          "draw", &Settings::draw, &TournamentConfig::draw, parse_draw_rule,
          [](const DrawRule& told) { return write_rule(told); },
          "score=10,turns=8, perhaps with ,after=40",
          "A game is a draw whose last evaluations say so: score=10,turns=8[,after=40]"),
      rule(
          "sprt", &Settings::sprt, &TournamentConfig::sprt, rating::parse_sprt_options,
          [](const rating::SprtOptions& told) { return write_sprt_options(told); },
          "elo0=0,elo1=5, perhaps with ,alpha=0.05,beta=0.05,model=normalized",
          "Test the first of two players and end when that is decided: "
          "elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=logistic]"),
      until_error(),
      strikes(),
      watchdog(),
      scale(),
      each(),
      file("presets", &Settings::presets, Group::bots,
           "A JSON file of named bots, of which --bot \"preset=NAME\" takes one"),
      file("openings", &Settings::openings, Group::openings,
           "A file of records or of positions that games begin with, a round each"),
      openings_order(),
      not_negative(surrounding("openings-start", &Settings::openings_start, Group::openings,
                               "With which of them the first round begins, from 1 (1)")),
      file("db", &Settings::db, Group::playing, "The database that keeps the games"),
      threads(),
      surrounding("cpu", &Settings::processors, Group::playing,
                  "The processors that bots play on, a game at a time on each: auto, 0-3, 0,2"),
      surrounding("force", &Settings::force, Group::playing,
                  "Play more games at once than there are processors, even by the clock"),
      surrounding("durable", &Settings::durable, Group::playing,
                  "Wait for the disk at each game, so that a power cut loses none"),
      file("log", &Settings::log, Group::playing,
           "A file to which each start, turn, end and warning is added, a JSON object a "
           "line"),
      file("live", &Settings::live, Group::playing,
           "An HTML file that shows the event while it is played: standing and boards"),
      file("junit", &Settings::junit, Group::playing,
           "At the end, verdict and failures as JUnit's XML in this file"),
      surrounding("shard", &Settings::shard, Group::part, "Play part I of N of the games: I/N"),
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
