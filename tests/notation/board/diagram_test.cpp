#include "notation/board/diagram.h"

#include "notation/game_types.h"
#include "tests/catch.h"

namespace diagram_test {

struct Start {
  const char* game;
  StartSpec spec;
};

const Start starts[] = {{"creeper", {}},
                        {"springerjagd", {}},
                        {"more-or-less", {}},
                        {"more-or-less", {"31", "", ""}},
                        {"sperre", {"", "", "147"}},
                        {"sperre", {"both", "", "258"}}};

/// Calls `visit` with each position of a random game.
template <class Visit>
void walk(const Start& start, const Visit& visit) {
  Rng rng(4);
  const auto game = find_game(start.game)->start(start.spec);
  visit(*game);
  for (int i = 0; i < 60 && !game->ending(); ++i) {
    game->play(game->random_turn(rng));
    visit(*game);
  }
}

/// The number of these letters in the rows of a position string. Creeper has two boards.
std::size_t letters(const Game& game, const std::string& wanted) {
  const std::string position = game.position();
  const bool is_creeper = std::count(position.begin(), position.end(), '/') == 11;
  const std::size_t end = is_creeper ? position.rfind(' ') : position.find(' ');
  return static_cast<std::size_t>(
      std::count_if(position.begin(), position.begin() + static_cast<std::ptrdiff_t>(end),
                    [&](char c) { return wanted.find(c) != std::string::npos; }));
}

std::size_t figures_of(const Figures& figures, const std::string& symbol) {
  return static_cast<std::size_t>(std::count_if(
      figures.begin(), figures.end(), [&](const Figure& f) { return f.symbol == symbol; }));
}

/// Whether the tags of a document are properly nested.
bool is_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) return false;
    if (text[end - 1] == '/') continue;
    if (text[at + 1] == '/') {
      if (open.empty() || open.back() != text.substr(at + 2, end - at - 2)) return false;
      open.pop_back();
    } else {
      open.push_back(text.substr(at + 1, text.find_first_of(" >", at) - at - 1));
    }
  }
  return open.empty();
}

TEST_CASE("diagrams: every figure is a symbol of the board and lies on it") {
  for (const Start& start : starts) {
    const DiagramBoard board = find_game(start.game)->diagram_board(start.spec.variant);
    walk(start, [&](const Game& game) {
      INFO(game.position());
      for (const Figure& figure : game.figures()) {
        INFO(figure.symbol);
        CHECK(board.symbols.find("<g id=\"" + std::string(figure.symbol) + "\">") !=
              std::string::npos);
        CHECK((figure.x > 0 && figure.x < board.width && figure.y > 0 && figure.y < board.height));
      }
    });
  }
}

TEST_CASE("diagrams: the number of pieces agrees with the position string") {
  struct Row {
    std::size_t start;
    const char* symbol;
    const char* letters;
  };
  const Row rows[] = {{0, "creeper-white-pawn", "W"},        {0, "creeper-black-disc", "b"},
                      {1, "springerjagd-white-knight", "N"}, {1, "springerjagd-black-pair", "d"},
                      {1, "springerjagd-black-pawn", "p"},   {2, "more-or-less-white", "w"},
                      {3, "more-or-less-black", "b"},        {4, "sperre-white", "W"}};
  for (const Row& row : rows) {
    walk(starts[row.start], [&](const Game& game) {
      INFO(row.symbol << " in " << game.position());
      CHECK(figures_of(game.figures(), row.symbol) == letters(game, row.letters));
    });
  }
}

TEST_CASE("diagrams: the last turn is marked and the start has no mark") {
  const auto game = find_game("creeper")->start({});
  CHECK(figures_of(game->figures(), "creeper-last-square") == 0);
  REQUIRE_FALSE(game->play("A2+B3"));
  CHECK(figures_of(game->figures(), "creeper-last-square") == 2);
  CHECK(figures_of(game->figures(), "creeper-last-octagon") == 1);
}

TEST_CASE("diagrams: a winning chain of Creeper is marked from base to base") {
  const auto game = find_game("creeper")->start(
      {"", "7/7/2W4/1B5/7/3W3/3B3 1bb1w1/b1b1ww/bbwww1/wbb1wb/w2wwb/1w1bb1 w", ""});
  for (const char* turn : {"D2+C3", "D1+C2"}) {
    REQUIRE_FALSE(game->play(turn));
    CHECK(figures_of(game->figures(), "creeper-chain") == 0);
  }
  REQUIRE_FALSE(game->play("C3+B2"));
  REQUIRE(game->ending());
  std::vector<std::pair<double, double>> chain;
  for (const Figure& figure : game->figures()) {
    if (figure.symbol == "creeper-chain") chain.emplace_back(figure.x, figure.y);
  }
  // Two bases and the discs that connect them.
  CHECK(chain.size() == 11);
  std::size_t ends = 0;
  for (const auto& at : chain) {
    const auto next = std::count_if(chain.begin(), chain.end(), [&](const auto& other) {
      const double distance = std::abs(other.first - at.first) + std::abs(other.second - at.second);
      return std::abs(distance - 60) < 1;
    });
    ends += next == 1;
    CHECK((next == 1 || next == 2));
  }
  CHECK(ends == 2);
}

TEST_CASE("diagrams: a die of Sperre is surrounded by the faces that a tilt can bring up") {
  const auto game = find_game("sperre")->start({"", "", "258"});
  const DiagramBoard board = find_game("sperre")->diagram_board("");
  const auto parts = game->turn_parts("");
  REQUIRE(parts);
  for (const BoardPlace& place : board.places) {
    if (place.name.find_first_of("IV") == std::string::npos) continue;
    std::vector<std::string> around, tilts;
    for (const Figure& figure : game->figures()) {
      const double distance = std::hypot(figure.x - place.x, figure.y - place.y);
      if (!figure.symbol.starts_with("sperre-side-") || distance > 50) continue;
      around.push_back(place.name + figure.symbol.back());
    }
    for (const std::string& part : parts->next) {
      if (part.substr(0, part.size() - 1) == place.name) tilts.push_back(part);
    }
    std::sort(around.begin(), around.end());
    std::sort(tilts.begin(), tilts.end());
    INFO(place.name);
    CHECK(tilts.size() == 4);
    CHECK(around == tilts);
  }
}

TEST_CASE("diagrams: documents are well-formed for hostile names") {
  const std::string hostile = "<script>alert(\"x\")</script> & 'y' \x01 \xc5\x81";
  for (const Start& start : starts) {
    const GameType& type = *find_game(start.game);
    const auto game = type.start(start.spec);
    for (const Theme theme : {Theme::system, Theme::light, Theme::dark}) {
      const std::string text = write_svg(type.diagram_board(start.spec.variant), game->figures(),
                                         {theme, true, 200}, hostile, hostile);
      CHECK(is_well_formed(text));
      CHECK(text.find("<script") == std::string::npos);
      CHECK(text.find('\x01') == std::string::npos);
      CHECK(text.find("<text") == std::string::npos);
    }
  }
}

TEST_CASE("diagrams: numbers are written with at most two decimals") {
  const std::pair<double, const char*> rows[] = {{0, "0"},     {1, "1"},          {-0.001, "0"},
                                                 {2.5, "2.5"}, {-3.126, "-3.13"}, {100, "100"}};
  for (const auto& [value, text] : rows) CHECK(svg::number(value) == text);
}

}  // namespace diagram_test
