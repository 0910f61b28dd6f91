#include "cli/tournament/live/page.h"

#include <algorithm>
#include <iostream>

#include "cli/print/html.h"
#include "cli/print/output_file.h"
#include "core/base/decimals.h"
#include "notation/game_svg.h"
#include "notation/rating/match_block.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr unsigned refresh_seconds = 2;
constexpr std::size_t most_boards = 12;
// The page is drawn less often the longer that takes: at most a twentieth of the time.
constexpr int share_of_time = 20;

constexpr char page_style[] =
    "progress { width: 100%; }\n"
    "section { display: grid; gap: 1rem; "
    "grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); }\n"
    "figure { margin: 0; } svg { max-width: 100%; height: auto; }\n";

std::string number_cell(std::optional<double> value) { return value ? fixed_text(*value, 1) : ""; }

std::string per_cent_cell(std::optional<double> share) {
  return share ? fixed_text(100 * *share, 1) : "";
}

std::string standing_table(const Standing& standing) {
  std::vector<HtmlColumn> columns = {{"Player", false, true}};
  for (const char* title :
       {"Rating", "±", "LOS %", "Points", "Score %", "Games", "Wins", "Draws", "Losses"}) {
    columns.push_back({title, true});
  }
  std::vector<std::vector<std::string>> rows;
  for (const rating::RatedPlayer& player : standing.players) {
    const rating::Wdl& results = player.results;
    rows.push_back({player.name, number_cell(player.rating), number_cell(player.error),
                    per_cent_cell(player.superiority), number_cell(player.score()),
                    per_cent_cell(results.score_rate())});
    for (const auto count : {results.games(), results.wins, results.draws, results.losses}) {
      rows.back().push_back(std::to_string(count));
    }
  }
  return html_table("Standing", columns, rows);
}

/// A table for each pool, each pool with a heading.
std::string standing_tables(const LiveView& view) {
  std::string text;
  for (const Standing& standing : standings_of(view)) {
    const std::string heading = pool_heading(standing);
    if (!heading.empty()) text += "<h2>" + html_text(heading) + "</h2>\n";
    text += standing_table(standing);
  }
  return text;
}

std::string board_figures(const std::vector<LiveBoard>& boards) {
  if (boards.empty()) return {};
  std::string text = "<h2>Being played</h2>\n<section>\n";
  for (const LiveBoard& board : boards) {
    text += "<figure>" + board.svg + "<figcaption>" + html_text(board.caption) +
            "</figcaption></figure>\n";
  }
  return text + "</section>\n";
}

}  // namespace

std::string live_page(const std::string& event, const LiveView& view,
                      const std::vector<LiveBoard>& boards, unsigned seconds) {
  std::string text = html_head(event, "en", page_style, seconds) + "<h1>" + html_text(event) +
                     "</h1>\n<p>" + html_text(view.headline) +
                     "</p>\n<progress max=\"1\" value=\"" + fixed_text(view.share, 3) +
                     "\" aria-label=\"games done\"></progress>\n";
  for (const std::string* state : {&view.verdict, &view.forecast}) {
    if (!state->empty()) text += "<p>" + html_text(*state) + "</p>\n";
  }
  if (view.match) text += "<pre>" + html_text(match_block(*view.match)) + "</pre>\n";
  return text + standing_tables(view) + board_figures(boards) + std::string(html_end);
}

LivePage::LivePage(const Contest& contest, std::string path)
    : LiveState(contest.config()),
      contest_(contest),
      is_wanted_(!path.empty()),
      path_(std::move(path)) {}

void LivePage::tick(const db::TournamentProgress& progress) {
  const auto now = Clock::now();
  if (path_.empty() || now < next_) return;
  write(progress, refresh_seconds);
  next_ = Clock::now() + std::max<Clock::duration>(std::chrono::seconds(refresh_seconds),
                                                   share_of_time * (Clock::now() - now));
}

void LivePage::end(const db::TournamentProgress& progress, bool /*complete*/) {
  if (!path_.empty()) write(progress, 0);
}

std::vector<LiveBoard> LivePage::boards() {
  std::vector<LiveBoard> boards;
  for (const Playing& game : playing()) {
    if (boards.size() < most_boards) boards.push_back(board(game));
  }
  return boards;
}

LiveBoard LivePage::board(const Playing& playing) const {
  const Opening opening = contest_.opening(playing.scheduled.opening);
  const auto game = contest_.type().start(opening.start);
  for (const auto* turns : {&opening.turns, &playing.turns}) {
    for (const std::string& turn : *turns) game->play(turn);
  }
  return {std::to_string(playing.scheduled.number) + ": " + player(playing.scheduled.white) +
              " - " + player(playing.scheduled.black) + ", " + state_sentence(*game).english(),
          draw_svg(contest_.type(), contest_.config().variant, *game,
                   {.theme = Theme::system, .coordinates = true, .width = 240})};
}

void LivePage::write(const db::TournamentProgress& progress, unsigned seconds) {
  try {
    OutputFile file(path_);
    file.stream() << live_page(contest_.config().name, view(progress), boards(), seconds);
    file.commit();
  } catch (const std::exception& error) {
    std::cerr << "schiri: note: " << printable(error.what(), 4096)
              << "; the tournament goes on without its page\n";
    path_.clear();
  }
}

}  // namespace schiri::cli
