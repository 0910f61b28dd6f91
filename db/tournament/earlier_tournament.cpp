#include "db/tournament/earlier_tournament.h"

#include <algorithm>

#include "core/base/errors.h"
#include "core/tournament/systems.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

/// The keys of a bot that limit its resources.
constexpr std::string_view terms[] = {"nodes",  "depth", "movetime", "tc",    "margin",
                                      "memory", "cpu",   "strikes",  "ponder"};

BotKeys terms_in(const BotKeys& keys) {
  BotKeys found;
  for (const auto& key : keys) {
    if (std::find(std::begin(terms), std::end(terms), key.first) != std::end(terms)) {
      found.push_back(key);
    }
  }
  return found;
}

/// The limits that all bots have in common.
BotKeys common_terms(const std::vector<TournamentBot>& bots) {
  BotKeys common = terms_in(bots.front().description.keys);
  for (const TournamentBot& bot : bots) {
    const BotKeys& own = bot.description.keys;
    std::erase_if(common, [&](const auto& key) {
      return std::find(own.begin(), own.end(), key) == own.end();
    });
  }
  return common;
}

const std::string& name_of(const TournamentBot& bot) { return *bot.description.find("name"); }

std::vector<TournamentBot> chosen(const std::vector<TournamentBot>& bots,
                                  const std::vector<std::string>& names) {
  if (names.empty()) return bots;
  std::vector<TournamentBot> opponents;
  for (const std::string& name : names) {
    NearestName nearest(name);
    for (const TournamentBot& bot : bots) {
      nearest.look_at(name_of(bot));
      if (name_of(bot) == name) opponents.push_back(bot);
    }
    if (nearest.is_known()) continue;
    throw InputError(
        joined(message("--opponent: the earlier event has no player '{0}'", printable(name)),
               known_names(nearest)));
  }
  return opponents;
}

/// Clears the settings that belong to the earlier tournament alone.
void forget_purpose(TournamentSettings& settings) {
  settings.event.reset();
  settings.sprt.reset();
  settings.until_error.reset();
  settings.about.reset();
  settings.tune.reset();
  settings.spsa.reset();
  settings.batch.reset();
  settings.proof.reset();
  settings.pairs.reset();
  settings.tie_break_pairs.reset();
  settings.earlier_plans.clear();
}

std::string note_on(const Store& store, const StoredEvent& event,
                    const TournamentSettings& settings) {
  std::string names;
  for (const TournamentBot& bot : settings.bots) {
    names += (names.empty() ? "" : ", ") + printable(name_of(bot));
  }
  std::string note = "the new bots meet " + names + " of the event '" + printable(event.name) +
                     "' of " + printable(store.path(), 4096);
  if (!settings.each->empty()) note += ", all with " + printable(*settings.each, 500);
  return note;
}

}  // namespace

EarlierTournament read_earlier_tournament(const Store& store, const StoredEvent& event,
                                          const std::vector<std::string>& opponents,
                                          std::size_t newcomers) {
  const Contest contest = stored_contest(store, event);
  const TournamentConfig& config = contest.config();
  EarlierTournament earlier{stored_settings(store, event),
                            openings_of(store, event, config.variant), ""};
  TournamentSettings& settings = earlier.settings;
  forget_purpose(settings);
  settings.bots = chosen(settings.bots, opponents);
  BotDescription all{"", common_keys(settings.each.value_or("")), ""};
  all.complete_from(common_terms(settings.bots));
  settings.each = bot_keys_text(all.keys);
  settings.system = system_name(System::gauntlet);
  settings.seeds = newcomers;
  settings.rounds = earlier.openings.empty() ? config.rounds : earlier.openings.rbegin()->first;
  if (!settings.max_turns) settings.max_turns = 0;
  earlier.note = note_on(store, event, settings);
  return earlier;
}

}  // namespace schiri::db
