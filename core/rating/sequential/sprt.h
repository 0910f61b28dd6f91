#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/message.h"
#include "core/rating/sequential/match_stats.h"

namespace schiri::rating {

enum class SprtModel : std::uint8_t { logistic, normalized };
enum class SprtDecision : std::uint8_t { h0, h1 };

struct SprtOptions {
  /// The hypotheses: strength of the first player under H0 and H1, in Elo (logistic) or in
  /// normalized Elo.
  double elo0 = 0;
  double elo1 = 5;
  SprtModel model = SprtModel::logistic;
  /// Probabilities of accepting H1 when H0 holds, and H0 when H1 holds.
  double alpha = 0.05;
  double beta = 0.05;

  friend bool operator==(const SprtOptions&, const SprtOptions&) = default;
};

/// Reads `elo0=0,elo1=5`, optionally with `alpha`, `beta` and `model` (`logistic`, `normalized`),
/// in any order. Nullopt if the text is invalid; `complaint_about` checks the values.
std::optional<SprtOptions> parse_sprt_options(std::string_view text);
/// The complete text of options.
std::string write_sprt_options(const SprtOptions& options);

struct SprtState {
  /// Natural logarithm of the generalised likelihood ratio of H1 to H0.
  double llr = 0;
  double lower = 0;
  double upper = 0;
  std::optional<SprtDecision> decision;
  Message scale;
};

/// The error in the options (elo0 below elo1, both within 2000; alpha and beta within 0 and 1,
/// their sum below 1), for the user; nullopt if they are valid.
std::optional<Message> complaint_about(const SprtOptions& options);

/// The generalised sequential probability ratio test on the counts as they are. Exact: both
/// hypotheses' likelihoods are maximised over all distributions of the results, cells without a
/// result counting as 1e-3 (M. Van den Bergh, "A practical introduction to the GSPRT"). Throws
/// std::invalid_argument with `complaint_about`.
SprtState sprt(const MatchCounts& counts, const SprtOptions& options);

/// A running test: a decision stays, whatever later results are.
class Sprt {
 public:
  Sprt(const SprtOptions& options, const MatchCounts& start);

  /// Adds results of the same kind as at the start.
  void add(const MatchCounts& more);
  const SprtState& state() const { return state_; }

 private:
  SprtOptions options_;
  MatchCounts counts_;
  SprtState state_;
};

}  // namespace schiri::rating
