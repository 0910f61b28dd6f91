#include <charconv>
#include <cmath>
#include <iostream>
#include <memory>

#include "cli/command.h"
#include "cli/rated_games.h"
#include "cli/rows.h"
#include "core/rating/bt.h"
#include "core/rating/counts.h"
#include "core/rating/elo.h"
#include "core/rating/glicko2.h"
#include "notation/finding_log.h"

namespace schiri::cli {

namespace {

struct RatingsOptions {
  RatedGames games;
  std::string method = "bt";
  std::string format = "text";
  bool no_prior = false;
  double prior_sd = 500;
  std::vector<std::string> anchors;
  rating::EloOptions elo;
};

/// `NAME=R`; the name may hold a `=` itself.
std::pair<std::string, double> read_anchor(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  double value = 0;
  const char* const end = text.data() + text.size();
  const char* const begin = text.data() + (equals == text.npos ? text.size() : equals + 1);
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (equals == 0 || error != std::errc{} || stop != end || !std::isfinite(value)) {
    throw UsageError("--anchor: expected NAME=RATING, not '" + printable(text) + "'");
  }
  return {text.substr(0, equals), value};
}

rating::BtOptions bt_options(const RatingsOptions& options) {
  rating::BtOptions bt;
  bt.prior = !options.no_prior;
  bt.prior_sd = options.prior_sd;
  for (const std::string& anchor : options.anchors) {
    const auto [name, value] = read_anchor(anchor);
    if (!bt.anchors.emplace(name, value).second) {
      throw UsageError("--anchor: '" + printable(name) + "' is given twice");
    }
  }
  return bt;
}

template <class List>
void append(std::vector<rating::RatingList>& lists, const std::vector<List>& more) {
  lists.insert(lists.end(), more.begin(), more.end());
}

std::vector<rating::RatingList> rate(const rating::GameCollector& games,
                                     const RatingsOptions& options) {
  const rating::BtOptions bt = bt_options(options);
  std::vector<rating::RatingList> lists;
  for (const rating::GameLog& log : games.logs()) {
    if (options.method == "elo") {
      append(lists, rating::rate_elo(log, options.elo));
    } else if (options.method == "glicko2") {
      append(lists, rating::rate_glicko2(log));
    } else {
      append(lists, rating::rate_bt(rating::GameCounts(log), bt));
    }
  }
  return lists;
}

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

std::vector<Json> cells(const rating::RatingList& list, const rating::RatedPlayer& player) {
  const std::string_view bound = rating::symbol(player.bound);
  return {list.game,
          player.name,
          number_or_null(player.rating),
          number_or_null(player.error),
          player.results.games(),
          player.results.wins,
          player.results.draws,
          player.results.losses,
          player.score(),
          text_or_null(bound),
          list.variant,
          list.pool,
          player.effective_games};
}

/// To one decimal, for people; a bound where there is no number.
Json rounded(const std::optional<double>& number, std::string_view otherwise = "") {
  return number ? Json(std::round(*number * 10) / 10) : text_or_null(otherwise);
}

std::string heading(const rating::RatingList& list) {
  std::string text = list.game + (list.variant == "standard" ? "" : " " + list.variant);
  if (list.pools > 1) {
    text += ", pool " + std::to_string(list.pool) + " of " + std::to_string(list.pools);
  }
  return text + ": " + list.scale;
}

void print_text(const std::vector<rating::RatingList>& lists) {
  for (const rating::RatingList& list : lists) {
    if (&list != &lists.front()) std::cout << '\n';
    std::cout << printable(heading(list), 4096) << '\n';
    AlignedText table(
        std::cout, {"rank", "player", "rating", "+-", "games", "wins", "draws", "losses", "score"});
    int rank = 0;
    for (const rating::RatedPlayer& player : list.players) {
      table.add({++rank, player.name, rounded(player.rating, rating::symbol(player.bound)),
                 rounded(player.error), player.results.games(), player.results.wins,
                 player.results.draws, player.results.losses, player.score()});
    }
    table.finish();
    for (const std::string& note : list.notes)
      std::cout << "note: " << printable(note, 4096) << '\n';
  }
}

void print_rows(const std::vector<rating::RatingList>& lists, const std::string& format) {
  Rows rows(std::cout, format,
            {"game", "player", "rating", "error", "games", "wins", "draws", "losses", "score",
             "bound", "variant", "pool", "effective_games"});
  for (const rating::RatingList& list : lists) {
    for (const rating::RatedPlayer& player : list.players) rows.add(cells(list, player));
    for (const std::string& note : list.notes) {
      std::cerr << "schiri: " << printable(list.game + ": " + note, 4096) << '\n';
    }
  }
}

ExitStatus run_ratings(const RatingsOptions& options) {
  if (!(options.prior_sd > 0) || !std::isfinite(options.prior_sd)) {
    throw UsageError("--prior-sd: expected a number above 0");
  }
  if (!std::isfinite(options.elo.k)) throw UsageError("--k: expected a number above 0");
  bt_options(options);
  rating::GameCollector games;
  const ExitStatus status = options.games.collect(games);
  const auto lists = rate(games, options);
  if (options.format == "text") {
    print_text(lists);
  } else {
    print_rows(lists, options.format);
  }
  return status;
}

}  // namespace

void add_ratings(CLI::App& app, ExitStatus& status) {
  auto options = std::make_shared<RatingsOptions>();
  CLI::App* command = app.add_subcommand("ratings", "Rate the players of a database or of records");
  options->games.add_to(*command);
  command->add_option("--method", options->method, "bt, elo or glicko2")
      ->check(CLI::IsMember({"bt", "elo", "glicko2"}));
  command->add_flag("--no-prior", options->no_prior,
                    "bt: without a prior, so that some players have no number");
  command->add_option("--prior-sd", options->prior_sd, "bt: the prior's standard deviation (500)");
  command->add_option("--anchor", options->anchors, "bt: NAME=RATING, the list is moved to meet it")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_option("--k", options->elo.k, "elo: points moved by a win not expected at all (32)")
      ->check(CLI::PositiveNumber);
  command->add_flag("--fide", options->elo.fide, "elo: FIDE's table, cap and K by experience");
  command->add_option("--format", options->format, "text, json or csv")
      ->check(CLI::IsMember({"text", "json", "csv"}));
  command->callback([options, &status] { status = run_ratings(*options); });
}

}  // namespace schiri::cli
