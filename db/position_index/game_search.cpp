#include "db/position_index/game_search.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "db/games/stored_line.h"
#include "db/position_index/board_page.h"
#include "db/position_index/segment.h"
#include "db/sqlite/connection.h"
#include "notation/game_types.h"
#include "notation/position_search.h"

namespace schiri::db {

namespace {

/// A search in the games of one segment. For each condition it knows by how much a step changes the
/// number of places that differ from a pattern, or the numbers of pieces, so that reading a game
/// means adding numbers.
class BoardSearch {
 public:
  /// Both must live as long as this.
  BoardSearch(const BoardDictionary& dictionary, const PositionSearch& search);
  ~BoardSearch();

  enum class Result {
    no_match,
    match,
    unknown,  ///< the boards are not stored
    invalid,  ///< the game has numbers that are not in the dictionary
  };

  Result find(const BoardGame& game);

 private:
  struct Lanes;
  struct Image;
  struct Kind;
  struct Start;

  const Start& start_of(std::size_t number);
  const Kind& kind_of(const BoardStart& start);
  bool read_steps(std::string_view bytes);
  bool meets(const Image& image, const std::vector<std::uint64_t>& first) const;
  bool meets(const Lanes& lanes, const std::uint64_t* first) const;

  const BoardDictionary& dictionary_;
  const PositionSearch& search_;
  std::vector<std::unique_ptr<Kind>> kinds_;
  std::vector<std::optional<Start>> starts_;
  std::vector<std::uint8_t> ends_turn_;  ///< of each step
  std::vector<std::uint32_t> buffer_;
  std::span<const std::uint32_t> steps_;  ///< of the game
};

/// Four numbers of pieces, 16 bits each: boards have fewer than most_number places, so the highest
/// bit is free. Changes of all four are added at once, which carries nothing over as each sum stays
/// in its 16 bits.
constexpr std::size_t numbers_a_word = 4;
constexpr std::size_t most_number = 0x7fff;
constexpr std::uint64_t high_bits = 0x8000'8000'8000'8000;

/// A number of pieces at its place in the word.
std::uint64_t in_word(std::int64_t number, std::size_t condition) {
  return static_cast<std::uint64_t>(number) << 16 * (condition % numbers_a_word);
}

/// One condition: a state of one or more words, and by how much each step changes it.
struct BoardSearch::Lanes {
  struct Word {
    std::uint64_t low = 0, high = 0;     ///< of each number, or of the number of differences
    std::vector<std::uint64_t> changes;  ///< by each step

    /// Are all four numbers in their ranges? No subtraction borrows from the next number.
    bool holds(std::uint64_t state) const {
      return (((state | high_bits) - low) & ((high | high_bits) - state) & high_bits) == high_bits;
    }
  };

  std::vector<Word> words;
  const PieceCondition* pieces = nullptr;  ///< if the ranges do not suffice

  bool holds(const std::uint64_t* state) const {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!words[i].holds(state[i])) return false;
    }
    return !pieces || has_numbers(state);
  }

  bool has_numbers(const std::uint64_t* state) const {
    std::vector<std::size_t> numbers(pieces->size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = state[i / numbers_a_word] >> 16 * (i % numbers_a_word) & 0xffff;
    }
    return pieces->holds(numbers);
  }
};

struct BoardSearch::Image {
  std::vector<Lanes> lanes;
};

/// The search in games of one game and variant with boards of one shape.
struct BoardSearch::Kind {
  std::string game, variant;
  SpreadPosition shape;
  std::vector<SearchImage> conditions;
  std::vector<Image> images;

  static Lanes lanes_of(const PlaceConditions& conditions, const BoardDictionary& dictionary,
                        const SpreadPosition& shape) {
    std::vector<char> wanted(shape.boards.size());
    for (const auto& [at, letter] : conditions.places) wanted[at] = letter;
    // The number of differences, which must be 0.
    Lanes lanes;
    auto& changes = lanes.words.emplace_back().changes;
    for (const BoardStep& step : dictionary.steps()) {
      std::int64_t change = 0;
      visit_changes(
          step.changes,
          [&](std::uint64_t at, char before, char after) {
            if (at >= wanted.size() || wanted[at] == 0) return;
            change += (after != wanted[at]) - (before != wanted[at]);
          },
          [&](std::uint64_t number, std::string_view before, std::string_view after) {
            for (const auto& [word, text] : conditions.words) {
              if (word == number)
                change += !matches_word(text, after) - !matches_word(text, before);
            }
          });
      changes.push_back(static_cast<std::uint64_t>(change));
    }
    return lanes;
  }

  static Lanes lanes_of(const PieceCondition& pieces, const BoardDictionary& dictionary,
                        const SpreadPosition& shape) {
    Lanes lanes;
    if (!pieces.is_range()) lanes.pieces = &pieces;
    lanes.words.resize((pieces.size() + numbers_a_word - 1) / numbers_a_word);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const auto [low, high] = pieces.range(i, most_number);
      lanes.words[i / numbers_a_word].low += in_word(static_cast<std::int64_t>(low), i);
      lanes.words[i / numbers_a_word].high += in_word(static_cast<std::int64_t>(high), i);
    }
    for (const BoardStep& step : dictionary.steps()) {
      for (auto& word : lanes.words) word.changes.push_back(0);
      visit_changes(
          step.changes,
          [&](std::uint64_t at, char before, char after) {
            if (at >= shape.boards.size()) return;
            for (std::size_t i = 0; i < pieces.size(); ++i) {
              const std::int64_t change = pieces.weight(i, after) - pieces.weight(i, before);
              lanes.words[i / numbers_a_word].changes.back() += in_word(change, i);
            }
          },
          [](auto...) {});
    }
    return lanes;
  }
};

/// A first position: the states of all conditions of all images there, one after the other.
struct BoardSearch::Start {
  const Kind* kind = nullptr;
  std::vector<std::vector<std::uint64_t>> states;  ///< of each image
};

BoardSearch::BoardSearch(const BoardDictionary& dictionary, const PositionSearch& search)
    : dictionary_(dictionary), search_(search), starts_(dictionary.starts().size()) {
  for (const BoardStep& step : dictionary.steps()) ends_turn_.push_back(step.ends_turn);
}

BoardSearch::~BoardSearch() = default;

const BoardSearch::Kind& BoardSearch::kind_of(const BoardStart& start) {
  for (const auto& kind : kinds_) {
    if (kind->game == start.game && kind->variant == start.variant &&
        kind->shape.has_shape_of(start.position)) {
      return *kind;
    }
  }
  auto kind = std::make_unique<Kind>(Kind{start.game, start.variant, start.position, {}, {}});
  if (const GameType* type = find_game(start.game)) {
    const StartSpec any{start.variant, "", std::string(type->facts.any_roll)};
    try {
      kind->conditions = images_of(search_, *type, any, start.position);
    } catch (const StartError&) {
      // There is no such variant, so the game cannot be replayed either.
    }
  }
  for (const SearchImage& conditions : kind->conditions) {
    Image& image = kind->images.emplace_back();
    for (const PlaceConditions& board : conditions.boards) {
      image.lanes.push_back(Kind::lanes_of(board, dictionary_, start.position));
    }
    for (const PieceCondition& pieces : conditions.pieces) {
      image.lanes.push_back(Kind::lanes_of(pieces, dictionary_, start.position));
    }
  }
  return *kinds_.emplace_back(std::move(kind));
}

const BoardSearch::Start& BoardSearch::start_of(std::size_t number) {
  std::optional<Start>& known = starts_[number];
  if (known) return *known;
  const BoardStart& start = dictionary_.starts()[number];
  known.emplace();
  known->kind = &kind_of(start);
  const SpreadPosition& position = start.position;
  for (const SearchImage& conditions : known->kind->conditions) {
    auto& states = known->states.emplace_back();
    for (const PlaceConditions& board : conditions.boards) {
      std::uint64_t differences = 0;
      for (const auto& [at, letter] : board.places) differences += position.boards[at] != letter;
      for (const auto& [word, text] : board.words) {
        differences += !matches_word(text, position.words[word]);
      }
      states.push_back(differences);
    }
    for (const PieceCondition& pieces : conditions.pieces) {
      for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i % numbers_a_word == 0) states.push_back(0);
        states.back() += in_word(static_cast<std::int64_t>(pieces.number_on(position, i)), i);
      }
    }
  }
  return *known;
}

bool BoardSearch::read_steps(std::string_view bytes) {
  // As NumberReader does, for numbers of 32 bits.
  if (buffer_.size() < bytes.size()) buffer_.resize(bytes.size());
  std::size_t size = 0;
  std::uint64_t number = 0;
  int shift = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    number |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte >= 0x80) {
      shift += 7;
      if (shift > 28) return false;
      continue;
    }
    if (number >= ends_turn_.size()) return false;
    buffer_[size++] = static_cast<std::uint32_t>(number);
    number = 0;
    shift = 0;
  }
  steps_ = std::span(buffer_).first(size);
  return shift == 0;
}

bool BoardSearch::meets(const Lanes& lanes, const std::uint64_t* first) const {
  if (search_.at_end) {
    std::vector<std::uint64_t> state(first, first + lanes.words.size());
    for (std::size_t i = 0; i < state.size(); ++i) {
      for (const std::uint32_t step : steps_) state[i] += lanes.words[i].changes[step];
    }
    return lanes.holds(state.data());
  }
  if (lanes.holds(first)) return true;
  if (lanes.words.size() == 1) {
    const Lanes::Word& word = lanes.words[0];
    const std::uint64_t* changes = word.changes.data();
    std::uint64_t state = *first;
    for (const std::uint32_t step : steps_) {
      state += changes[step];
      const bool holds = word.holds(state);
      if ((holds & (ends_turn_[step] != 0)) && lanes.holds(&state)) return true;
    }
    return false;
  }
  std::vector<std::uint64_t> state(first, first + lanes.words.size());
  for (const std::uint32_t step : steps_) {
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += lanes.words[i].changes[step];
    if (ends_turn_[step] && lanes.holds(state.data())) return true;
  }
  return false;
}

bool BoardSearch::meets(const Image& image, const std::vector<std::uint64_t>& first) const {
  const std::uint64_t* state = first.data();
  for (const Lanes& lanes : image.lanes) {
    if (!meets(lanes, state)) return false;
    state += lanes.words.size();
  }
  return true;
}

BoardSearch::Result BoardSearch::find(const BoardGame& game) {
  if (game.start == 0) return Result::unknown;
  if (game.start > starts_.size()) return Result::invalid;
  const Start& start = start_of(game.start - 1);
  if (start.kind->images.empty()) return Result::no_match;
  if (!read_steps(game.steps)) return Result::invalid;
  for (std::size_t i = 0; i < start.kind->images.size(); ++i) {
    if (meets(start.kind->images[i], start.states[i])) return Result::match;
  }
  return Result::no_match;
}

using Ids = std::vector<std::int64_t>;

/// Up to as many games are replayed rather than found in the boards of all games.
constexpr std::size_t few_games = 1000;

void sort_once(Ids& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

/// A position, and its images if they are meant.
std::vector<std::string> images_of(const GameType& type, const StartSpec& start,
                                   const std::string& position, bool mirrored) {
  std::vector<std::string> positions = {position};
  if (!mirrored) return positions;
  const SpreadPosition spread(position);
  const auto places =
      static_cast<std::size_t>(std::count_if(spread.boards.begin(), spread.boards.end(), is_place));
  try {
    for (const PositionSymmetry& symmetry : type.symmetries(start)) {
      if (symmetry.places.size() != places) continue;  // of another board
      positions.push_back(image_of(symmetry, spread).text());
    }
  } catch (const StartError&) {
    // There is no such variant.
  }
  return positions;
}

/// Games of the index that may reach this position, in any variant.
Ids candidates_for(SQLite::Database& database, const std::string& game, const std::string& position,
                   bool mirrored) {
  Ids ids;
  const GameType* type = find_game(game);
  Statement variants(database, "SELECT variant FROM kind WHERE game = ?", game);
  while (type && variants.executeStep()) {
    const std::string variant = variants.text(0);
    const StartSpec start{variant, "", std::string(type->facts.any_roll)};
    for (const std::string& image : images_of(*type, start, position, mirrored)) {
      try {
        const Ids games = games_of_key(database, key_of_start(game, variant, image));
        ids.insert(ids.end(), games.begin(), games.end());
      } catch (const StartError&) {
        // No game of the variant has the position: the first one of a game may have no image.
      }
    }
  }
  return ids;
}

/// Games of the index that may reach all positions of a search; nullopt if it asks for none.
std::optional<Ids> candidates(SQLite::Database& database, const PositionSearch& search) {
  std::optional<Ids> all;
  for (const auto& positions : search.reached) {
    Ids ids;
    for (const auto& [game, position] : positions) {
      const Ids more = candidates_for(database, game, position, search.mirrored);
      ids.insert(ids.end(), more.begin(), more.end());
    }
    sort_once(ids);
    if (all) {
      Ids both;
      std::set_intersection(all->begin(), all->end(), ids.begin(), ids.end(),
                            std::back_inserter(both));
      all = std::move(both);
    } else {
      all = std::move(ids);
    }
  }
  return all;
}

class Searcher {
 public:
  Searcher(const Store& store, const PositionSearch& search)
      : database_(store.connection().database()), matcher_(search) {}

  Ids run(const OtherConditions& others) {
    auto meant = candidates(database_, matcher_.search());
    if (!meant || meant->size() > few_games) {
      search_boards(meant);
    } else {
      replay_ = std::move(*meant);
    }
    remove_unindexed();
    replay_indexed();
    replay_unindexed(others);
    sort_once(found_);
    return std::move(found_);
  }

 private:
  void search_boards(const std::optional<Ids>& meant) {
    for (const std::int64_t segment : segments_of(database_)) {
      std::optional<BoardSearch> search;
      std::uint64_t games = 0;
      visit_board_pages(database_, segment,
                        [&](const BoardDictionary& dictionary, std::string_view page) {
                          if (!search) search.emplace(dictionary, matcher_.search());
                          const bool is_valid = read_board_page(page, [&](const BoardGame& game) {
                            ++games;
                            if (meant && !std::binary_search(meant->begin(), meant->end(), game.id))
                              return;
                            note(game.id, search->find(game));
                          });
                          if (!is_valid) reject_boards();
                        });
      Statement expected(database_, "SELECT games FROM position_segment WHERE id = ?", segment);
      if (!expected.executeStep() || expected.count(0) != games) reject_boards();
    }
  }

  void note(std::int64_t id, BoardSearch::Result result) {
    switch (result) {
      case BoardSearch::Result::no_match:
        return;
      case BoardSearch::Result::match:
        return found_.push_back(id);
      case BoardSearch::Result::unknown:
        return replay_.push_back(id);
      case BoardSearch::Result::invalid:
        reject_boards();
    }
  }

  /// The index does not know of changes since; a removed game's id may belong to another game.
  void remove_unindexed() {
    if (found_.empty() && replay_.empty()) return;
    sort_once(found_);
    sort_once(replay_);
    Ids unindexed;
    Statement select(database_, "SELECT game_id FROM unindexed ORDER BY game_id");
    while (select.executeStep()) unindexed.push_back(select.bits(0));
    for (Ids* ids : {&found_, &replay_}) {
      Ids rest;
      std::set_difference(ids->begin(), ids->end(), unindexed.begin(), unindexed.end(),
                          std::back_inserter(rest));
      *ids = std::move(rest);
    }
  }

  void replay_indexed() {
    Statement find(database_, select_line("game.id = ?"));
    for (const std::int64_t id : replay_) {
      find.bind(1, id);
      if (find.executeStep()) replay(find);
      find.reset();
    }
  }

  void replay_unindexed(const OtherConditions& others) {
    const std::string conditions = others.sql.empty() ? "" : others.sql + " AND ";
    Statement select(database_,
                     select_line(conditions + "game.id IN (SELECT game_id FROM unindexed)"));
    others.bind(select);
    while (select.executeStep()) replay(select);
  }

  static std::string select_line(const std::string& where) {
    return std::string("SELECT ") + StoredLine::columns +
           " FROM game JOIN movetext ON movetext.game_id = game.id WHERE " + where;
  }

  void replay(Statement& row) {
    line_.read(row);
    const GameType* type = find_game(line_.game());
    if (!type) return;
    try {
      if (matcher_.matches(*type, line_.start(), line_.turns())) found_.push_back(line_.id());
    } catch (const StartError&) {
      // The start is invalid; `check` reports such a game.
    }
  }

  SQLite::Database& database_;
  PositionMatcher matcher_;
  Ids found_;
  Ids replay_;  ///< indexed games that only replaying decides
  StoredLine line_;
};

}  // namespace

std::vector<std::int64_t> games_found(const Store& store, const PositionSearch& search,
                                      const OtherConditions& others) {
  return Searcher(store, search).run(others);
}

}  // namespace schiri::db
