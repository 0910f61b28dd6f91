#include "cli/web/report/played_game.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>

#include "core/base/random.h"
#include "notation/board/position_text.h"
#include "notation/programs/own_game.h"
#include "notation/records/record.h"

namespace schiri::cli {

namespace {

[[noreturn]] void refuse(const Game& game, const TurnError& error) {
  throw std::runtime_error("turn " + std::to_string(game.turns().size() + 1) + ": " +
                           error.message.english());
}

/// A game or variation while it is played.
struct Line {
  std::vector<std::string> positions, figures, comments;
  std::vector<std::string> drawings;  ///< of the positions, by a program that knows the rules
  std::string introduction, sides;
  Json nags = Json::array(), variations = Json::array();

  void add_position(const Game& game, FigureNumbers& numbers) {
    positions.push_back(game.position());
    figures.push_back(numbers.text(game.figures()));
    if (auto drawing = drawing_of(game)) drawings.push_back(std::move(*drawing));
    sides += side_letter(game.side_to_move());
  }

  /// Adds to the comment of the last turn, or to the introduction before the first.
  void add_text(std::string_view text) {
    std::string& comment = comments.empty() ? introduction : comments.back();
    const std::size_t before = comment.size();
    comment.append(comment.empty() ? "" : " ").append(text);
    std::replace(comment.begin() + static_cast<std::ptrdiff_t>(before), comment.end(), '\n', ' ');
  }

  Json json(const std::vector<std::string>& all_turns, std::size_t start) {
    const std::vector<std::string> turns(all_turns.begin() + static_cast<std::ptrdiff_t>(start),
                                         all_turns.end());
    Json json = {{"start", start},     {"turns", turns}, {"positions", positions},
                 {"figures", figures}, {"sides", sides}, {"comments", comments}};
    // A list of values would copy the variations below at each level.
    if (!introduction.empty()) json["introduction"] = std::move(introduction);
    if (!drawings.empty()) json["drawings"] = drawings;
    json["nags"] = std::move(nags);
    json["variations"] = std::move(variations);
    return json;
  }
};

/// Plays a record with its variations.
class Replay {
 public:
  Replay(const Record& record, FigureNumbers& figures)
      : elements_(record.movetext), figures_(figures) {}

  /// Adds the sides of the turns to `movers`.
  Json play(Game& game, std::vector<Side>& movers,
            const std::vector<std::string>& trailing_comments) {
    Line line = play_line(game, 0);
    for (std::size_t i = 0; i < line.comments.size(); ++i) {
      movers.push_back(line.sides[i] == *side_letter(Side::white) ? Side::white : Side::black);
    }
    for (const std::string& comment : trailing_comments) line.add_text(comment);
    return line.json(game.turns(), 0);
  }

 private:
  static constexpr int deepest = 16;
  static constexpr std::size_t most_variations = 1000;
  using Kind = Element::Kind;

  /// Plays from here to the end of the game or variation. What cannot be played is text.
  Line play_line(Game& game, int depth) {
    Line line;
    line.add_position(game, figures_);
    bool is_legal = true;
    for (; at_ < elements_.size(); ++at_) {
      const Element& element = elements_[at_];
      if (element.kind == Kind::variation_close) break;
      if (element.kind == Kind::variation_open) {
        if (depth == deepest || variations_ == most_variations) {
          pass_variation();
        } else if (is_legal && !line.comments.empty()) {
          play_variation(game, depth, line);
        } else {
          line.add_text(pass_variation());
        }
      } else if (element.kind == Kind::turn || element.kind == Kind::variation_word) {
        is_legal = is_legal && play_turn(game, element, line);
        if (!is_legal) line.add_text(element.text);
      } else if (element.kind == Kind::comment) {
        line.add_text(element.text);
      } else if (is_legal && !line.comments.empty()) {
        line.nags.back().push_back(std::atoi(element.text.c_str()));
      }
    }
    return line;
  }

  /// Returns false if a turn of a variation cannot be played; throws for a turn of the game.
  bool play_turn(Game& game, const Element& element, Line& line) {
    const std::string_view turn =
        element.kind == Kind::turn ? element.text : turn_of_word(element.text);
    if (turn.empty()) return true;
    if (const auto error = game.play(turn)) {
      if (element.kind == Kind::variation_word) return false;
      refuse(game, *error);
    }
    line.add_position(game, figures_);
    line.comments.emplace_back();
    line.nags.push_back(Json::array());
    return true;
  }

  /// Plays a variation instead of the last turn of the line; one without a turn is text.
  void play_variation(const Game& game, int depth, Line& line) {
    ++variations_;
    ++at_;
    auto other = game.clone();
    other->take_back(1);
    const std::size_t start = other->turns().size();
    Line variation = play_line(*other, depth + 1);
    if (other->turns().size() > start) {
      line.variations.push_back(variation.json(other->turns(), start));
    } else if (!variation.introduction.empty()) {
      line.add_text("(" + variation.introduction + ")");
    }
  }

  /// Skips a variation, to its closing bracket; returns its text.
  std::string pass_variation() {
    std::string text;
    for (int open = 0; at_ < elements_.size(); ++at_) {
      const Element& element = elements_[at_];
      const bool opens = element.kind == Kind::variation_open;
      const bool closes = element.kind == Kind::variation_close;
      const bool is_joined = closes || text.empty() || text.ends_with('(');
      if (element.kind != Kind::nag) text.append(is_joined ? "" : " ").append(element.text);
      open += opens - closes;
      if (open == 0) break;
    }
    return text;
  }

  const std::vector<Element>& elements_;
  FigureNumbers& figures_;
  std::size_t at_ = 0;
  std::size_t variations_ = 0;
};

}  // namespace

std::size_t FigureNumbers::number(const Figure& figure) {
  const auto hash =
      static_cast<std::uint32_t>(mix64(std::bit_cast<std::uint64_t>(figure.x) ^
                                       mix64(std::bit_cast<std::uint64_t>(figure.y) ^
                                             mix64(std::hash<std::string_view>()(figure.symbol)))));
  const auto [number, is_new] =
      numbers_.number(hash, [&](std::uint32_t known) { return figures_[known] == figure; });
  if (is_new) {
    texts_.push_back(std::to_string(number));
    figures_.push_back(figure);
  }
  return number;
}

std::string FigureNumbers::text(const Figures& figures) {
  std::string text;
  text.reserve(4 * figures.size());
  for (const Figure& figure : figures) {
    if (!text.empty()) text += ' ';
    text += texts_[number(figure)];
  }
  return text;
}

PlayedGame play_record(const GameType& type, const StartSpec& start, const Record& record,
                       FigureNumbers* figures) {
  const auto game = type.start(start);
  PlayedGame played;
  if (figures) {
    played.line = Replay(record, *figures).play(*game, played.movers, record.trailing_comments);
  } else {
    for (const std::string_view turn : record.turns()) {
      played.movers.push_back(game->side_to_move());
      if (const auto error = game->play(turn)) refuse(*game, *error);
    }
  }
  played.ending = game->ending();
  return played;
}

}  // namespace schiri::cli
