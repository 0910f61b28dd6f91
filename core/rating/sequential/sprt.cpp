#include "core/rating/sequential/sprt.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/rating/sequential/sprt_model.h"

namespace schiri::rating {

namespace {

double log_likelihood_ratio(const MatchCounts& counts, const SprtOptions& options) {
  if (counts.units() == 0) return 0;
  const auto [seen, units] = observed(counts.weights());
  return units * unit_llr(seen, options);
}

Message scale_of(const SprtOptions& options, const MatchCounts& counts) {
  const Message unit = counts.pairs() ? message("pairs of games") : message("games");
  return options.model == SprtModel::logistic
             ? message(
                   "logistic Elo from the first player's side, counted by {0}; llr is a "
                   "natural logarithm",
                   unit)
             : message(
                   "normalized Elo from the first player's side, counted by {0}; llr is a "
                   "natural logarithm",
                   unit);
}

/// Sets the option of a key; returns whether key and value are valid.
bool take(std::string_view key, std::string_view value, SprtOptions& options) {
  if (key == "model") {
    options.model = value == "normalized" ? SprtModel::normalized : SprtModel::logistic;
    return value == "normalized" || value == "logistic";
  }
  double* const place = key == "elo0"    ? &options.elo0
                        : key == "elo1"  ? &options.elo1
                        : key == "alpha" ? &options.alpha
                        : key == "beta"  ? &options.beta
                                         : nullptr;
  const auto number = parse_number<double>(value);
  if (!place || !number) return false;
  *place = *number;
  return true;
}

}  // namespace

std::optional<SprtOptions> parse_sprt_options(std::string_view text) {
  SprtOptions options;
  std::set<std::string_view> known;
  for (const auto& [key, value] : split_key_values(text)) {
    if (!value || !known.insert(key).second || !take(key, *value, options)) return std::nullopt;
  }
  if (!known.contains("elo0") || !known.contains("elo1")) return std::nullopt;
  return options;
}

std::string write_sprt_options(const SprtOptions& options) {
  return "elo0=" + shortest_text(options.elo0) + ",elo1=" + shortest_text(options.elo1) +
         ",alpha=" + shortest_text(options.alpha) + ",beta=" + shortest_text(options.beta) +
         ",model=" + (options.model == SprtModel::logistic ? "logistic" : "normalized");
}

std::optional<Message> complaint_about(const SprtOptions& options) {
  const auto is_probability = [](double p) { return p > 0 && p < 1; };
  if (!std::isfinite(options.elo0) || !std::isfinite(options.elo1)) {
    return message("elo0 and elo1 must be finite");
  }
  if (!(options.elo0 < options.elo1)) return message("elo0 must be less than elo1");
  if (std::max(std::abs(options.elo0), std::abs(options.elo1)) > 2000) {
    return message("elo0 and elo1 must lie between -2000 and 2000");
  }
  if (!is_probability(options.alpha) || !is_probability(options.beta)) {
    return message("alpha and beta must lie between 0 and 1");
  }
  if (!(options.alpha + options.beta < 1)) return message("alpha and beta must sum to less than 1");
  return std::nullopt;
}

SprtState sprt(const MatchCounts& counts, const SprtOptions& options) {
  if (const auto complaint = complaint_about(options)) throw ValueError(*complaint);
  SprtState state;
  state.llr = log_likelihood_ratio(counts, options);
  state.lower = std::log(options.beta / (1 - options.alpha));
  state.upper = std::log((1 - options.beta) / options.alpha);
  if (state.llr >= state.upper) state.decision = SprtDecision::h1;
  if (state.llr <= state.lower) state.decision = SprtDecision::h0;
  state.scale = scale_of(options, counts);
  return state;
}

Sprt::Sprt(const SprtOptions& options, const MatchCounts& start)
    : options_(options), counts_(start), state_(sprt(start, options)) {}

void Sprt::add(const MatchCounts& more) {
  counts_ += more;
  const auto decided = state_.decision;
  state_ = sprt(counts_, options_);
  if (decided) state_.decision = decided;
}

}  // namespace schiri::rating
