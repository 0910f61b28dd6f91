#include <cmath>
#include <map>
#include <string>

#include "core/rating/bt.h"
#include "core/rating/scale.h"
#include "tests/catch.h"
#include "tests/core/rating_sets.h"

using namespace schiri;
using namespace schiri::rating;

namespace {

const BtOptions no_prior = [] {
  BtOptions options;
  options.prior = false;
  return options;
}();

std::map<std::string, double> ratings_of(const BtList& list) {
  std::map<std::string, double> ratings;
  for (const RatedPlayer& player : list.players) ratings[player.name] = player.rating.value();
  return ratings;
}

}  // namespace

TEST_CASE("bt: the figures of an independent solver, without a prior") {
  for (const std::string set : {"A_rr4", "D_two"}) {
    INFO(set);
    const auto& expected = rating_vectors().at("davidson").at(set + "_adv_estimated");
    const auto lists = rate_bt(rating_set(set), no_prior);
    REQUIRE(lists.size() == 1);
    for (const auto& [name, rating] : ratings_of(lists[0])) {
      CHECK(rating - mean_rating == Approx(expected.at(name).get<double>()).margin(1e-3));
    }
    CHECK(lists[0].first_move_advantage == Approx(expected.at("adv").get<double>()).margin(1e-3));
    CHECK(lists[0].nu == Approx(expected.at("nu").get<double>()).margin(1e-5));
    CHECK(lists[0].log_likelihood == Approx(expected.at("loglik").get<double>()).margin(1e-5));
  }
}
