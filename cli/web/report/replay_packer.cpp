#include "cli/web/report/replay_packer.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "cli/print/encodings.h"

namespace schiri::cli {

namespace {

void keep_position(const Game& game, FigureTable* figures, ReplayLine& line) {
  if (!figures) return;
  line.positions.push_back(game.position());
  line.figures.push_back(figures->encode(game.figures()));
  line.sides += side_letter(game.side_to_move());
}

/// The turn in a word of a variation, without a number before it; empty if it is none.
std::string_view turn_in(std::string_view word) {
  const std::size_t digits = word.find_first_not_of("0123456789");
  const bool is_numbered = digits != word.npos && word[digits] == '.';
  if (is_numbered) word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
  return word == "*" || outcome_of(word) ? std::string_view() : word;
}

/// Plays a record for show, variations and all.
class Replay {
 public:
  Replay(const Record& record, FigureTable& figures)
      : elements_(record.movetext), figures_(figures) {}

  /// The game is at its start.
  ReplayLine play(std::unique_ptr<Game> game) { return play_line(std::move(game), 0); }

 private:
  static constexpr int deepest = 16;
  static constexpr std::size_t most_variations = 1000;
  using Kind = Element::Kind;

  /// From here to the end of the game or variation.
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

  /// False if a turn cannot be played; one of the game itself must be.
  bool play_turn(Game& game, const Element& element, ReplayLine& line) {
    const std::string_view turn = element.kind == Kind::turn ? element.text : turn_in(element.text);
    if (turn.empty()) return true;
    if (const auto error = game.play(turn)) {
      if (element.kind == Kind::variation_word) return false;
      throw std::runtime_error("turn " + std::to_string(game.turns().size() + 1) + ": " +
                               error->message);
    }
    keep_position(game, &figures_, line);
    line.comments.emplace_back();
    line.glyphs.emplace_back();
    return true;
  }

  static void annotate(const Element& element, ReplayLine& line) {
    if (element.kind == Kind::nag) {
      const int glyph = std::atoi(element.text.c_str());
      line.glyphs.back().push_back(glyph);
      return;
    }
    std::string& comment = line.comments.back();
    comment += (comment.empty() ? "" : " ") + element.text;
    std::replace(comment.begin(), comment.end(), '\n', ' ');
  }

  /// What stands instead of the last turn of the line.
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

Json line_json(const ReplayLine& line, const FigureTable& figures, PlyTable& plies) {
  std::string codes;
  Json others;
  for (std::size_t i = 0; i < line.turns.size(); ++i) {
    codes += plies.code({line.turns[i], position_change(line.positions[i], line.positions[i + 1]),
                         figures_change(line.figures[i], line.figures[i + 1], figures)},
                        others);
  }
  Json json = {{"p", line.positions.front()},
               {"f", utf8(line.figures.front())},
               {"i", codes},
               {"c", line.comments},
               {"s", line.sides}};
  if (!others.is_null()) json["x"] = others;
  for (std::size_t i = 0; i < line.glyphs.size(); ++i) {
    for (const int glyph : line.glyphs[i]) json["n"][std::to_string(i)].push_back(glyph);
  }
  for (const ReplayLine& variation : line.variations) {
    Json packed = line_json(variation, figures, plies);
    packed["a"] = variation.start;
    json["v"].push_back(packed);
  }
  return json;
}

/// A comment that is written word by word.
bool is_plain(std::string_view comment) {
  return comment.empty() ||
         (std::all_of(comment.begin(), comment.end(),
                      [](char c) { return c >= ' ' && c <= '~' && c != '}' && c != '%'; }) &&
          comment.front() != ' ' && comment.back() != ' ' && comment.find("  ") == comment.npos);
}

/// The tags of a record as text, if the movetext follows from the line; else nothing.
std::optional<std::string> tags_alone(const ReplayLine& line, const Record& record,
                                      const std::string& text) {
  if (!std::all_of(line.comments.begin(), line.comments.end(), is_plain)) return std::nullopt;
  Record plain{record.tags, {}, record.result, {}};
  for (std::size_t i = 0; i < line.turns.size(); ++i) {
    plain.movetext.push_back({Element::Kind::turn, line.turns[i]});
    for (const int glyph : line.glyphs[i]) {
      plain.movetext.push_back({Element::Kind::nag, std::to_string(glyph)});
    }
    if (line.comments[i].empty()) continue;
    plain.movetext.push_back({Element::Kind::comment, line.comments[i]});
  }
  const std::size_t end = text.find("\n\n");
  if (end == text.npos || write_record(plain) != text) return std::nullopt;
  return text.substr(0, end + 2);
}

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
                               error->message);
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

void ReplayPacker::add(const ReplayLine& line, const Record& record, const std::string& ending,
                       const FigureTable& figures, PlyTable& plies) {
  Json game = line_json(line, figures, plies);
  game["e"] = ending;
  const std::string text = write_record(record);
  if (const auto tags = tags_alone(line, record, text)) {
    game["h"] = *tags;
  } else {
    game["r"] = text;
  }
  open_block_ += open_block_.empty() ? '[' : ',';
  open_block_ += game.dump();
  if (++games_ % games_per_block_ == 0) close_block();
}

std::vector<std::string> ReplayPacker::finish() {
  if (!open_block_.empty()) close_block();
  return std::move(blocks_);
}

void ReplayPacker::close_block() {
  blocks_.push_back(base64(deflate_raw(open_block_ + ']')));
  open_block_.clear();
}

}  // namespace schiri::cli
