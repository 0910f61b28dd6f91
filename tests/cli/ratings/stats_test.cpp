#include "tests/catch.h"
#include "tests/support/run.h"

namespace ratings_stats_test {

Json answer(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "stats");
  arguments.insert(arguments.end(), {"--format", "json"});
  const Run run = run_schiri(arguments);
  CHECK(run.status == 0);
  return Json::parse(run.out);
}

TEST_CASE("stats sprt: values of fishtest for results in either order") {
  const auto vectors = Json::parse(read_file(std::string(SCHIRI_TEST_DATA) + "/ratings.json"));
  for (const auto& one : vectors.at("gsprt")) {
    INFO(one.dump());
    std::vector<std::string> counts;
    for (const auto& count : one.at("results")) counts.push_back(count.dump());
    const bool games = counts.size() == 3;
    if (games) std::swap(counts[0], counts[2]);  // wins first
    std::string list;
    for (const std::string& count : counts) list += (list.empty() ? "" : ",") + count;
    for (const std::string model : {"logistic", "normalized"}) {
      const auto state =
          answer({"sprt", "--elo0", one.at("elo0").dump(), "--elo1", one.at("elo1").dump(),
                  "--model", model, games ? "--wdl" : "--penta", list});
      CHECK(state.at("llr").get<double>() ==
            Approx(one.at(model).get<double>()).margin(0.6e-6).epsilon(0));
      CHECK(state.at("upper").get<double>() == Approx(std::log(19.0)));
      CHECK(state.at("lower").get<double>() == Approx(-std::log(19.0)));
    }
  }
}

TEST_CASE("stats sprt: decisions") {
  const std::vector<std::string> test = {"sprt", "--elo0", "-5", "--elo1", "5"};
  const auto decision = [&](const std::string& wdl) {
    std::vector<std::string> words = test;
    words.insert(words.end(), {"--wdl", wdl});
    return answer(words).at("decision");
  };
  CHECK(decision("3000,0,1000") == "H1");
  CHECK(decision("1000,0,3000") == "H0");
  CHECK(decision("3,2,3").is_null());
  CHECK_THAT(
      run_schiri({"stats", "sprt", "--elo0", "0", "--elo1", "5", "--penta", "0,0,0,0,900"}).out,
      contains_text("after 900 pairs: H1 is accepted"));
}

TEST_CASE("stats elo: values and undefined cases") {
  const auto even = answer({"elo", "--wdl", "20,10,20"});
  CHECK(even.at("elo").get<double>() == Approx(0).margin(1e-9));
  CHECK(even.at("los") == 0.5);
  // mean 0.75, variance of one game exactly 0.1875
  const auto ahead = answer({"elo", "--wdl", "75,0,25"});
  CHECK(ahead.at("elo").get<double>() == Approx(400 * std::log10(3.0)));
  CHECK(ahead.at("low").get<double>() ==
        Approx(-400 * std::log10(1 / (0.75 - 1.959964 * std::sqrt(0.1875 / 100)) - 1)));
  const auto all = answer({"elo", "--wdl", "10,0,0"});
  CHECK(all.at("elo").is_null());
  CHECK(all.at("error").is_null());
  CHECK(answer({"elo", "--penta", "0,0,0,0,0"}).at("los").is_null());
  CHECK(all.at("interval") == "jeffreys");
  CHECK(all.at("los").get<double>() < 1);
  CHECK(ahead.at("interval") == "normal");
  CHECK(answer({"elo", "--wdl", "0,5,0"}).at("error").get<double>() > 50);
  CHECK_THAT(run_schiri({"stats", "elo", "--penta", "1,2,3,2,1"}).out,
             contains_text("Elo: 0.0 +- ") && contains_text("Pentanomial (0-2): [1, 2, 3, 2, 1]"));
}

TEST_CASE("stats plan: a sequential test is simulated, with its Monte-Carlo error") {
  const Words test = {"plan", "--elo0", "0", "--elo1", "50", "--elo", "50"};
  const auto plan = answer(test);
  CHECK(plan.at("pass").get<double>() == Approx(0.95).margin(0.03));
  CHECK(plan.at("pass_error").get<double>() == Approx(0.009).margin(0.003));
  CHECK(plan.at("games95").get<int>() > 2 * plan.at("games").get<int>());
  CHECK(plan.at("games_error").get<int>() > 0);
  CHECK(plan.at("tests") == 2000);
  CHECK(answer(test) == plan);
  CHECK(answer(test + Words{"--seed", "2"}).at("games") != plan.at("games"));
  CHECK(answer(test + Words{"--tests", "100"}).at("pass_error").get<double>() > 0.02);
  // Drawn pairs have a smaller variance than games without draws.
  const int games = plan.at("games").get<int>();
  CHECK(answer(test + Words{"--draw-rate", "0.6"}).at("games").get<int>() < games);
  CHECK(answer(test + Words{"--wdl", "100,300,90"}).at("games").get<int>() < games);
  CHECK_THAT(run_schiri(Words{"stats"} + test).out,
             contains_text("simulated tests, with 95 % Monte-Carlo errors"));
}

TEST_CASE("stats: wrong usage") {
  const auto arguments = GENERATE(values<std::vector<std::string>>({
      {"stats"},
      {"stats", "elo"},
      {"stats", "elo", "--wdl", "1,2"},
      {"stats", "elo", "--wdl", "1,2,3", "--repeats", "count"},
      {"stats", "elo", "--wdl", "1,2,3,4"},
      {"stats", "elo", "--wdl", "1,2,-3"},
      {"stats", "elo", "--wdl", "1,2,x"},
      {"stats", "elo", "--wdl", "1,2,3,"},
      {"stats", "elo", "--wdl", "1,2,99999999999999999999"},
      {"stats", "elo", "--penta", "1,2,3"},
      {"stats", "elo", "--wdl", "1,2,3", "--penta", "1,2,3,4,5"},
      {"stats", "sprt", "--wdl", "1,2,3"},
      {"stats", "plan"},
      {"stats", "plan", "--elo", "5"},
      {"stats", "plan", "--elo0", "0", "--elo1", "5", "--elo", "3000"},
      {"stats", "plan", "--elo0", "0", "--elo1", "5", "--elo", "5", "--draw-rate", "1"},
      {"stats", "plan", "--elo0", "0", "--elo1", "5", "--elo", "5", "--draw-rate", "0.5", "--wdl",
       "1,2,3"},
      {"stats", "plan", "--elo0", "0", "--elo1", "5", "--elo", "5", "--wdl", "0,0,0"},
      {"stats", "plan", "--elo0", "0", "--elo1", "5", "--elo", "5", "--penta", "0,0,0,0,0"},
      {"stats", "plan", "--elo0", "0", "--elo1", "5", "--elo", "5", "--tests", "0"},
      {"stats", "sprt", "--elo0", "5", "--elo1", "0", "--wdl", "1,2,3"},
      {"stats", "sprt", "--elo0", "0", "--elo1", "5", "--alpha", "0", "--wdl", "1,2,3"},
      {"stats", "sprt", "--elo0", "0", "--elo1", "5", "--model", "bayes", "--wdl", "1,2,3"},
  }));
  CAPTURE(arguments);
  const Run run = run_schiri(arguments);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_FALSE(run.err.empty());
}

}  // namespace ratings_stats_test
