#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/bot_spec.h"
#include "core/rating/tests/sprt.h"
#include "core/tournament/tuned_option.h"

namespace schiri {

/// How step sizes shrink from pair to pair, in Spall's notation (Implementation of the simultaneous
/// perturbation algorithm, 1998): a_k = a / (A + k + 1)^alpha and c_k = c / (k + 1)^gamma.
struct SpsaGains {
  double alpha = 0.602;
  double gamma = 0.101;
  double A = 0.1;        ///< as a share of all pairs
  double r_end = 0.002;  ///< a_k / c_k^2 at the last pair, as in fishtest

  friend bool operator==(const SpsaGains&, const SpsaGains&) = default;
};

/// Reads `r_end=0.002,alpha=0.602,gamma=0.101,A=0.1`, each optional, in any order; nullopt if the
/// text is invalid or a number is out of range.
std::optional<SpsaGains> parse_spsa_gains(std::string_view text);
/// Writes the complete text.
std::string write_spsa_gains(const SpsaGains& gains);

/// The settings of a tune, besides those of every tournament.
struct Tuning {
  std::vector<TunedOption> options;
  SpsaGains gains = {};
  std::uint64_t batch = 8;                        ///< pairs of games per step
  std::optional<rating::SprtOptions> proof = {};  ///< of the tuned values against the start

  friend bool operator==(const Tuning&, const Tuning&) = default;
};

/// The two players of a tuned bot, which plays against itself: `NAME +` and `NAME -`.
std::vector<BotSpec> tuned_players(const BotSpec& bot);
/// The name of the bot of such a player.
std::string tuned_name(const BotSpec& player);

}  // namespace schiri
