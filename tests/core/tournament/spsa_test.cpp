#include "core/tournament/spsa.h"

#include "core/base/random.h"
#include "core/tournament/stop_rule.h"
#include "core/tournament/systems.h"
#include "tests/catch.h"

namespace spsa_test {

/// A bot of known strength: each option costs Elo by its squared distance from the best value, in
/// steps of c_end.
struct Strength {
  std::vector<double> best;
  std::vector<double> cost;
  std::vector<double> step;

  double elo(const std::vector<double>& values) const {
    double elo = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double away = (values[i] - best[i]) / step[i];
      elo -= cost[i] * away * away;
    }
    return elo;
  }
};

constexpr std::string_view five_options =
    "depth=20[0,100]; margin=0.8[0.0,1.0]; width=40[0,60]; flat=10[0,100]; useless=50[0,100]";

/// Three options that matter, one that hardly matters and one without effect.
Strength known_strength() {
  return {{55, 0.35, 22, 60, 0}, {3, 4, 3, 0.01, 0}, {5, 0.05, 3, 5, 5}};
}

std::vector<double> numbers(const std::vector<std::string>& texts) {
  std::vector<double> values;
  for (const std::string& text : texts) values.push_back(std::stod(text));
  return values;
}

Outcome drawn_outcome(double lead, double draws, Rng& rng) {
  const double wins = 1 / (1 + std::pow(10, -lead / 400));
  const double drawn = draws * 2 * std::min(wins, 1 - wins);
  const double chance = static_cast<double>(rng() >> 11) * 0x1p-53;
  if (chance < drawn) return Outcome::draw;
  return chance < drawn + wins - drawn / 2 ? Outcome::white_wins : Outcome::black_wins;
}

/// Plays a tune with random results instead of games.
template <class Elo>
void play(Spsa& tune, const Elo& elo, std::uint64_t seed, double draws = 0) {
  Rng rng(seed);
  for (std::uint64_t number = 1; number <= tune.paired(); ++number) {
    const ScheduledGame game = tune.game(number);
    tune.add({number, drawn_outcome(elo(game.values[0]) - elo(game.values[1]), draws, rng)});
  }
}

Tuning tuning_of(std::string_view options, double r_end = 0.01) {
  Tuning tuning{parse_tuned_options(options)};
  tuning.gains.r_end = r_end;
  return tuning;
}

/// The Elo lost against the best values.
double loss_of_tune(std::uint64_t seed, const SpsaPlan& plan, double draws) {
  const Strength strength = known_strength();
  const auto elo = [&](const auto& texts) { return strength.elo(numbers(texts)); };
  Spsa tune(tuning_of(five_options, plan.r_end), plan.pairs, seed);
  play(tune, elo, seed + 1000, draws);
  return -elo(tune.values());
}

TEST_CASE("tuned options: all forms are parsed and formatted") {
  const std::pair<const char*, const char*> forms[] = {
      {"width=6[2,16]", "width=6[2,16]"},
      {" option.width = 6 [ 2 , 16 ] ", "width=6[2,16]"},
      {"speed=1[0,2.5]", "speed=1.0[0.0,2.5]"},
      {"a=-3[-5,-1]:c_end=1,r_end=0.5;b=calm[wild|calm]",
       "a=-3[-5,-1]:c_end=1,r_end=0.5; "
       "b=calm[wild|calm]"},
      {"Hash=100000[0,2000000]", "Hash=100000[0,2000000]"},
      {"n=1[0,9]:c=2,a=3", "n=1[0,9]:c=2,a=3"},
      {"width, int, 6, 2, 16, 1, 0.002", "width=6[2,16]:c_end=1,r_end=0.002"},
      {"speed, float, 1, 0, 2, 0.1, 0.002", "speed=1.0[0.0,2.0]:c_end=0.1,r_end=0.002"}};
  for (const auto& [text, written] : forms) {
    CHECK(write_tuned_options(parse_tuned_options(text)) == written);
    CHECK(parse_tuned_options(written) == parse_tuned_options(text));
  }
}

TEST_CASE("tuned options: invalid texts are rejected with a message") {
  for (const char* text : {"",
                           ";",
                           "width",
                           "width=6",
                           "width=6[2,16",
                           "=6[2,16]",
                           "width=6[2]",
                           "width=x[2,16]",
                           "width=1[2,16]",
                           "width=6[16,2]",
                           "width=6[6,6]",
                           "width=6[2,16]x",
                           "width=6[2,16]:c_end=0",
                           "width=6[2,16]:c_end=99",
                           "width=6[2,16]:c=1,c_end=1",
                           "width=6[2,16]:k=1",
                           "a=b[c|d]",
                           "a=b[b|b]",
                           "a=b[b|]",
                           "a=b[b|c]:c_end=1",
                           "a=1[0,2];a=1[0,2]",
                           "a, bool, 1, 0, 2, 1, 1",
                           "a, int, 1.5, 0, 2, 1, 1",
                           "a=1e99[0,1e999]",
                           "a=nan[0,1]",
                           "a=0[-inf,1]"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_tuned_options(text), std::invalid_argument);
  }
}

TEST_CASE("spsa: step sizes agree with Spall's and fishtest's parameters") {
  const SpsaGains gains;
  const auto steps =
      spsa_steps(parse_tuned_options("a=5[0,40]:c_end=3,r_end=0.004")[0], gains, 900);
  CHECK(steps.A == Approx(90));
  CHECK(steps.c == Approx(3 * std::pow(900, 0.101)));
  CHECK(steps.a == Approx(0.004 * 9 * std::pow(990, 0.602)));
  TunedOption same = parse_tuned_options("a=5[0,40]")[0];
  same.a = steps.a;
  same.c = steps.c;
  const auto again = spsa_steps(same, gains, 900);
  CHECK(again.c_end == Approx(3));
  CHECK(again.r_end == Approx(0.004));
  const auto usual = spsa_steps(parse_tuned_options("a=2[0,4]")[0], gains, 900);
  CHECK(usual.c_end == Approx(0.5));
  CHECK(usual.r_end == Approx(gains.r_end));
}

TEST_CASE("spsa: a pair has one opening and swapped colours and symmetric values") {
  Spsa tune(tuning_of("n=50[0,100]:c_end=4; x=0.5[0.0,1.0]; w=a[a|b|c]"), 60, 7);
  CHECK(tune.games() == 120);
  CHECK(tune.paired() == 16);
  for (std::uint64_t number = 1; number <= 16; number += 2) {
    const ScheduledGame one = tune.game(number), two = tune.game(number + 1);
    CHECK(one.opening == two.opening);
    CHECK(one.white == two.black);
    CHECK(one.values[0] == two.values[1]);
    CHECK(one.values[1] == two.values[0]);
    CHECK((one.leg == 1 && two.leg == 2));
    CHECK(std::stod(one.values[0][1]) + std::stod(one.values[1][1]) == Approx(1.0));
    const double apart = std::abs(std::stod(one.values[0][0]) - std::stod(one.values[1][0]));
    CHECK(apart >= 2 * 4);
    CHECK(apart <= 2 * 4 * std::pow(60, 0.101) + 1);
  }
}

TEST_CASE("spsa: the next step waits for all results of this step in any order") {
  const auto begin = [] { return Spsa(tuning_of("n=50[0,100]; w=a[a|b]"), 20, 3); };
  Spsa one = begin(), other = begin();
  for (std::uint64_t first = 1; first < one.games(); first += 16) {
    const std::uint64_t last = std::min<std::uint64_t>(first + 15, one.games());
    CHECK(one.paired() == last);
    const auto outcome = [](std::uint64_t number) -> std::optional<Outcome> {
      if (number % 7 == 0) return std::nullopt;
      return number % 3 == 0 ? Outcome::draw : Outcome::white_wins;
    };
    for (std::uint64_t i = first; i <= last; ++i) one.add({i, outcome(i)});
    for (std::uint64_t i = last; i >= first; --i) other.add({i, outcome(i)});
    CHECK(one.values() == other.values());
  }
  CHECK(one.finished() == 3);
  CHECK(one.paired() == one.games());
}

TEST_CASE("spsa: values stay within bounds and move to the winning side") {
  Spsa tune(tuning_of("n=90[0,100]; down=5[0,100]; w=a[a|b|c]", 1), 200, 5);
  const auto elo = [](const auto& texts) {
    for (const std::size_t i : {0u, 1u}) {
      CHECK(std::stoi(texts[i]) >= 0);
      CHECK(std::stoi(texts[i]) <= 100);
    }
    return 20 * (std::stod(texts[0]) - std::stod(texts[1])) + (texts[2] == "c" ? 300 : 0);
  };
  play(tune, elo, 11);
  CHECK(tune.values() == std::vector<std::string>{"100", "0", "c"});
}

TEST_CASE("spsa: pairs without a result have no effect") {
  Spsa tune(tuning_of("n=50[0,100]"), 30, 5);
  for (std::uint64_t i = 1; i <= tune.paired(); ++i) {
    tune.add({i, i % 2 == 0 ? std::nullopt : std::optional(Outcome::white_wins)});
  }
  CHECK(tune.value(0, tune.finished()) == 50.0);
}

TEST_CASE("spsa: unsuitable tournament settings are rejected") {
  TournamentConfig config;
  config.system = System::spsa;
  config.rounds = 10;
  config.bots.resize(2);
  config.bots[1].name = "-";
  CHECK_THROWS_AS(make_schedule(config), std::invalid_argument);
  config.tuning = tuning_of("n=5[0,10]");
  CHECK(make_schedule(config)->games() == 20);
  CHECK(most_stages(config) == 2);
  const auto refused = [&](auto change) {
    TournamentConfig changed = config;
    change(changed);
    CHECK_THROWS_AS(make_schedule(changed), std::invalid_argument);
  };
  refused([](TournamentConfig& other) { other.single = true; });
  refused([](TournamentConfig& other) { other.bots.resize(3); });
  refused([](TournamentConfig& other) { other.bots[1].nodes = 5; });
  refused([](TournamentConfig& other) { other.strikes = 2; });
  refused([](TournamentConfig& other) { other.sprt.emplace(); });
  refused([](TournamentConfig& other) { other.tuning->batch = 0; });
  refused([](TournamentConfig& other) {
    for (BotSpec& bot : other.bots) bot.options["n"] = "3";
  });
}

TEST_CASE("spsa plan: accuracy and options need more pairs and larger steps fewer") {
  const SpsaModel usual{5};
  const auto pairs = [](const SpsaModel& model, double accuracy) {
    return plan_spsa(model, accuracy).value().pairs;
  };
  SpsaModel more = usual, steeper = usual;
  more.options = 10;
  steeper.step_elo = 6;
  CHECK(pairs(usual, 3) > pairs(usual, 5));
  CHECK(pairs(more, 5) > pairs(usual, 5));
  CHECK(pairs(steeper, 5) < pairs(usual, 5));
  const SpsaPlan plan = plan_spsa(usual, 5).value();
  CHECK(plan.loss <= 5);
  CHECK(spsa_loss(usual, plan.pairs, plan.r_end) == Approx(plan.loss));
  CHECK(spsa_loss(usual, plan.pairs, plan.r_end * 2) > plan.loss);
  CHECK(spsa_loss(usual, plan.pairs, plan.r_end / 2) > plan.loss);
  CHECK_FALSE(plan_spsa(usual, 0.001));
}

TEST_CASE("spsa plan: words need many pairs, and more for more words and options") {
  const auto pairs = [](std::size_t options, std::size_t words, double accuracy) {
    SpsaModel model{0};
    model.word_options = options;
    model.most_words = words;
    const SpsaPlan plan = plan_spsa(model, accuracy).value();
    CHECK(plan.loss <= accuracy);
    CHECK(plan.r_end == SpsaGains().r_end);
    return plan.pairs;
  };
  CHECK(pairs(1, 2, 20) > 1000);
  CHECK(pairs(1, 2, 20) < 2000);
  CHECK(pairs(1, 2, 10) > 3 * pairs(1, 2, 20));
  CHECK(pairs(1, 4, 20) > pairs(1, 2, 20));
  CHECK(pairs(3, 2, 20) > pairs(1, 2, 20));
  SpsaModel mixed{2};
  CHECK(start_loss(mixed) == Approx(2 * 3 * 100));
  const double numbers = spsa_loss(mixed, 1000, 0.02);
  mixed.word_options = 1;
  CHECK(spsa_loss(mixed, 1000, 0.02) > numbers + 10);
  CHECK(start_loss(mixed) == Approx(2 * 3 * 100));
}

TEST_CASE("spsa plan: tunes of words lose no more than planned") {
  const std::size_t words = GENERATE(2u, 3u);
  SpsaModel model{0};
  model.word_options = 1;
  model.most_words = words;
  constexpr std::uint64_t pairs = 200, tunes = 400;
  const double loss = spsa_loss(model, pairs, model.gains.r_end);
  // The best word is not the start and better than the others by a little more than the loss.
  const std::string options = words == 2 ? "w=a[a|b]" : "w=a[a|b|c]";
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = 1; seed <= tunes; ++seed) {
    Spsa tune(tuning_of(options), pairs, seed);
    Rng rng(seed);
    for (std::uint64_t number = 1; number <= tune.games(); ++number) {
      const auto& values = tune.game(number).values;
      const auto elo = [&](const auto& side) { return side.front() == "b" ? loss : 0; };
      tune.add({number, drawn_outcome(elo(values[0]) - elo(values[1]), 0, rng)});
    }
    wrong += tune.values().front() != "b";
  }
  CAPTURE(words, loss, wrong);
  CHECK(wrong <= tunes / 20 + 13);  // 5 %, and three standard deviations
}

TEST_CASE("spsa: a short tune approaches a known strength") {
  const Strength strength = known_strength();
  const auto start = numbers(Spsa(tuning_of(five_options), 10, 1).values());
  CHECK(loss_of_tune(1, best_spsa_plan({5}, 1500), 0) < -strength.elo(start) / 3);
}

TEST_CASE("spsa: 95 of 100 tunes of a known strength lose no more than planned", "[long]") {
  const double draws = GENERATE(0.0, 0.4);
  const SpsaPlan plan = plan_spsa({5}, 5).value();
  int within = 0;
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const double loss = loss_of_tune(seed, plan, draws);
    within += loss <= 5;
    worst = std::max(worst, loss);
  }
  CAPTURE(plan.pairs, plan.r_end, worst);
  CHECK(within >= 95);
}

TEST_CASE("spsa: 95 of 100 tunes of options without effect show no gain", "[long]") {
  const SpsaPlan plan = best_spsa_plan({5}, 300);
  int gains = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Spsa tune(tuning_of(five_options, plan.r_end), plan.pairs, seed);
    play(
        tune, [](const auto&) { return 0.0; }, seed);
    SprtRule proof({0, 10}, true);
    Rng rng(derive_seed(seed, 1));
    bool is_over = tune.values() == Spsa(tune.tuning(), plan.pairs, seed).values();
    for (std::uint64_t number = 1; !is_over; ++number) {
      const bool second = number % 2 == 0;
      const ScheduledGame game{number, (number + 1) / 2, second ? 2 : 1, second, !second};
      is_over = proof.add({game, drawn_outcome(0, 0, rng), std::nullopt});
    }
    gains += proof.state().decision == rating::SprtDecision::h1;
  }
  CAPTURE(gains);
  CHECK(gains <= 5);
}

}  // namespace spsa_test
