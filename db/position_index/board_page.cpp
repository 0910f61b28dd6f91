#include "db/position_index/board_page.h"

#include <algorithm>
#include <tuple>

namespace schiri::db {

namespace {

/// A page ends with the game that makes it larger than this, so most pages fit one page of SQLite.
constexpr std::size_t full_board_page = 3900;

/// Numbers of turns_ with this bit are single changes, with the other one the last of a turn.
constexpr std::uint32_t single_mark = 1u << 31, last_mark = 1u << 30;

/// Turns that are counted to find the frequent ones; their table takes some 50 MB.
constexpr std::size_t most_deltas = std::size_t{1} << 19;

/// A step of a whole turn takes about ten bytes in the dictionary and saves three a use.
constexpr std::uint32_t frequent = 4;

/// Offsets and numbers above are not stored.
constexpr std::size_t most_places = 30'000;

void append_text(std::string_view text, std::string& out) {
  append_number(text.size(), out);
  out += text;
}

/// The end of the change that begins at an offset.
std::size_t end_of_change(std::string_view changes, std::size_t begin) {
  NumberReader reader(changes.substr(begin));
  std::size_t size = 0;
  const auto count = [&](std::uint64_t number) {
    std::string bytes;
    append_number(number, bytes);
    size += bytes.size();
  };
  const std::uint64_t number = reader.next().value();
  count(number);
  if (!(number & 1)) return begin + size + 2;
  for (int i = 0; i < 2; ++i) {
    const std::size_t length = reader.take_text().value().size();
    count(length);
    size += length;
  }
  return begin + size;
}

}  // namespace

std::optional<BoardDictionary> BoardDictionary::read(std::string_view bytes) {
  BoardDictionary dictionary;
  dictionary.bytes_.assign(bytes.begin(), bytes.end());
  NumberReader reader({dictionary.bytes_.data(), dictionary.bytes_.size()});
  const auto starts = reader.next();
  for (std::uint64_t i = 0; starts && i < *starts; ++i) {
    BoardStart start;
    const auto game = reader.take_text(), variant = reader.take_text(), boards = reader.take_text();
    const auto words = reader.next();
    if (!game || !variant || !boards || !words) return std::nullopt;
    start.game = *game;
    start.variant = *variant;
    start.position.boards = *boards;
    for (std::uint64_t word = 0; word < *words; ++word) {
      const auto text = reader.take_text();
      if (!text) return std::nullopt;
      start.position.words.emplace_back(*text);
    }
    dictionary.starts_.push_back(std::move(start));
  }
  while (!reader.done()) {
    const auto head = reader.next();
    const auto changes = head ? reader.take(*head >> 1) : std::nullopt;
    const auto ignore = [](auto...) {};
    if (!changes || !visit_changes(*changes, ignore, ignore)) return std::nullopt;
    dictionary.steps_.push_back({*changes, (*head & 1) != 0});
  }
  if (!starts) return std::nullopt;
  return dictionary;
}

bool read_board_page(std::string_view bytes, const std::function<void(const BoardGame&)>& visitor) {
  NumberReader reader(bytes);
  BoardGame game;
  while (!reader.done()) {
    const auto step = reader.next(), start = reader.next();
    const auto steps = reader.take_text();
    if (!step || !start || !steps || *step == 0) return false;
    // Unsigned, so that invalid pages cannot cause an overflow.
    const std::uint64_t id = static_cast<std::uint64_t>(game.id) + *step;
    if (id >> 53 != 0) return false;
    game = {static_cast<std::int64_t>(id), *start, *steps};
    visitor(game);
  }
  return true;
}

void BoardPageWriter::add(const BoardGame& game) {
  append_number(static_cast<std::uint64_t>(game.id - last_), bytes_);
  append_number(game.start, bytes_);
  append_text(game.steps, bytes_);
  last_ = game.id;
  if (bytes_.size() >= full_board_page) finish();
}

void BoardPageWriter::finish() {
  if (bytes_.empty()) return;
  page_(bytes_);
  bytes_.clear();
  last_ = 0;
}

void BoardWriter::begin(std::int64_t id, std::string_view game, std::string_view variant) {
  games_.push_back({id, 0, turns_.size()});
  game_ = game;
  variant_ = variant;
  is_begun_ = false;
}

void BoardWriter::add(std::string_view position) {
  SpreadPosition spread(position);
  Game& game = games_.back();
  if (!is_begun_) {
    is_begun_ = true;
    if (spread.boards.size() <= most_places) begin_line(spread);
  } else if (game.start != 0) {
    if (spread.has_shape_of(now_)) {
      add_changes(spread);
      add_turn();
    } else {
      game.start = 0;
      turns_.resize(game.first);
    }
  }
  now_ = std::move(spread);
}

void BoardWriter::begin_line(const SpreadPosition& position) {
  std::string start;
  append_text(game_, start);
  append_text(variant_, start);
  append_text(position.boards, start);
  append_number(position.words.size(), start);
  for (const std::string& word : position.words) append_text(word, start);
  const auto number = static_cast<std::uint32_t>(starts_.size() + 1);
  games_.back().start = starts_.emplace(std::move(start), number).first->second;
}

void BoardWriter::add_changes(const SpreadPosition& after) {
  changes_.clear();
  ends_.clear();
  for (std::size_t at = 0; at < now_.boards.size(); ++at) {
    const char from = now_.boards[at], to = after.boards[at];
    if (from == to) continue;
    append_number(2 * at, changes_);
    changes_ += from;
    changes_ += to;
    ends_.push_back(changes_.size());
  }
  for (std::size_t i = 0; i < now_.words.size(); ++i) {
    if (now_.words[i] == after.words[i]) continue;
    append_number(2 * i + 1, changes_);
    append_text(now_.words[i], changes_);
    append_text(after.words[i], changes_);
    ends_.push_back(changes_.size());
  }
}

std::uint32_t BoardWriter::single(std::string_view change) {
  const auto number = static_cast<std::uint32_t>(singles_.size());
  return singles_.emplace(change, number).first->second;
}

void BoardWriter::add_turn() {
  const auto known = deltas_.find(changes_);
  if (known != deltas_.end()) {
    ++known->second.count;
    turns_.push_back(known->second.number);
  } else if (deltas_.size() < most_deltas || ends_.empty()) {
    const auto number = static_cast<std::uint32_t>(deltas_.size());
    deltas_.emplace(changes_, Delta{number, 1});
    turns_.push_back(number);
  } else {
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      const std::uint32_t last = end == changes_.size() ? last_mark : 0;
      const std::string_view change = std::string_view(changes_).substr(begin, end - begin);
      turns_.push_back(single(change) | single_mark | last);
      begin = end;
    }
  }
}

/// Numbers the steps of a segment by their frequency.
class BoardWriter::Encoder {
 public:
  explicit Encoder(BoardWriter& writer) : writer_(writer), spelled_(writer.deltas_.size()) {
    spell_rare_deltas();
    count_singles();
    number_steps();
  }

  std::string dictionary() const {
    std::string bytes;
    append_number(writer_.starts_.size(), bytes);
    std::vector<const std::string*> starts(writer_.starts_.size());
    for (const auto& [start, number] : writer_.starts_) starts[number - 1] = &start;
    for (const std::string* start : starts) bytes += *start;
    for (const Step& step : steps_) {
      append_number(2 * step.changes.size() + step.ends_turn, bytes);
      bytes += step.changes;
    }
    return bytes;
  }

  void append_turn(std::uint32_t turn, std::string& bytes) const {
    if (turn & single_mark) {
      append_number(numbers_of_singles_[index_of_single(turn)], bytes);
    } else if (spelled_[turn].empty()) {
      append_number(numbers_of_deltas_[turn], bytes);
    } else {
      for (const std::uint32_t single : spelled_[turn]) append_turn(single, bytes);
    }
  }

 private:
  struct Step {
    std::string_view changes;
    bool ends_turn;
    std::uint64_t count;
    std::uint32_t turn;
  };

  void spell_rare_deltas() {
    for (const auto& [changes, delta] : writer_.deltas_) {
      if (delta.count >= frequent || changes.empty()) {
        steps_.push_back({changes, true, delta.count, delta.number});
        continue;
      }
      for (std::size_t begin = 0; begin < changes.size();) {
        const std::size_t end = end_of_change(changes, begin);
        const std::uint32_t last = end == changes.size() ? last_mark : 0;
        const std::string_view change = std::string_view(changes).substr(begin, end - begin);
        spelled_[delta.number].push_back(writer_.single(change) | single_mark | last);
        begin = end;
      }
    }
  }

  void count_singles() {
    std::unordered_map<std::uint32_t, std::uint64_t> counts;
    for (const std::uint32_t turn : writer_.turns_) {
      if (turn & single_mark) {
        ++counts[turn];
      } else {
        for (const std::uint32_t single : spelled_[turn]) ++counts[single];
      }
    }
    for (const auto& [change, number] : writer_.singles_) {
      for (const std::uint32_t last : {std::uint32_t{0}, last_mark}) {
        const std::uint32_t turn = number | single_mark | last;
        const auto count = counts.find(turn);
        if (count != counts.end()) steps_.push_back({change, last != 0, count->second, turn});
      }
    }
  }

  void number_steps() {
    std::sort(steps_.begin(), steps_.end(), [](const Step& a, const Step& b) {
      return std::tie(b.count, a.changes, a.ends_turn) < std::tie(a.count, b.changes, b.ends_turn);
    });
    numbers_of_deltas_.resize(writer_.deltas_.size());
    numbers_of_singles_.resize(2 * writer_.singles_.size());
    for (std::uint32_t i = 0; i < steps_.size(); ++i) {
      const std::uint32_t turn = steps_[i].turn;
      if (turn & single_mark) {
        numbers_of_singles_[index_of_single(turn)] = i;
      } else {
        numbers_of_deltas_[turn] = i;
      }
    }
  }

  static std::size_t index_of_single(std::uint32_t turn) {
    return 2 * std::size_t{turn & (last_mark - 1)} + ((turn & last_mark) != 0);
  }

  BoardWriter& writer_;
  std::vector<std::vector<std::uint32_t>> spelled_;  ///< the single changes of each rare delta
  std::vector<Step> steps_;
  std::vector<std::uint32_t> numbers_of_deltas_, numbers_of_singles_;
};

void BoardWriter::finish(const std::function<void(const std::string&)>& page) {
  const Encoder encoder(*this);
  page(encoder.dictionary());
  BoardPageWriter pages(page);
  std::string steps;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const std::size_t end = i + 1 < games_.size() ? games_[i + 1].first : turns_.size();
    steps.clear();
    for (std::size_t turn = games_[i].first; turn < end; ++turn) {
      encoder.append_turn(turns_[turn], steps);
    }
    pages.add({games_[i].id, games_[i].start, steps});
  }
  pages.finish();
  *this = BoardWriter();
}

}  // namespace schiri::db
