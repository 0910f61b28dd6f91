#include "core/rating/audit/audit.h"

#include "core/rating/audit/homogeneity.h"
#include "core/rating/numerics/distributions.h"
#include "tests/catch.h"
#include "tests/core/rating/audit/audit_events.h"

namespace audit_test {

using namespace schiri::rating;
using namespace schiri::audit_events;

const AuditResult* find(const PoolAudit& audit, AuditCheck check) {
  const auto found = std::find_if(audit.results.begin(), audit.results.end(),
                                  [&](const AuditResult& one) { return one.check == check; });
  return found == audit.results.end() ? nullptr : &*found;
}

/// The share of tournaments with a finding, by check.
std::map<AuditCheck, double> shares(const Design& design, int events, const Fault& fault = none) {
  std::map<AuditCheck, double> shares;
  for (int i = 0; i < events; ++i) {
    const Event event(design, static_cast<std::uint64_t>(i) + 1000, fault);
    for (const PoolAudit& pool : audit(event.log())) {
      for (const AuditResult& result : pool.results) {
        shares[result.check] += result.is_finding() ? 1.0 / events : 0;
      }
    }
  }
  return shares;
}

BtOptions with_covariance() {
  BtOptions options;
  options.covariance = true;
  return options;
}

constexpr std::array designs = {
    Design{.players = 6, .rounds = 30, .spread = 80},
    Design{.players = 6, .rounds = 30, .spread = 80, .openings = 200},
    Design{.players = 8, .rounds = 30, .spread = 80, .single = true, .swiss = true},
    Design{.players = 4, .rounds = 100, .spread = 50, .draws = 0.6, .openings = 300},
    Design{.players = 8, .rounds = 12, .spread = 200, .draws = 0},
};

TEST_CASE("audit: sound lists have a finding by chance at the level of each test") {
  for (const auto& [check, share] : shares({.rounds = 12, .openings = 200}, 100)) {
    CAPTURE(audit_check_names[static_cast<std::size_t>(check)].text(), share);
    CHECK(share < 0.12);
  }
}

TEST_CASE("audit: the level of each test holds in all designs", "[long]") {
  for (const Design& design : designs) {
    const auto found = shares(design, 500);
    // Colour is not judged by fewer than twenty openings.
    CHECK(found.size() == (design.rounds >= 20 ? 3 : 2));
    for (const auto& [check, share] : found) {
      CAPTURE(design.players, design.rounds,
              audit_check_names[static_cast<std::size_t>(check)].text(), share);
      CHECK(share > 0.025);
      CHECK(share < 0.08);
    }
  }
}

TEST_CASE("audit: a player who beats one opponent beyond the ratings is found") {
  const Fault feared = [](Circumstances& game) {
    if (is_between(game, 1, 3)) strengthen(game, 3, 250);
  };
  const Design design;
  CHECK(shares(design, 20, feared).at(AuditCheck::pairing) > 0.8);
  const PoolAudit one = audit(Event(design, 5, feared).log()).at(0);
  const AuditResult* const found = find(one, AuditCheck::pairing);
  REQUIRE(found);
  CHECK(found->is_finding());
  CHECK(found->players == std::vector<std::string>{"B", "D"});
  CHECK(found->games == 60);
  CHECK(found->observed < found->expected);
  CHECK(found->effect < -50);
}

TEST_CASE("audit: a colour that one player likes is found") {
  const Fault likes_white = [](Circumstances& game) {
    if (game.white == 2) game.difference += 200;
    if (game.black == 2) game.difference += 200;
  };
  const Design design;
  CHECK(shares(design, 20, likes_white).at(AuditCheck::colour) > 0.8);
  const PoolAudit one = audit(Event(design, 5, likes_white).log()).at(0);
  const AuditResult* const found = find(one, AuditCheck::colour);
  REQUIRE(found);
  CHECK(found->players == std::vector<std::string>{"C"});
  CHECK(found->games == 300);
  CHECK(found->effect > 50);
}

TEST_CASE("audit: a player who becomes stronger is found") {
  const Fault learns = [](Circumstances& game) { strengthen(game, 4, 300 * game.moment); };
  const Design design;
  CHECK(shares(design, 20, learns).at(AuditCheck::time) > 0.8);
  const PoolAudit one = audit(Event(design, 5, learns).log()).at(0);
  const AuditResult* const found = find(one, AuditCheck::time);
  REQUIRE(found);
  CHECK(found->players == std::vector<std::string>{"E"});
  CHECK(found->observed > found->expected);
  CHECK(found->effect > 100);
  CHECK(found->effect < 450);
}

TEST_CASE("audit: an anchor that contradicts the games and the other anchors is found") {
  const Design design;
  const GameLog log = Event(design, 3).log();
  BtOptions options;
  options.anchors = {{"A", Anchor(1900, 20)}, {"C", Anchor(1740, 20)}, {"F", Anchor(1500, 20)}};
  const AuditResult* found = nullptr;
  PoolAudit sound = audit(log, options).at(0);
  REQUIRE((found = find(sound, AuditCheck::anchor)));
  CHECK_FALSE(found->is_finding());
  options.anchors["C"] = Anchor(2000, 20);
  PoolAudit loose = audit(log, options).at(0);
  REQUIRE((found = find(loose, AuditCheck::anchor)));
  CHECK(found->is_finding());
  CHECK(found->players == std::vector<std::string>{"C"});
  CHECK(found->expected == 2000);
  CHECK(found->observed == Approx(1740).margin(60));
  options.anchors.erase("C");
  options.anchors.erase("F");
  CHECK_FALSE(find(audit(log, options).at(0), AuditCheck::anchor));
}

TEST_CASE("audit: few games and empty logs have no tests") {
  CHECK(audit(GameLog("creeper", "standard")).empty());
  const PoolAudit few = audit(Event({.players = 3, .rounds = 1}, 1).log()).at(0);
  CHECK(few.results.empty());
  CHECK(few.ranks.size() == 3);
  BtOptions options;
  options.prior = false;
  for (const PoolAudit& pool :
       audit(Event({.players = 5, .rounds = 1, .spread = 900}, 1).log(), options)) {
    CHECK(pool.results.size() <= 3);
  }
  // Players who met once say nothing about pairings.
  const PoolAudit once = audit(Event({.players = 10, .rounds = 1, .single = true}, 1).log()).at(0);
  CHECK_FALSE(find(once, AuditCheck::pairing));
}

TEST_CASE("audit: ranks that the games separate are single and others overlap") {
  const auto ranks_of = [](const Design& design) {
    return rank_intervals(rate_bt(GameCounts(Event(design, 1).log()), with_covariance()).at(0));
  };
  for (const RankInterval& rank : ranks_of({.players = 4, .rounds = 200, .spread = 250})) {
    CHECK(rank.best == rank.worst);
  }
  for (const RankInterval& rank : ranks_of({.players = 4, .rounds = 2, .spread = 0})) {
    CHECK(rank.best == 1);
    CHECK(rank.worst == 4);
  }
}

TEST_CASE("audit: all rank intervals cover the truth together in 95 %", "[long]") {
  for (const double spread : {0.0, 60.0, 150.0}) {
    const Design design{.players = 6, .rounds = 10, .spread = spread};
    constexpr int events = 300;
    int right = 0;
    for (int i = 0; i < events; ++i) {
      const Event event(design, static_cast<std::uint64_t>(i));
      const auto ranks = rank_intervals(rate_bt(GameCounts(event.log()), with_covariance()).at(0));
      right += std::all_of(ranks.begin(), ranks.end(), [&](const RankInterval& rank) {
        const auto truth = static_cast<std::size_t>(rank.player[0] - 'A') + 1;
        return spread == 0 ? rank.best == 1 && rank.worst == 6
                           : rank.best <= truth && truth <= rank.worst;
      });
    }
    CAPTURE(spread, right);
    CHECK(right >= 0.93 * events);
  }
}

}  // namespace audit_test

namespace homogeneity_test {

using namespace schiri::rating;

Approx near(double value, double epsilon = 1e-9) { return Approx(value).epsilon(epsilon); }

TEST_CASE("chi-square: tails agree with tables and closed forms") {
  // 5 % points of published tables.
  CHECK(chi_square_tail(3.841458820694124, 1) == near(0.05));
  CHECK(chi_square_tail(5.991464547107979, 2) == near(0.05));
  CHECK(chi_square_tail(7.814727903251179, 3) == near(0.05));
  CHECK(chi_square_tail(124.3421134, 100) == near(0.05, 1e-7));
  // Two degrees: exp(-x/2). Four degrees: exp(-x/2) (1 + x/2). Three degrees: by erfc.
  for (const double x : {0.001, 0.3, 1.0, 2.5, 6.0, 20.0, 100.0, 600.0}) {
    CAPTURE(x);
    CHECK(chi_square_tail(x, 1) == near(std::erfc(std::sqrt(x / 2))));
    CHECK(chi_square_tail(x, 2) == near(std::exp(-x / 2)));
    CHECK(chi_square_tail(x, 3) == near(std::erfc(std::sqrt(x / 2)) +
                                        std::sqrt(2 * x / std::acos(-1.0)) * std::exp(-x / 2)));
    CHECK(chi_square_tail(x, 4) == near(std::exp(-x / 2) * (1 + x / 2)));
  }
  CHECK(chi_square_tail(0, 2) == 1);
  CHECK(chi_square_tail(-1, 2) == 1);
  CHECK(chi_square_tail(1e6, 3) == 0);
}

TEST_CASE("homogeneity: one stratum of two groups gives Pearson's test with n - 1 instead of n") {
  // Party and gender, A. Agresti, An Introduction to Categorical Data Analysis (2007), p. 39: X2 =
  // 30.070 with 2 degrees of freedom, p = 2.95e-7.
  const auto tests = test_homogeneity({{0, 0, {762, 327, 468, 0}}, {1, 0, {484, 239, 477, 0}}}, 2);
  for (const GroupTest& test : tests) {
    CHECK(test.degrees == 2);
    CHECK(test.statistic == near(30.0701490957547 * 2756 / 2757));
    CHECK(test.p == near(2.970e-7, 1e-3));
    CHECK(test.bonferroni == near(2 * test.p));
  }
  CHECK(tests[0].observed == ResultCounts{762, 327, 468, 0});
  CHECK(tests[0].expected[0] == near(1557.0 * 1246 / 2757));
}

TEST_CASE("homogeneity: strata give the test of Mantel and Haenszel") {
  // Admissions to six departments of Berkeley by gender, as in many textbooks. X2 = 92.2 without
  // departments. With departments X2 = 1.5246 without continuity correction, p = 0.2169.
  const std::uint64_t men[6][2] = {{512, 313}, {353, 207}, {120, 205},
                                   {138, 279}, {53, 138},  {22, 351}};
  const std::uint64_t women[6][2] = {{89, 19},   {17, 8},   {202, 391},
                                     {131, 244}, {94, 299}, {24, 317}};
  std::vector<GroupCounts> together, apart;
  for (std::size_t i = 0; i < 6; ++i) {
    const GroupCounts both[] = {{0, i, {men[i][0], 0, men[i][1], 0}},
                                {1, i, {women[i][0], 0, women[i][1], 0}}};
    for (GroupCounts cell : both) {
      apart.push_back(cell);
      cell.stratum = 0;
      together.push_back(cell);
    }
  }
  const GroupTest naive = test_homogeneity(together, 2)[0];
  CHECK(naive.degrees == 1);
  CHECK(naive.statistic == near(92.2052804 * 4525 / 4526, 1e-6));
  const GroupTest test = test_homogeneity(apart, 2)[0];
  CHECK(test.degrees == 1);
  CHECK(test.statistic == near(1.5246066604434356));
  CHECK(test.p == near(0.21692369705551828));
}

TEST_CASE("homogeneity: one deviating group among many is found") {
  std::vector<GroupCounts> counts;
  for (std::size_t group = 0; group < 20; ++group) {
    counts.push_back({group, 0, {50 + group % 3, 10, 40 - group % 3, 0}});
    counts.push_back({group, 1, {20, 10, 70, 0}});
  }
  SECTION("none") {
    for (const GroupTest& test : test_homogeneity(counts, 20)) CHECK(test.bonferroni > 0.5);
  }
  SECTION("one loses games on time") {
    counts[14] = {7, 0, {30, 5, 25, 40}};
    const auto tests = test_homogeneity(counts, 20);
    for (std::size_t group = 0; group < 20; ++group) {
      CAPTURE(group);
      CHECK((tests[group].bonferroni < 0.01) == (group == 7));
    }
  }
}

TEST_CASE("homogeneity: different shares of pairings are no deviation") {
  // Each group has its own pairing. The pairings differ widely.
  const auto alone = test_homogeneity({{0, 0, {90, 5, 5, 0}}, {1, 1, {5, 5, 90, 0}}}, 2);
  for (const GroupTest& test : alone) {
    CHECK(test.degrees == 0);
    CHECK(test.p == 1);
  }
}

TEST_CASE("homogeneity: a single rare result is no evidence") {
  std::vector<GroupCounts> counts;
  for (std::size_t group = 0; group < 500; ++group) {
    counts.push_back({group, 0, {20, 0, 20, group == 3 ? 1u : 0u}});
  }
  CHECK(test_homogeneity(counts, 500)[3].bonferroni == 1);
  // There are too few games for any test.
  for (const GroupTest& test : test_homogeneity({{0, 0, {3, 0, 0, 0}}, {1, 0, {0, 0, 3, 0}}}, 2)) {
    CHECK(test.degrees == 0);
  }
  CHECK(test_homogeneity({}, 0).empty());
  CHECK(test_homogeneity({}, 2)[1].p == 1);
}

}  // namespace homogeneity_test
