#include "core/rating/audit/audit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "core/rating/audit/residual_sum.h"
#include "tests/catch.h"
#include "tests/core/rating/audit/audit_events.h"

namespace audit_test {

using namespace schiri;
using namespace schiri::rating;
using namespace schiri::audit_events;

namespace {

struct Planted {
  const char* what;
  AuditCheck check;
  std::string player;  ///< the player to be named
  Fault fault;
};

const Planted planted[] = {
    {"a pairing", AuditCheck::pairing, "B",
     [](Circumstances& game) {
       if (is_between(game, 1, 4)) strengthen(game, 1, -300);
     }},
    {"a circle", AuditCheck::cycle, "C",
     [](Circumstances& game) {
       for (std::size_t i = 0; i < 3; ++i) {
         const std::size_t from = 1 + i, to = 1 + (i + 1) % 3;
         if (!is_between(game, from, to)) continue;
         game.difference = 40;
         strengthen(game, from, 250);
       }
     }},
    {"the colour", AuditCheck::colour, "D",
     [](Circumstances& game) {
       if (game.white == 3 || game.black == 3) game.difference += 150;
     }},
    {"draws", AuditCheck::draws, "A",
     [](Circumstances& game) {
       if (game.white == 0 || game.black == 0) game.nu *= 3;
     }},
    {"time", AuditCheck::time, "F",
     [](Circumstances& game) { strengthen(game, 5, 300 * (game.moment - 0.5)); }},
};

/// The number of events with a finding; with `counts`, with a finding of this kind.
int count_found(const Design& design, int events, const Fault& fault = none,
                const std::function<bool(const AuditFinding&)>& counts = nullptr) {
  int found = 0;
  for (int event = 0; event < events; ++event) {
    const Event played(design, static_cast<std::uint64_t>(event) + 1, fault);
    const auto audits = audit(played.log());
    for (const PoolAudit& pool : audits) {
      for (const AuditFinding& finding : pool.findings) {
        if (finding.check != AuditCheck::link) CHECK(pool.least_p.at(finding.check) <= finding.p);
      }
    }
    found += std::any_of(audits.begin(), audits.end(), [&](const PoolAudit& pool) {
      return counts ? std::any_of(pool.findings.begin(), pool.findings.end(), counts)
                    : !pool.findings.empty();
    });
  }
  return found;
}

bool is_about(const AuditFinding& finding, const Planted& fault) {
  return finding.check == fault.check && std::find(finding.players.begin(), finding.players.end(),
                                                   fault.player) != finding.players.end();
}

/// The expected maximum if 5 % have a finding: three standard deviations above 5 %.
int most_by_chance(int events) {
  return static_cast<int>(0.05 * events + 3 * std::sqrt(0.05 * 0.95 * events));
}

const Design sound[] = {
    {6, 30, 80, 0.7, 0, false, false},     {6, 30, 80, 0.7, 200, false, false},
    {4, 100, 150, 0.4, 100, false, false}, {10, 10, 60, 0, 0, false, false},
    {10, 12, 100, 1, 0, true, false},      {12, 9, 80, 0.5, 100, false, true},
    {3, 40, 200, 0.7, 0, false, false},    {8, 2, 150, 0.5, 0, true, false},
};

}  // namespace

TEST_CASE("residual sums: tail probabilities agree with exact sums") {
  // Sum the distribution of the points of games without draws.
  for (const double p : {0.5, 0.8, 0.97}) {
    for (const int games : {4, 12, 40}) {
      for (int wins = 0; wins <= games; ++wins) {
        ResidualSum sum;
        sum.add({p, 0, 1 - p}, games, wins, 0, 1);
        double exact = 0;
        for (int k = 0; k <= games; ++k) {
          const bool as_far = wins > games * p ? k >= wins : k <= wins;
          if (!as_far) continue;
          exact +=
              std::exp(std::lgamma(games + 1) - std::lgamma(k + 1) - std::lgamma(games - k + 1) +
                       k * std::log(p) + (games - k) * std::log1p(-p));
        }
        const double chance = sum.chance(1, 2);
        CAPTURE(p, games, wins, exact, chance);
        if (chance == 1) continue;  // close to the expectation
        if (exact < 1e-12) continue;
        CHECK(chance >= 2 * exact * 0.6);
        CHECK(chance <= 2 * exact * 3);
      }
    }
  }
}

TEST_CASE("residual sums: colours and weights are symmetric and an empty sum is no evidence") {
  const Expectation expected{0.5, 0.3, 0.2};
  ResidualSum one, other, empty;
  one.add(expected, 20, 19, 1, 0.7, 0.2);
  other.add({0.2, 0.3, 0.5}, 20, 0, 1, -0.7, 0.2);
  CHECK(one.value() == Approx(other.value()));
  CHECK(one.variance() == Approx(other.variance()));
  CHECK(one.chance() == Approx(other.chance()));
  CHECK(one.chance() < 1e-3);
  CHECK(one.chance(2) > one.chance());
  CHECK(empty.chance() == 1);
}

TEST_CASE("audit: sound events have findings no more often than announced") {
  const int events = 25;
  int found = 0, all = 0;
  for (const Design& design : sound) {
    found += count_found(design, events);
    all += events;
  }
  CAPTURE(found);
  CHECK(found <= most_by_chance(all));
}

TEST_CASE("audit: planted faults are found and named") {
  for (const Planted& fault : planted) {
    const int found = count_found({6, 60, 80, 0.7, 100, false, false}, 6, fault.fault,
                                  [&](const auto& finding) { return is_about(finding, fault); });
    CAPTURE(fault.what);
    CHECK(found >= 5);
  }
}

TEST_CASE("audit: faults of a few standard errors are often found") {
  // 40 games each two players. The deviation of the pairing is some three standard errors, that of
  // the cycle four to five.
  const Planted weak[] = {
      {"a pairing", AuditCheck::pairing, "B",
       [](Circumstances& game) {
         if (is_between(game, 1, 5)) strengthen(game, 1, 340);
       }},
      {"a cycle", AuditCheck::cycle, "D",
       [](Circumstances& game) {
         const std::size_t in[] = {1, 3, 6};
         for (std::size_t k = 0; k < 3; ++k) {
           if (is_between(game, in[k], in[(k + 1) % 3])) strengthen(game, in[k], 200);
         }
       }},
  };
  const int least[] = {5, 24};
  for (std::size_t i = 0; i < 2; ++i) {
    const int found = count_found({8, 20, 60, 0.7, 0, false, false}, 30, weak[i].fault,
                                  [&](const auto& one) { return is_about(one, weak[i]); });
    CAPTURE(weak[i].what, found);
    CHECK(found >= least[i]);
  }
}

TEST_CASE("audit: many sound events have few findings and faulty events have many", "[long]") {
  const int events = 1000;
  for (const Design& design : sound) {
    const int found = count_found(design, events);
    CAPTURE(design.players, design.rounds, design.openings, found);
    CHECK(found <= most_by_chance(events));
  }
  for (const Planted& fault : planted) {
    const int found = count_found({6, 60, 80, 0.7, 100, false, false}, 100, fault.fault,
                                  [&](const auto& finding) { return is_about(finding, fault); });
    CAPTURE(fault.what, found);
    CHECK(found >= 90);
  }
}

TEST_CASE("audit: a player who changes ratings by losing on purpose is named") {
  // Without A's games the others are equal. A loses all games against the second half and wins all
  // games against the first half.
  const Fault favours = [](Circumstances& game) {
    // The other players meet less often.
    if (game.white > 0 && game.black > 0 && game.moment > 0.35) game.difference = std::nan("");
    for (std::size_t other = 1; other < 7; ++other) {
      if (!is_between(game, 0, other)) continue;
      game.difference = 0;
      strengthen(game, 0, other < 4 ? 900 : -900);
    }
  };
  const int found =
      count_found({7, 20, 0, 0.3, 0, false, false}, 5, favours, [](const AuditFinding& finding) {
        return finding.check == AuditCheck::influence && finding.players[0] == "A";
      });
  CHECK(found == 5);
}

TEST_CASE("audit: groups with few games between them are named") {
  const int across = GENERATE(2, 60);
  int games = 0;
  const Fault apart = [&](Circumstances& game) {
    const bool other = (game.white < 3) != (game.black < 3);
    if (!other) return;
    // Only one pairing connects the groups.
    if (!is_between(game, 2, 3) || games++ >= across) game.difference = std::nan("");
  };
  const Event event({7, 60, 0, 0.7, 0, false, false}, 3, apart);
  const auto audits = audit(event.log());
  REQUIRE(audits.size() == 1);
  const auto& findings = audits[0].findings;
  const auto link = std::find_if(findings.begin(), findings.end(), [](const auto& finding) {
    return finding.check == AuditCheck::link;
  });
  REQUIRE((link != findings.end()) == (across == 2));
  if (link == findings.end()) return;
  CHECK(std::set<std::string>(link->players.begin(), link->players.end()) ==
        std::set<std::string>{"A", "B", "C"});
  CHECK(link->games == 2);
  CHECK(link->effect > 100);
}

TEST_CASE("audit: an anchor that contradicts the games is named") {
  const Event event({6, 60, 100, 0.7, 50, false, false}, 1);
  BtOptions options;
  options.opening_effects = OpeningEffects::off;  // as the audit
  const auto lists = rate_bt(GameCounts(event.log()), options);
  REQUIRE(lists.size() == 1);
  const double error = GENERATE(0.0, 30.0);
  for (const RatedPlayer& player : lists[0].players) {
    options.anchors[player.name] = {*player.rating + 300, error};
  }
  CHECK(audit(event.log(), options)[0].findings.empty());
  options.anchors["B"] = {options.anchors["B"].rating + 200, error};
  const auto findings = audit(event.log(), options)[0].findings;
  REQUIRE_FALSE(findings.empty());
  CHECK(findings[0].check == AuditCheck::anchor);
  CHECK(findings[0].players == std::vector<std::string>{"B"});
  CHECK(findings[0].effect == Approx(200).margin(1));
}

TEST_CASE("audit: all rank intervals hold together as often as announced") {
  const int events = 100;
  int held = 0, informative = 0;
  for (int event = 0; event < events; ++event) {
    const Event played({6, 8, 60, 0.7, 100, false, false}, static_cast<std::uint64_t>(event) + 1);
    BtOptions options;
    options.covariance = true;
    const auto ranks = rank_intervals(rate_bt(GameCounts(played.log()), options)[0]);
    held += std::all_of(ranks.begin(), ranks.end(), [](const RankInterval& one) {
      const auto place = static_cast<std::size_t>(one.player[0] - 'A') + 1;
      return one.best <= place && place <= one.worst;
    });
    informative += std::any_of(ranks.begin(), ranks.end(),
                               [](const RankInterval& one) { return one.worst - one.best < 5; });
  }
  CHECK(held >= 0.95 * events - 3 * std::sqrt(0.95 * 0.05 * events));
  CHECK(informative > events / 2);
}

TEST_CASE("audit: logs with few games have no findings") {
  GameLog log("creeper", "standard");
  CHECK(audit(log).empty());
  FinishedGame game;
  game.white = "A";
  game.black = "B";
  game.result = Outcome::draw;
  log.add(game);
  auto audits = audit(log);
  REQUIRE(audits.size() == 1);
  CHECK(audits[0].findings.empty());
  game.result = Outcome::white_wins;
  log.add(game);
  BtOptions options;
  options.prior = false;
  for (const PoolAudit& pool : audit(log, options)) CHECK(pool.findings.empty());
  // Equal logs give equal audits.
  const Event event({5, 20, 80, 0.7, 100, false, false}, 7);
  const auto one = audit(event.log()), other = audit(event.log());
  REQUIRE(one[0].ranks.size() == other[0].ranks.size());
  for (std::size_t i = 0; i < one[0].ranks.size(); ++i) {
    CHECK(one[0].ranks[i].best == other[0].ranks[i].best);
    CHECK(one[0].ranks[i].worst == other[0].ranks[i].worst);
  }
}

}  // namespace audit_test
