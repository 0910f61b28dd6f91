#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace schiri
