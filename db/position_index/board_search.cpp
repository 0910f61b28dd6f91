#include "db/position_index/board_search.h"

#include <algorithm>

#include "notation/game_types.h"

namespace schiri::db {

namespace {

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

}  // namespace

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

}  // namespace schiri::db
