#include "cli/web/report/replay_line.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "notation/board/position_text.h"
#include "notation/records/record.h"

namespace schiri::cli {

namespace {

void keep_position(const Game& game, FigureTable* figures, ReplayLine& line) {
  if (!figures) return;
  line.positions.push_back(game.position());
  line.figures.push_back(figures->encode(game.figures()));
  line.sides += side_letter(game.side_to_move());
}

/// Plays a record with its variations.
class Replay {
 public:
  Replay(const Record& record, FigureTable& figures)
      : elements_(record.movetext), figures_(figures) {}

  /// The game must be at its start.
  ReplayLine play(std::unique_ptr<Game> game) { return play_line(std::move(game), 0); }

 private:
  static constexpr int deepest = 16;
  static constexpr std::size_t most_variations = 1000;
  using Kind = Element::Kind;

  /// Plays from here to the end of the game or variation.
  ReplayLine play_line(std::unique_ptr<Game> game, int depth) {
    ReplayLine line;
    line.start = game->turns().size();
    line.black_began = game->side_to_move() == Side::black;
    keep_position(*game, &figures_, line);
    bool is_legal = true;
    for (; at_ < elements_.size(); ++at_) {
      const Element& element = elements_[at_];
      if (element.kind == Kind::variation_close) break;
      if (element.kind == Kind::variation_open) {
        if (is_legal && depth < deepest && !line.comments.empty()) {
          play_variation(*game, depth, line);
        } else {
          pass_variation();
        }
      } else if (element.kind == Kind::turn || element.kind == Kind::variation_word) {
        is_legal = is_legal && play_turn(*game, element, line);
      } else if (is_legal && !line.comments.empty()) {
        annotate(element, line);
      }
    }
    line.turns.assign(game->turns().begin() + static_cast<std::ptrdiff_t>(line.start),
                      game->turns().end());
    line.ending = game->ending();
    return line;
  }

  /// Returns false if a turn of a variation cannot be played; throws for a turn of the game.
  bool play_turn(Game& game, const Element& element, ReplayLine& line) {
    const std::string_view turn =
        element.kind == Kind::turn ? element.text : turn_of_word(element.text);
    if (turn.empty()) return true;
    if (const auto error = game.play(turn)) {
      if (element.kind == Kind::variation_word) return false;
      throw std::runtime_error("turn " + std::to_string(game.turns().size() + 1) + ": " +
                               error->message.english());
    }
    keep_position(game, &figures_, line);
    line.comments.emplace_back();
    line.nags.emplace_back();
    return true;
  }

  static void annotate(const Element& element, ReplayLine& line) {
    if (element.kind == Kind::nag) {
      const int nag = std::atoi(element.text.c_str());
      line.nags.back().push_back(nag);
      return;
    }
    std::string& comment = line.comments.back();
    comment += (comment.empty() ? "" : " ") + element.text;
    std::replace(comment.begin(), comment.end(), '\n', ' ');
  }

  /// Replays a variation instead of the last turn of the line.
  void play_variation(const Game& game, int depth, ReplayLine& line) {
    if (variations_ == most_variations) return pass_variation();
    ++variations_;
    ++at_;
    auto other = game.clone();
    other->take_back(1);
    ReplayLine variation = play_line(std::move(other), depth + 1);
    if (!variation.turns.empty()) line.variations.push_back(std::move(variation));
  }

  void pass_variation() {
    for (int open = 0; at_ < elements_.size(); ++at_) {
      open += elements_[at_].kind == Kind::variation_open;
      open -= elements_[at_].kind == Kind::variation_close;
      if (open == 0) return;
    }
  }

  const std::vector<Element>& elements_;
  FigureTable& figures_;
  std::size_t at_ = 0;
  std::size_t variations_ = 0;
};

}  // namespace

ReplayLine play_record(const GameType& type, const StartSpec& start, const Record& record,
                       FigureTable* figures) {
  auto game = type.start(start);
  if (figures) return Replay(record, *figures).play(std::move(game));
  ReplayLine line;
  line.black_began = game->side_to_move() == Side::black;
  for (const std::string_view turn : record.turns()) {
    if (const auto error = game->play(turn)) {
      throw std::runtime_error("turn " + std::to_string(game->turns().size() + 1) + ": " +
                               error->message.english());
    }
  }
  line.turns = game->turns();
  line.ending = game->ending();
  return line;
}

std::vector<std::string> comments_of(const Record& record) {
  std::vector<std::string> comments;
  int depth = 0;
  for (const Element& element : record.movetext) {
    if (element.kind == Element::Kind::turn) comments.emplace_back();
    depth += element.kind == Element::Kind::variation_open;
    depth -= element.kind == Element::Kind::variation_close;
    if (element.kind != Element::Kind::comment || comments.empty() || depth > 0) continue;
    if (!comments.back().empty()) comments.back() += ' ';
    comments.back() += element.text;
  }
  return comments;
}

}  // namespace schiri::cli
