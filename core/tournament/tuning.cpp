#include "core/tournament/tuning.h"

#include "core/base/decimals.h"
#include "core/base/text.h"

namespace schiri {

namespace {

/// A number of the text `key=NUMBER` and its range.
struct Gain {
  std::string_view key;
  double SpsaGains::*member;
  double least;
  double most;
};

constexpr Gain known_gains[] = {{"r_end", &SpsaGains::r_end, 1e-9, 10},
                                {"alpha", &SpsaGains::alpha, 0, 1},
                                {"gamma", &SpsaGains::gamma, 0, 1},
                                {"A", &SpsaGains::A, 0, 100}};

/// At the end of the names of a tuned bot's players.
constexpr std::string_view player_marks[] = {" +", " -"};

bool take(std::string_view key, std::string_view value, SpsaGains& gains) {
  for (const Gain& gain : known_gains) {
    if (key != gain.key) continue;
    const auto number = parse_number<double>(value);
    if (!number || !(*number >= gain.least && *number <= gain.most)) return false;
    gains.*gain.member = *number;
    return true;
  }
  return false;
}

}  // namespace

std::optional<SpsaGains> parse_spsa_gains(std::string_view text) {
  SpsaGains gains;
  const auto entries = split_key_values(text);
  for (const auto& [key, value] : entries) {
    if (!value || !take(key, *value, gains)) return std::nullopt;
  }
  return entries.empty() ? std::nullopt : std::optional(gains);
}

std::vector<BotSpec> tuned_players(const BotSpec& bot) {
  std::vector<BotSpec> players(2, bot);
  for (std::size_t i = 0; i < players.size(); ++i) players[i].name += player_marks[i];
  return players;
}

std::string tuned_name(const BotSpec& player) {
  for (const std::string_view mark : player_marks) {
    if (player.name.ends_with(mark)) {
      return player.name.substr(0, player.name.size() - mark.size());
    }
  }
  return player.name;
}

std::string write_spsa_gains(const SpsaGains& gains) {
  return join(known_gains, ",", [&](const Gain& gain) {
    return std::string(gain.key) + "=" + shortest_text(gains.*gain.member);
  });
}

}  // namespace schiri
