#include "core/tournament/spsa.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/base/random.h"
#include "core/tournament/system.h"

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
  return derive_seed(seed_, pair, use);
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

void Spsa::add_result(std::uint64_t number, std::optional<Outcome> outcome) {
  const std::uint64_t pair = (number + 1) / 2;
  PairPoints& points = pairs_.at((pair - 1) % tuning_.batch);
  --points.missing;
  if (outcome && points.balance) {
    const bool first_is_white = (pair % 2 == 0) == (number % 2 == 0);
    *points.balance += half_points(*outcome, first_is_white ? Side::white : Side::black) - 1;
  } else {
    points.balance.reset();
  }
  if (--missing_ == 0) finish_step();
}

/// Adds the results of a step; a pair with a game without outcome is no evidence.
void Spsa::finish_step() {
  State state = path_.back();
  const std::uint64_t first = (path_.size() - 1) * tuning_.batch + 1;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (pairs_[i].balance) pull(state, first + i, *pairs_[i].balance);
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

class SpsaSystem final : public TournamentSystem {
 public:
  System id() const override { return System::spsa; }
  std::string_view name() const override { return "spsa"; }
  std::string_view title() const override { return "tune"; }
  bool is_fixed() const override { return false; }
  bool is_extendable() const override { return false; }

  std::span<const std::string_view> own_settings() const override {
    static constexpr std::string_view own[] = {"tune"};
    return own;
  }

  void require_fitting(const TournamentConfig& config) const override {
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

  std::uint64_t default_rounds(std::size_t /*players*/) const override { return 1000; }

  std::uint64_t most_stages(const TournamentConfig& config) const override {
    const std::uint64_t batch =
        config.tuning ? std::max<std::uint64_t>(config.tuning->batch, 1) : 1;
    return (config.rounds - 1) / batch + 1;
  }

  std::unique_ptr<Schedule> make(const TournamentConfig& config) const override {
    return std::make_unique<Spsa>(*config.tuning, config.rounds, config.seed);
  }
};

}  // namespace

const TournamentSystem& spsa_system() {
  static const SpsaSystem system;
  return system;
}

}  // namespace schiri
