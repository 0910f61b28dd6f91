#include "core/tournament/spsa.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/base/random.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"
#include "core/tournament/openings.h"
#include "core/tournament/systems.h"

namespace schiri {

namespace {

/// The random numbers of an option in a pair.
enum class Use : std::uint64_t { side, rounding, first_word, second_word };

std::uint64_t use_of(std::size_t option, Use use) {
  return 4 * std::uint64_t{option} + static_cast<std::uint64_t>(use);
}

/// From 0 to less than 1.
double share_of(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

double default_c_end(const TunedOption& option) {
  const double part = (option.most - option.least) / 20;
  return option.is_whole ? std::max(part, 0.5) : part;
}

std::size_t state_size(const TunedOption& option) {
  return std::max<std::size_t>(option.choices.size(), 1);
}

}  // namespace

SpsaSteps spsa_steps(const TunedOption& option, const SpsaGains& gains, std::uint64_t pairs) {
  const auto all = static_cast<double>(pairs);
  const double shrunk = std::pow(all, gains.gamma);
  SpsaSteps steps;
  steps.A = gains.A * all;
  steps.c = option.c ? *option.c : option.c_end.value_or(default_c_end(option)) * shrunk;
  steps.c_end = steps.c / shrunk;
  const double slowed = std::pow(steps.A + all, gains.alpha);
  const double square = steps.c_end * steps.c_end;
  steps.a = option.a ? *option.a : option.r_end.value_or(gains.r_end) * square * slowed;
  steps.r_end = steps.a / slowed / square;
  return steps;
}

Spsa::Spsa(Tuning tuning, std::uint64_t rounds, std::uint64_t seed)
    : tuning_(std::move(tuning)), rounds_(rounds), seed_(seed) {
  if (tuning_.options.empty()) throw ValueError(message("a tune needs an option to tune"));
  if (rounds < 1 || rounds > most_rounds) {
    throw ValueError(message("a tune has from 1 to {0} rounds", most_rounds));
  }
  if (tuning_.batch < 1) throw ValueError(message("batch: expected at least one pair"));
  State start;
  for (std::size_t i = 0; i < tuning_.options.size(); ++i) {
    const TunedOption& option = tuning_.options[i];
    places_.push_back(start.size());
    sizes_.push_back(steps(i));
    start.resize(start.size() + state_size(option));
    if (option.choices.empty()) start.back() = option.start;
  }
  path_.push_back(std::move(start));
  pairs_.resize(paired() / 2);
  missing_ = paired();
}

std::uint64_t Spsa::paired() const {
  return 2 * std::min<std::uint64_t>(rounds_, tuning_.batch * path_.size());
}

std::uint64_t Spsa::chance(std::uint64_t pair, std::uint64_t use) const {
  return derive_seed(seed_, SeedUse::tune, pair, use);
}

/// Draws the index of a word by the softmax of the weights.
std::size_t Spsa::draw(std::span<const double> weights, double chance) const {
  const double most = *std::max_element(weights.begin(), weights.end());
  double sum = 0;
  for (const double weight : weights) sum += std::exp(weight - most);
  double left = chance * sum;
  for (std::size_t i = 0; i + 1 < weights.size(); ++i) {
    left -= std::exp(weights[i] - most);
    if (left < 0) return i;
  }
  return weights.size() - 1;
}

/// The values of both sides in a pair, from 1. Whole numbers are rounded randomly, the same on both
/// sides, so that the mean is unchanged.
std::array<Spsa::Trial, 2> Spsa::trials(std::uint64_t pair, const State& state) const {
  std::array<Trial, 2> both;
  for (std::size_t i = 0; i < tuning_.options.size(); ++i) {
    const TunedOption& option = tuning_.options[i];
    if (!option.choices.empty()) {
      const std::span<const double> weights(state.data() + places_[i], option.choices.size());
      for (const Use use : {Use::first_word, Use::second_word}) {
        const double drawn = share_of(chance(pair, use_of(i, use)));
        both[use == Use::second_word].push_back(static_cast<double>(draw(weights, drawn)));
      }
      continue;
    }
    const double aside = sizes_[i].c / std::pow(static_cast<double>(pair), tuning_.gains.gamma) *
                         (chance(pair, use_of(i, Use::side)) % 2 == 0 ? 1 : -1);
    const double rounding = share_of(chance(pair, use_of(i, Use::rounding)));
    for (const double way : {1.0, -1.0}) {
      const double moved = std::clamp(state[places_[i]] + way * aside, option.least, option.most);
      both[way < 0].push_back(option.is_whole ? std::min(std::floor(moved + rounding), option.most)
                                              : moved);
    }
  }
  return both;
}

std::vector<std::string> Spsa::texts(const Trial& trial) const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < trial.size(); ++i) {
    texts.push_back(value_text(tuning_.options[i], trial[i]));
  }
  return texts;
}

ScheduledGame Spsa::game(std::uint64_t number) const {
  const std::uint64_t pair = (number + 1) / 2;
  const bool is_second = number % 2 == 0;
  const std::size_t white = (pair % 2 == 0) != is_second ? 1 : 0;
  const auto both = trials(pair, path_.at((pair - 1) / tuning_.batch));
  return {number,
          pair,
          is_second ? 2 : 1,
          white,
          1 - white,
          pair,
          0,
          {texts(both[white]), texts(both[1 - white])}};
}

void Spsa::add(const GameResult& result) {
  const std::uint64_t pair = (result.number + 1) / 2;
  const bool first_is_white = (pair % 2 == 0) == (result.number % 2 == 0);
  pairs_.at((pair - 1) % tuning_.batch)
      .add(result.outcome, first_is_white ? Side::white : Side::black);
  if (--missing_ == 0) finish_step();
}

/// Adds the results of a step; a pair with a game without outcome is no evidence.
void Spsa::finish_step() {
  State state = path_.back();
  const std::uint64_t first = (path_.size() - 1) * tuning_.batch + 1;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    // The points of the first player less those of the second.
    if (pairs_[i].half_points) pull(state, first + i, *pairs_[i].half_points - 2);
  }
  const std::uint64_t before = paired();
  path_.push_back(std::move(state));
  pairs_.assign((paired() - before) / 2, {});
  missing_ = paired() - before;
}

void Spsa::pull(State& state, std::uint64_t pair, int balance) const {
  const auto k = static_cast<double>(pair);
  const SpsaGains& gains = tuning_.gains;
  const auto both = trials(pair, path_.back());
  for (std::size_t i = 0; i < tuning_.options.size(); ++i) {
    const TunedOption& option = tuning_.options[i];
    const SpsaSteps& size = sizes_[i];
    if (!option.choices.empty()) {
      // Small enough that noise alone moves no weight far from the others.
      const auto all = static_cast<double>(rounds_);
      const double gain =
          0.5 / std::sqrt(all) * std::pow((size.A + all) / (size.A + k), gains.alpha) * balance;
      state[places_[i] + static_cast<std::size_t>(both[0][i])] += gain;
      state[places_[i] + static_cast<std::size_t>(both[1][i])] -= gain;
      continue;
    }
    const double side = chance(pair, use_of(i, Use::side)) % 2 == 0 ? 1 : -1;
    const double a = size.a / std::pow(size.A + k, gains.alpha);
    const double c = size.c / std::pow(k, gains.gamma);
    double& value = state[places_[i]];
    value = std::clamp(value + a / c * side * balance, option.least, option.most);
  }
}

double Spsa::value(std::size_t option, std::size_t finished) const {
  const State& state = path_.at(finished);
  const TunedOption& tuned = tuning_.options.at(option);
  if (tuned.choices.empty()) return state[places_[option]];
  const auto begin = state.begin() + static_cast<std::ptrdiff_t>(places_[option]);
  const auto end = begin + static_cast<std::ptrdiff_t>(tuned.choices.size());
  const auto best = std::max_element(begin, end);
  const auto start = begin + static_cast<std::ptrdiff_t>(tuned.start);
  return static_cast<double>((*start == *best ? start : best) - begin);
}

std::vector<std::string> Spsa::values() const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < tuning_.options.size(); ++i) {
    texts.push_back(value_text(tuning_.options[i], value(i, finished())));
  }
  return texts;
}

namespace {

/// Two sides of one bot.
void require_one_bot(const TournamentConfig& config) {
  const auto without_name = [](BotSpec bot) {
    bot.name.clear();
    return bot;
  };
  const bool is_one =
      config.bots.size() == 2 && without_name(config.bots[0]) == without_name(config.bots[1]);
  if (!is_one) throw ValueError(message("the system spsa tunes one bot; name no other"));
  for (const TunedOption& option : config.tuning->options) {
    if (!config.bots[0].options.find(option.name)) continue;
    throw ValueError(
        message("the option {0} is tuned, so the bot itself cannot set it", option.name));
  }
}

/// An excluded side would lose whatever its values are.
void require_no_strikes(const TournamentConfig& config) {
  const bool has_strikes = config.strikes || config.bots.front().strikes;
  if (has_strikes) throw ValueError(message("strikes is not for the system spsa"));
}

void require_tune(const TournamentConfig& config) {
  if (!config.tuning || config.tuning->options.empty()) {
    throw ValueError(message("the system spsa needs options to tune; name them with tune"));
  }
  if (config.single) throw ValueError(message("single is not for the system spsa"));
  require_one_bot(config);
  require_no_strikes(config);
  if (!config.tuning->proof) return;
  if (const auto complaint = complaint_about(*config.tuning->proof)) {
    throw ValueError(message("proof: {0}", *complaint));
  }
}

}  // namespace

extern constinit const TournamentSystem spsa_system = {
    .id = System::spsa,
    .name = "spsa",
    .title = "tune",
    .make = [](const TournamentConfig& config) -> std::unique_ptr<Schedule> {
      return std::make_unique<Spsa>(*config.tuning, config.rounds, config.seed);
    },
    .require_fitting = require_tune,
    .is_fixed = false,
    .may_end_anywhere = false,
    .is_extendable = false,
    .takes_newcomers = false,
    .default_rounds = [](std::size_t) -> std::uint64_t { return 1000; },
    .most_stages =
        [](const TournamentConfig& config) {
          const std::uint64_t batch =
              config.tuning ? std::max<std::uint64_t>(config.tuning->batch, 1) : 1;
          return (config.rounds - 1) / batch + 1;
        }};

namespace {

/// Points less those of the other side, of a pair of games, for each Elo of difference: the slope
/// of the logistic curve at equality, for two games.
constexpr double slope = 2 * 2 * 2.302585092994046 / 400 / 4;
/// The variance of a pair's points between equal players without draws.
constexpr double variance = 2;

/// The 95 % quantile of the chi-square distribution.
double chi_square_95(int degrees) {
  const auto is_below = [&](double at) { return rating::chi_square_tail(at, degrees) > 0.05; };
  return rating::bisect({0, 10 + 3.0 * degrees}, is_below).high;
}

/// The distance of an option from its best value, in steps of c_end: mean and spread.
struct Deviation {
  double mean;
  double variance;
};

/// Iterates the recursion of a pair in blocks over which step sizes hardly change.
Deviation deviation(const SpsaModel& model, double pairs, double r_end) {
  constexpr int stretches = 400;
  const double A = model.gains.A * pairs;
  Deviation now{model.distance, 0};
  for (int i = 0; i < stretches; ++i) {
    const double k = (i + 0.5) / stretches * pairs;
    const double speed = r_end * std::pow((A + pairs) / (A + k + 1), model.gains.alpha);
    const double noise = speed * std::pow((k + 1) / pairs, model.gains.gamma);
    const double drift = 4 * slope * model.step_elo * speed;
    const double kept = std::exp(-drift * pairs / stretches);
    const double level = drift > 0 ? noise * noise * variance / (2 * drift) : 0;
    now.mean *= kept;
    now.variance = level + (now.variance - level) * kept * kept;
  }
  return now;
}

/// The standard deviation in Elo of the difference between the weights of two words at the end, if
/// all words are drawn equally often: for w words, the best meets each other one in 2 / w^2 of the
/// pairs. The sums over the gains of Spsa are integrals over the share of the pairs played.
double word_deviation(const SpsaModel& model, double pairs) {
  // The better word becomes more probable, and then fewer pairs compare two words. Measured on
  // simulated tunes of 2 to 6 words and 100 to 3000 pairs: 1.05 to 1.18.
  constexpr double adaption = 1.15;
  constexpr int stretches = 400;
  double sum = 0, squares = 0;
  for (int i = 0; i < stretches; ++i) {
    const double share = (i + 0.5) / stretches;
    const double gain = std::pow((model.gains.A + 1) / (model.gains.A + share), model.gains.alpha);
    sum += gain / stretches;
    squares += gain * gain / stretches;
  }
  const auto words = static_cast<double>(model.most_words);
  return adaption * std::sqrt(words * variance * squares / pairs) / (slope * sum);
}

/// How many of `options` wrong words 95 of 100 tunes do not exceed, if each is wrong with this
/// probability.
double wrong_words_95(std::size_t options, double probability) {
  double term = std::pow(1 - probability, static_cast<double>(options)), sum = term;
  std::size_t wrong = 0;
  for (; sum < 0.95 && wrong < options; ++wrong) {
    term *= static_cast<double>(options - wrong) / static_cast<double>(wrong + 1) * probability /
            (1 - probability);
    sum += term;
  }
  return static_cast<double>(wrong);
}

/// The largest loss by words, over all differences between the best word and the others.
double word_loss(const SpsaModel& model, double pairs) {
  if (model.word_options == 0) return 0;
  const auto others = static_cast<double>(model.most_words - 1);
  double worst = 0;
  for (double difference = 0.02; difference < 8; difference += 0.02) {
    const double wrong = others * std::erfc(difference / std::sqrt(2)) / 2;
    const double probability = std::min(wrong, others / (others + 1));
    worst = std::max(worst, difference * wrong_words_95(model.word_options, probability));
  }
  return worst * word_deviation(model, pairs);
}

}  // namespace

double spsa_loss(const SpsaModel& model, std::uint64_t pairs, double r_end) {
  const double words = word_loss(model, static_cast<double>(pairs));
  if (model.options == 0) return words;
  const Deviation end = deviation(model, static_cast<double>(pairs), r_end);
  const auto options = static_cast<double>(model.options);
  return words + model.step_elo * (options * end.mean * end.mean +
                                   chi_square_95(static_cast<int>(model.options)) * end.variance);
}

double start_loss(const SpsaModel& model) {
  return model.step_elo * static_cast<double>(model.options) * model.distance * model.distance;
}

SpsaPlan best_spsa_plan(const SpsaModel& model, std::uint64_t pairs) {
  if (model.options == 0) {
    const double r_end = model.gains.r_end;
    return {pairs, r_end, spsa_loss(model, pairs, r_end)};
  }
  // Below, hardly anything moves; above, only noise does.
  double low = std::log(1e-5), high = std::log(1.0);
  const auto loss = [&](double log_r) { return spsa_loss(model, pairs, std::exp(log_r)); };
  constexpr int halvings = 30;
  for (int i = 0; i < halvings; ++i) {
    const double one = low + (high - low) * 0.4, other = low + (high - low) * 0.6;
    (loss(one) < loss(other) ? high : low) = loss(one) < loss(other) ? other : one;
  }
  // Three digits suffice.
  const double r = std::exp((low + high) / 2);
  const double unit = std::pow(10, std::floor(std::log10(r)) - 2);
  const double rounded = std::round(r / unit) * unit;
  return {pairs, rounded, spsa_loss(model, pairs, rounded)};
}

std::optional<SpsaPlan> plan_spsa(const SpsaModel& model, double accuracy) {
  std::uint64_t low = 0, high = 64;
  while (best_spsa_plan(model, high).loss > accuracy) {
    low = high;
    high *= 2;
    if (high > Spsa::most_rounds) return std::nullopt;
  }
  while (high - low > std::max<std::uint64_t>(high / 50, 1)) {
    const std::uint64_t middle = (low + high) / 2;
    (best_spsa_plan(model, middle).loss > accuracy ? low : high) = middle;
  }
  return best_spsa_plan(model, high);
}

}  // namespace schiri
