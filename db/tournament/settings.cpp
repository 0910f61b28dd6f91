#include "db/tournament/settings.h"

#include <utility>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/tournament/systems.h"
#include "db/tournament/opening_file.h"
#include "db/tournament/setting_table.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

/// 1 for settings that do not fit together, which Contest reports.
std::uint64_t rounds_of(const TournamentConfig& config) {
  try {
    return default_rounds(config);
  } catch (const std::invalid_argument&) {
    return 1;
  }
}

}  // namespace

void TournamentSettings::complete_from(const TournamentSettings& others) {
  const bool has_openings = openings || !opening_list.empty();
  for (const TournamentSetting& setting : setting_table()) {
    if (setting.key == "openings" && has_openings) continue;
    std::visit(
        [&](auto member) {
          if (!(this->*member)) this->*member = others.*member;
        },
        setting.member);
  }
  if (!has_openings) opening_list = others.opening_list;
  if (earlier_plans.empty()) earlier_plans = others.earlier_plans;
  bots.insert(bots.begin(), others.bots.begin(), others.bots.end());
}

void TournamentSettings::place_in(const std::string& folder) {
  for (const TournamentSetting& setting : setting_table()) {
    if (!setting.is_file) continue;
    auto& file = this->*std::get<std::optional<std::string> TournamentSettings::*>(setting.member);
    if (file) file = placed_file(*file, folder);
  }
  for (TournamentBot& bot : bots) db::place_in(folder, bot.description.keys);
  if (!each) return;
  BotKeys keys = common_keys(*each);
  db::place_in(folder, keys);
  each = bot_keys_text(keys);
}

TournamentConfig TournamentSettings::config(const ConfigContext& context) const {
  if (!game) throw InputError(missing_game_message());
  const GameType& type = require_game(*game);
  TournamentConfig config;
  config.variant = type.variant_table.standard();
  config.earlier_plans = earlier_plans;
  for (const TournamentSetting& setting : setting_table()) {
    if (setting.apply) setting.apply(*this, config);
  }
  config.bots = make_bots(bots, {common_keys(config.each), preset_file(presets, context.presets)});
  if (config.system == System::spsa && config.bots.size() == 1) {
    config.bots = tuned_players(config.bots.front());
  }
  config.game = type.name();
  config.variant = usual_variant(config.variant);
  set_openings(config, type, context);
  if (!rounds) config.rounds = rounds_of(config);
  const bool standard = config.variant == type.variant_table.standard();
  config.name = event.value_or(config.game + (standard ? "" : " " + config.variant) + " " +
                               std::string(system_title(config.system)));
  return config;
}

/// Sets openings that are given instead of drawn.
void TournamentSettings::set_openings(TournamentConfig& config, const GameType& type,
                                      const ConfigContext& context) const {
  const std::string order = openings_order.value_or("sequential");
  if (order != "sequential" && order != "random") {
    throw InputError(
        message("--openings-order: expected sequential or random, not '{0}'", printable(order)));
  }
  if (!openings && (openings_order || openings_start)) {
    throw InputError(
        message("--openings-order and --openings-start are for the openings of a file; name it "
                "with --openings"));
  }
  if (!openings && opening_list.empty()) return;
  config.openings = opening_list;
  config.opening_turns = 0;
  config.balanced = false;
  if (!openings) return;
  type.variant_table.require(config.variant);
  config.openings = read_openings(*openings, type, config.variant,
                                  {opening_turns, order == "random", openings_start.value_or(1),
                                   config.seed, balanced.value_or(false)},
                                  context.note);
}

Shard parse_shard(const std::string& text) {
  const auto parts = split(text, '/');
  const auto index = parse_number<std::uint64_t>(parts.front());
  const auto count = parse_number<std::uint64_t>(parts.back());
  if (parts.size() != 2 || !index || !count || *index < 1 || *index > *count ||
      *count > most_shards) {
    throw InputError(message("--shard: expected I/N with I from 1 to N and N up to {0}, not '{1}'",
                             most_shards, printable(text)));
  }
  return {*index, *count};
}

}  // namespace schiri::db
