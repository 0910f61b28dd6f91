#include "notation/words/word_game.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "core/base/utf8.h"
#include "core/match/player.h"
#include "notation/game_types.h"
#include "notation/games/game_type.h"
#include "notation/records/check/finding_log.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/turn_number.h"
#include "notation/records/record.h"
#include "notation/typed/check_moves.h"

namespace schiri {

namespace {

constexpr std::size_t longest_word = 100;
constexpr std::size_t longest_start = 1000;
constexpr std::string_view usual_start = "startpos";

/// May a turn contain it? Comments, variations, NAGs, tags and stored movetext use the others.
bool is_word_sign(char c) {
  constexpr std::string_view others = "{}()[];$!?\"\\";
  return c > ' ' && c <= '~' && others.find(c) == others.npos;
}

/// Does it begin as a turn number: `12.`, or dots?
bool begins_with_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits < word.size() && word[digits] == '.';
}

Message word_rule(std::string_view turn) {
  return message(
      "'{0}' is not a turn: expected 1 to {1} visible ASCII characters without any of {2}, and no "
      "result or turn number",
      printable(turn), longest_word, "{}()[];$!?\"\\");
}

}  // namespace

RulesUnknown::RulesUnknown(std::string_view game)
    : InputError(
          schiri::message("schiri does not know the rules of {0}: it can only store, list and rate "
                          "records of this game",
                          game)) {}

std::size_t word_length(const char* text, const char* end) {
  const char* const most = text + std::min<std::ptrdiff_t>(end - text, longest_word + 1);
  const std::string_view word(text, std::find_if_not(text, most, is_word_sign));
  const bool is_turn = word.size() <= longest_word && word != resignation && word != "*" &&
                       !outcome_of(word) && !word.starts_with('%') && !begins_with_number(word);
  return is_turn ? word.size() : 0;
}

WordGame::WordGame(const GameType& type, std::string start)
    : type_(&type), start_(start.empty() ? std::string(usual_start) : std::move(start)) {}

Side WordGame::side_to_move() const {
  const bool black = (turns_.size() % 2 == 1) != black_begins(start_);
  return black ? Side::black : Side::white;
}

std::string WordGame::position() const {
  if (turns_.empty()) return start_position();
  return start_position() + " after " + std::to_string(turns_.size()) + " turns, " +
         std::to_string(key_.key().low);
}

std::optional<TurnError> WordGame::check(std::string_view turn) const {
  if (word_length(turn.data(), turn.data() + turn.size()) == turn.size() && !turn.empty()) {
    return std::nullopt;
  }
  return TurnError{TurnError::Kind::syntax, word_rule(turn)};
}

std::optional<TurnError> WordGame::play(std::string_view turn) {
  if (auto error = WordGame::check(turn)) return error;
  turns_.emplace_back(turn);
  key_.add(turn);
  return std::nullopt;
}

void WordGame::take_back(std::size_t turns) {
  turns_.resize(turns_.size() - turns);
  key_ = {};
  for (const std::string& turn : turns_) key_.add(turn);
}

namespace {

constexpr std::string_view only_variant[] = {"standard"};
constexpr std::string_view only_ending[] = {message_pattern("referee").text()};

/// What the base class refers to, and so comes before it.
struct WordGameNames {
  explicit WordGameNames(std::string_view name)
      : own_name(name), own_table({only_variant}, own_name) {}

  std::string own_name;
  VariantTable own_table;
};

/// A game without rules in the table of games.
class WordGameType final : WordGameNames, public GameType {
 public:
  explicit WordGameType(std::string_view its_name)
      : WordGameNames(its_name),
        GameType({.name = own_name,
                  .title = own_name,
                  .summary = "a game whose rules a program knows, the referee",
                  .rules = "Schiri does not know the rules of this game.\n",
                  .variants = only_variant,
                  .endings = only_ending,
                  .has_rules = false},
                 own_table) {}

  const ForeignNotation* foreign_notation() const override { return nullptr; }
  DiagramBoard diagram_board(std::string_view) const override { throw RulesUnknown(name()); }

  std::unique_ptr<Game> start(const StartSpec& spec) const override {
    variant_table.require(spec.variant);
    const std::string& text = spec.position;
    const bool has_moves = (' ' + text + ' ').find(" moves ") != text.npos;
    if (text.size() > longest_start || has_moves || !(text.empty() || is_name(text))) {
      throw StartError(StartError::Kind::bad_position,
                       message("'{0}' is not a position: expected at most {1} bytes without "
                               "control characters and the word 'moves'",
                               printable(text), longest_start));
    }
    return std::make_unique<WordGame>(*this, text);
  }

  // Without rules nobody knows which turns lead to the same position.
  void visit_hashes(const StartSpec&, std::span<const std::string_view>,
                    const std::function<bool(std::uint64_t)>&) const override {}
  void visit_positions(const StartSpec&, std::span<const std::string_view>,
                       const std::function<bool(const SpreadPosition&)>&) const override {}

  StartSpec draw_start(std::string_view variant, Rng&) const override {
    return {std::string(variant), "", ""};
  }
  /// Most programs report hundredths of a unit of material.
  double evaluation_scale() const override { return 200; }
  std::unique_ptr<Player> make_bot(const BotSpec&, std::string_view) const override {
    throw RulesUnknown(name());
  }

  void check_movetext(const StartSpec& spec, MovetextReader& reader, FindingLog& findings,
                      GameCheck& check) const override;
  std::size_t turn_length(const char* text) const override {
    return word_length(text, text + longest_word + 1);
  }
};

void WordGameType::check_movetext(const StartSpec& spec, MovetextReader& reader,
                                  FindingLog& findings, GameCheck& check) const {
  using Piece = MovetextReader::Piece;
  TurnCount count{0, start(spec)->side_to_move() == Side::black};
  Piece piece = Piece::word;
  const auto refuse = [&](Code code, Message message) {
    findings.add(code, reader.piece().data(), reader.piece().size(), count.played + 1,
                 std::move(message));
  };
  while (piece == Piece::word || piece == Piece::number) {
    const char* const at = reader.skip_blanks_from(reader.position());
    const std::size_t length = word_length(at, std::min(reader.end(), reader.invalid()));
    if (length > 0) {
      const std::string turn(at, length);
      if (reader.hasher()) reader.hasher()->add_turn(turn);
      if (reader.record()) reader.record()->movetext.push_back({Element::Kind::turn, turn});
      reader.set_position(at + length);
      ++count.played;
      continue;
    }
    piece = reader.next();
    // A turn after a comment, or one of digits alone.
    const bool is_text = piece == Piece::word || piece == Piece::number || piece == Piece::result;
    const char* const begin = reader.piece().data();
    if (is_text && word_length(begin, std::min(reader.end(), reader.invalid())) > 0) {
      reader.go_back(begin, reader.invalid());
      piece = Piece::word;
      continue;
    }
    if (piece == Piece::number) check_number(reader.piece(), count, findings);
    if (piece == Piece::word) {
      refuse(Code::syntax, word_rule(reader.piece()));
      break;
    }
  }
  if (piece == Piece::problem) refuse(reader.problem().code, reader.problem().message);
  if (piece == Piece::result) {
    check.result = reader.result(count.black_to_move());
    check.is_resigned = reader.is_resignation();
    note_result(reader.piece(), check.result, count.played, findings);
  }
  check.turns = count.played;
  check.black_began = count.black_began;
}

/// The games without rules that this process knows, and those that it knows without a record.
struct AddedGames {
  std::mutex mutex;
  std::vector<std::unique_ptr<const WordGameType>> games;
  std::set<const GameType*> declared;
};

AddedGames& added_games() {
  static AddedGames added;
  return added;
}

const GameType& find_or_add(AddedGames& added, std::string_view name) {
  if (const GameType* known = find_game(name)) return *known;
  const std::string folded = folded_game_name(name);
  if (!is_game_name(folded)) {
    throw InputError(game_name_rule(name));
  }
  if (game_types().size() == most_game_types) throw InputError(message("there are too many games"));
  added.games.push_back(std::make_unique<WordGameType>(folded));
  add_game_type(*added.games.back());
  return *added.games.back();
}

}  // namespace

const GameType& game_or_words(std::string_view name) {
  AddedGames& added = added_games();
  const std::lock_guard lock(added.mutex);
  const GameType& game = find_or_add(added, name);
  added.declared.insert(&game);
  return game;
}

const GameType* game_of_record(std::string_view name, bool has_referee) {
  const GameType* const known = find_game(name);
  if (known && known->facts.has_rules) return known;
  AddedGames& added = added_games();
  const std::lock_guard lock(added.mutex);
  if (!has_referee) return added.declared.contains(known) ? known : nullptr;
  try {
    return &find_or_add(added, name);
  } catch (const InputError&) {
    return nullptr;
  }
}

}  // namespace schiri
