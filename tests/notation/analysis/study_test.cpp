#include "notation/analysis/study.h"

#include <cmath>

#include "notation/analysis/analysis.h"
#include "notation/games/game_type.h"
#include "tests/catch.h"

namespace study_test {

using namespace schiri;

TEST_CASE("study: who led, and when the game was decided, follow from the evaluations") {
  struct Case {
    std::vector<double> chances;
    std::optional<Side> winner;
    std::optional<double> decided;
    unsigned changes;
    unsigned behind;
  };
  const Case cases[] = {
      {{}, Side::white, {}, 0, 0},
      {{.5, .5, .5, .5}, Side::white, 1.0, 0, 0},
      {{.5, .7, .8, .9}, Side::white, .25, 0, 0},
      {{.7, .7, .7, .7}, Side::white, 0.0, 0, 0},
      {{.7, .7, .7, .7}, Side::black, 1.0, 0, 4},
      {{.3, .5, .7, .9}, Side::white, .5, 1, 1},
      {{.7, .5, .7, .5}, Side::white, 1.0, 0, 0},
      {{.7, .2, .7, .2}, Side::black, .75, 3, 2},
      {{.7, .2, .7, .2}, {}, {}, 3, 0},
      {{.67, .33}, Side::black, .5, 1, 1},
      {{.66, .34}, Side::black, 1.0, 0, 0},
  };
  for (const Case& one : cases) {
    const GameCourse course = course_of(one.chances, one.winner);
    CHECK(course.decided.has_value() == one.decided.has_value());
    if (one.decided) CHECK(course.decided.value_or(-1) == Approx(*one.decided));
    CHECK(course.lead_changes == one.changes);
    CHECK(course.behind == one.behind);
  }
}

TEST_CASE("study: a game's turns are counted as perft counts them") {
  const GameType& type = *find_game("creeper");
  const auto game = type.start({});
  Rng rng(4);
  double product = 1;
  unsigned turns = 0;
  for (; turns < 6; ++turns) {
    product *= static_cast<double>(game->perft(1));
    REQUIRE_FALSE(game->play(game->random_turn(rng)));
  }
  const std::vector<std::string_view> played(game->turns().begin(), game->turns().end());
  BotSpec spec;
  spec.builtin = "uct";
  const auto observer = type.make_bot(spec);
  GameMeter meter(type, *observer, {4, {}, {}, {}});
  const auto measured = meter.measure({}, played, Side::white, true, 1, {});
  REQUIRE(measured);
  REQUIRE(measured->choices);
  CHECK(measured->choices->log_lines == Approx(std::log10(product)));
  CHECK(measured->choices->forced == 0);
  CHECK_FALSE(meter.measure({}, played, Side::white, false, 1, {})->choices);
  std::stop_source stopped;
  stopped.request_stop();
  CHECK_FALSE(meter.measure({}, played, Side::white, true, 1, stopped.get_token()));
  spec.builtin = "random";
  const auto blind = type.make_bot(spec);
  CHECK_THROWS_AS(GameMeter(type, *blind, {}).measure({}, played, {}, false, 1, {}), NoEvaluation);
}

std::vector<std::string> names_of(const TournamentConfig& config) {
  std::vector<std::string> names;
  for (const BotSpec& bot : config.bots) names.push_back(bot.name);
  return names;
}

TEST_CASE("study: each level meets half of it, every second one its equal") {
  TournamentConfig config;
  set_ladder(config, 256, 1000);
  CHECK(names_of(config) == std::vector<std::string>{"random", "random b", "uct 8", "uct 16",
                                                     "uct 16 b", "uct 32", "uct 64", "uct 64 b",
                                                     "uct 128", "uct 256", "uct 256 b"});
  CHECK(config.rounds == 50);
  std::string mirrors;
  for (const StudyPairing& pairing : pairings_of(config)) {
    mirrors += pairing.is_random ? 'r' : pairing.is_mirror ? 'm' : '-';
  }
  CHECK(mirrors == "r--m--m--m");
  CHECK(observer_of(config).nodes == 64);
  set_ladder(config, 3, 9);
  CHECK(names_of(config) == std::vector<std::string>{"random", "random b", "uct 3", "uct 3 b"});
  CHECK(config.rounds == 2);
  CHECK_THROWS_WITH(set_ladder(config, 256, 19),
                    "--games: a study of 6 levels needs at least 20 games, two of each pairing");
}

/// A study of two levels with these games between equals: the first player's points.
Study study_with(const std::vector<double>& equal, const std::vector<double>& random = {.5}) {
  TournamentConfig config;
  set_ladder(config, 1, 1000);
  REQUIRE(names_of(config) == std::vector<std::string>{"random", "random b", "uct 1", "uct 1 b"});
  std::vector<StudiedGame> games;
  const auto add = [&](std::size_t pairing, double points) {
    StudiedGame game{pairing, games.size(), points, 10};
    game.first_turn = points == 1 ? "good" : "bad";
    games.push_back(game);
  };
  for (const double points : random) add(0, points);
  for (const double points : equal) add(2, points);
  const auto level = rating::match_elo(rating::MatchCounts::penta({20, 20, 20, 20, 20}));
  return study_of(config, games, std::vector<rating::MatchElo>(3, level));
}

std::vector<double> repeated(std::size_t times, std::vector<double> points) {
  std::vector<double> all;
  for (std::size_t i = 0; i < times; ++i) all.insert(all.end(), points.begin(), points.end());
  return all;
}

TEST_CASE("study: an even game shows nothing, and says how many games would") {
  const Study study = study_with(repeated(25, {1, 0, 1, 0}));
  const StudyLevel& mirror = study.levels.back();
  CHECK(mirror.first_share->value == Approx(.5));
  CHECK(mirror.first_elo->value == Approx(0).margin(1e-9));
  CHECK_FALSE(mirror.elo);
  const StudyConclusion& balance = study.conclusions.front();
  CHECK(balance.key == "balance");
  CHECK_FALSE(balance.is_shown);
  // The standard error of 101 games is 4.98 %. In four of five studies 2 % are 2.80 times theirs,
  // which takes 48.6 times as many.
  CHECK(balance.games == 5000);
  CHECK(balance.text.english() ==
        "Not shown: whether it is better to move first; between equals (uct 1) the first player "
        "scores 50.0 % (40.4 to 59.6). A study of 5000 games would show a difference of 2.0 % "
        "in four of five cases.");
}

TEST_CASE("study: an advantage is shown, of one side or the other") {
  const Study first = study_with(repeated(50, {1, 1, 0, .5}));
  CHECK(first.conclusions.front().is_shown);
  CHECK(first.conclusions.front().text.english().starts_with("It is an advantage to move first"));
  const Study second = study_with(repeated(50, {0, 0, 1, .5}));
  CHECK(
      second.conclusions.front().text.english().starts_with("It is a disadvantage to move first"));
}

TEST_CASE("study: a few games that all end alike do not mean certainty") {
  const Study study = study_with({1, 1, 1});
  const auto& share = *study.levels.back().first_share;
  CHECK(share.value == 1);
  CHECK(*share.low < .5);
  CHECK_FALSE(study.conclusions.front().is_shown);
  CHECK(*study.levels.back().draw_rate->error() > 0);
  CHECK(*study.levels.back().turns->error() > 0);
}

TEST_CASE("study: draws are compared between the weakest and the strongest equals") {
  const Study more = study_with(repeated(40, {.5}), repeated(40, {0, 1}));
  CHECK(more.conclusions.back().key == "draws");
  CHECK(more.conclusions.back().is_shown);
  CHECK(more.conclusions.back().text.english().starts_with("Better players draw more"));
  const Study same = study_with(repeated(40, {.5, 1}), repeated(40, {.5, 0}));
  CHECK_FALSE(same.conclusions.back().is_shown);
  CHECK(same.conclusions.back().games.has_value());
}

TEST_CASE("study: an estimate is never written without its error, or with one of zero") {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const auto text = [](const rating::Estimate& estimate, Holds kind) {
    return estimate_text(estimate, kind).english();
  };
  CHECK(text({0.58, 0.52, 0.636}, Holds::share) == "58.0 ±6.0");
  CHECK(text({0.027, 0.0268, 0.0272}, Holds::share) == "2.70 ±0.02");
  CHECK(text({37, 36.9996, 37.0004}, Holds::number) == "37.0000 ±0.0004");
  CHECK(text({12.34, -8, 32}, Holds::rating) == "12.3 ±20.3");
  CHECK(text({infinite, 250, {}}, Holds::rating) == "above 250.0");
  CHECK(text({-infinite, {}, -250}, Holds::rating) == "below -250.0");
  CHECK(text({100, 50, {}}, Holds::rating) == "100.0, above 50.0");
  CHECK(text({5}, Holds::number) == "5.0 ±?");
}

TEST_CASE("study: first turns are ranked, with intervals for all of them together") {
  const Study study = study_with(repeated(30, {1, 0}));
  const auto find = [&](const std::string& key) {
    return std::find_if(study.figures.begin(), study.figures.end(),
                        [&](const StudyFigure& figure) { return figure.key == key; });
  };
  REQUIRE(find("best_first_turn") != study.figures.end());
  CHECK(find("best_first_turn")->turn == "good");
  CHECK(find("worst_first_turn")->turn == "bad");
  CHECK(find("best_first_turn")->estimate->value == 1);
  // Wider than that of one share of 30.
  CHECK(*find("best_first_turn")->estimate->low <
        *rating::share_estimate(std::vector<rating::Cluster>(30, rating::Cluster{1, 1}))->low);
}

}  // namespace study_test
