#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/bot_spec.h"
#include "core/rating/sequential/sprt.h"

namespace schiri {

/// A tuned option of a bot: a whole or real number within bounds, or one of several words.
struct TunedOption {
  std::string name;
  std::vector<std::string> choices = {};  ///< the words; empty for a number
  bool is_whole = true;
  double start = 0;  ///< for words, the index of the start value
  double least = 0;
  double most = 0;
  /// The perturbation and the step size: at the end of the tune, as in fishtest, or in Spall's
  /// notation. Missing values follow from bounds and plan.
  std::optional<double> c_end = {}, r_end = {}, c = {}, a = {};

  friend bool operator==(const TunedOption&, const TunedOption&) = default;
};

/// The most options that are tuned at once.
inline constexpr std::size_t most_tuned_options = 200;

/// The bot's own value of an option, by its name; nullopt if it is unknown.
using StartValue = std::function<std::optional<std::string>(const std::string& name)>;

/// Reads options separated by semicolons, each `width=6[2,16]` for a whole number, `speed=0.5[0,2]`
/// for a real one (one of the three has a point), `style=calm[calm|wild]` for words; or without a
/// start, which is then the bot's own value or, if that is unknown or not allowed, the middle or
/// the first word: `width=2..16`, `speed=0.0..2` (one of the bounds has a point),
/// `style=calm|wild`; optionally followed by a colon and `c_end=1,r_end=0.002` or Spall's
/// `c=2,a=3`. A name may begin with `option.`. A line of OpenBench is read as well: `width, int, 6,
/// 2, 16, 1, 0.002`. Throws std::invalid_argument with a sentence for the user.
std::vector<TunedOption> parse_tuned_options(std::string_view text, const StartValue& start = {});
/// Writes options in the first form.
std::string write_tuned_options(const std::vector<TunedOption>& options);

/// A value as text for the bot; for words, the index of the word.
std::string value_text(const TunedOption& option, double value);

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
