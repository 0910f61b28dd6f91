#include "cli/web/report/game_blocks.h"

#include <algorithm>
#include <optional>

#include "cli/print/encodings.h"

namespace schiri::cli {

namespace {

Json line_json(const ReplayLine& line, const FigureTable& figures, PlyTable& plies) {
  std::string codes;
  Json others;
  PositionChanges changes(line.positions.front());
  for (std::size_t i = 0; i < line.turns.size(); ++i) {
    codes += plies.code({line.turns[i], changes.to(line.positions[i + 1]),
                         figures_change(line.figures[i], line.figures[i + 1], figures)},
                        others);
  }
  Json json = {{"p", line.positions.front()},
               {"f", utf8(line.figures.front())},
               {"i", codes},
               {"c", line.comments},
               {"s", line.sides}};
  if (!others.is_null()) json["x"] = others;
  for (std::size_t i = 0; i < line.nags.size(); ++i) {
    for (const int nag : line.nags[i]) json["n"][std::to_string(i)].push_back(nag);
  }
  for (const ReplayLine& variation : line.variations) {
    Json encoded = line_json(variation, figures, plies);
    encoded["a"] = variation.start;
    json["v"].push_back(encoded);
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

/// The tags of a record as text, if the movetext follows from the line; otherwise nothing.
std::optional<std::string> tags_alone(const ReplayLine& line, const Record& record,
                                      const std::string& text) {
  if (!std::all_of(line.comments.begin(), line.comments.end(), is_plain)) return std::nullopt;
  Record plain{record.tags, {}, record.result, {}};
  for (std::size_t i = 0; i < line.turns.size(); ++i) {
    plain.movetext.push_back({Element::Kind::turn, line.turns[i]});
    for (const int nag : line.nags[i]) {
      plain.movetext.push_back({Element::Kind::nag, std::to_string(nag)});
    }
    if (line.comments[i].empty()) continue;
    plain.movetext.push_back({Element::Kind::comment, line.comments[i]});
  }
  const std::size_t end = text.find("\n\n");
  if (end == text.npos || write_record(plain) != text) return std::nullopt;
  return text.substr(0, end + 2);
}

}  // namespace

void GameBlocks::add(const ReplayLine& line, const Record& record, const std::string& ending,
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

std::vector<std::string> GameBlocks::finish() {
  if (!open_block_.empty()) close_block();
  return std::move(blocks_);
}

void GameBlocks::close_block() {
  blocks_.push_back(base64(deflate_raw(open_block_ + ']')));
  open_block_.clear();
}

}  // namespace schiri::cli
