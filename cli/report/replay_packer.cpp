#include "cli/report/replay_packer.h"

#include <algorithm>
#include <stdexcept>

#include "cli/report/packing.h"

namespace schiri::cli {

namespace {

/// Codes of figures are no surrogates, so each is one character.
std::string utf8(std::u16string_view text) {
  std::string bytes;
  const auto put = [&](unsigned byte) { bytes += static_cast<char>(byte); };
  for (const unsigned c : text) {
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0 | c >> 6);
      put(0x80 | (c & 63));
    } else {
      put(0xE0 | c >> 12);
      put(0x80 | (c >> 6 & 63));
      put(0x80 | (c & 63));
    }
  }
  return bytes;
}

std::string utf8(std::string_view text) { return std::string(text); }

template <class Text>
Json shared_ends_of(const std::vector<Text>& texts) {
  Json list = Json::array();
  if (texts.empty()) return list;
  list.push_back(utf8(texts.front()));
  for (std::size_t i = 1; i < texts.size(); ++i) {
    const Text &before = texts[i - 1], &now = texts[i];
    const std::size_t shorter = std::min(before.size(), now.size());
    std::size_t head = 0, tail = 0;
    while (head < shorter && before[head] == now[head]) ++head;
    while (tail < shorter - head && before[before.size() - 1 - tail] == now[now.size() - 1 - tail])
      ++tail;
    list.push_back(head);
    list.push_back(tail);
    list.push_back(utf8(Text(now, head, now.size() - head - tail)));
  }
  return list;
}

void keep_position(const Game& game, FigureTable* figures, ReplayLine& line) {
  if (!figures) return;
  line.positions.push_back(game.position());
  line.figures.push_back(figures->encode(game.figures()));
  line.sides += side_letter(game.side_to_move());
}

}  // namespace

ReplayLine play_record(const GameType& type, const StartSpec& start, const Record& record,
                       FigureTable* figures) {
  const auto game = type.start(start);
  ReplayLine line;
  line.black_began = game->side_to_move() == Side::black;
  keep_position(*game, figures, line);
  for (const std::string_view turn : record.turns()) {
    if (const auto error = game->play(turn)) {
      throw std::runtime_error("turn " + std::to_string(game->turns().size() + 1) + ": " +
                               error->message);
    }
    keep_position(*game, figures, line);
  }
  line.turns = game->turns();
  line.ending = game->ending();
  return line;
}

std::vector<std::string> comments_of(const Record& record) {
  std::vector<std::string> comments;
  for (const Element& element : record.movetext) {
    if (element.kind == Element::Kind::turn) comments.emplace_back();
    if (element.kind != Element::Kind::comment || comments.empty()) continue;
    if (!comments.back().empty()) comments.back() += ' ';
    comments.back() += element.text;
  }
  return comments;
}

Json shared_ends(const std::vector<std::string>& texts) { return shared_ends_of(texts); }
Json shared_ends(const std::vector<std::u16string>& texts) { return shared_ends_of(texts); }

void ReplayPacker::add(const ReplayLine& line, const Record& record, const std::string& ending) {
  const Json game = {{"p", shared_ends(line.positions)},
                     {"f", shared_ends(line.figures)},
                     {"t", line.turns},
                     {"c", comments_of(record)},
                     {"s", line.sides},
                     {"e", ending},
                     {"r", write_record(record)}};
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
