#include "notation/programs/word_game.h"

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

Message word_rule(std::string_view turn) {
  return message(
      "'{0}' is not a turn: expected 1 to {1} visible ASCII characters without any of {2}, and no "
      "result or turn number",
      printable(turn), longest_turn_word, "{}()[];$!?\"\\");
}

std::string shown_turn(const Game& game, std::string_view turn) {
  if (!dynamic_cast<const WordGame*>(&game)) return std::string(turn);
  const std::string text = text_of_word(turn);
  return printable(text, longest_turn_word) == text ? text : std::string(turn);
}

RulesUnknown::RulesUnknown(std::string_view game)
    : InputError(
          schiri::message("schiri does not know the rules of {0}: it can only store, list and rate "
                          "records of this game, unless its program is named, as in ./{0}.py",
                          game)) {}

WordGame::WordGame(const GameType& type, std::string start)
    : type_(&type), start_(start.empty() ? std::string(startpos) : std::move(start)) {}

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
  if (is_turn_word(turn)) return std::nullopt;
  return TurnError{TurnError::Kind::syntax, word_rule(turn)};
}

std::optional<TurnError> WordGame::play(std::string_view turn) {
  if (auto error = WordGame::check(turn)) return error;
  add_turn(std::string(turn));
  return std::nullopt;
}

void WordGame::add_turn(std::string word) {
  key_.add(word);
  turns_.push_back(std::move(word));
}

void WordGame::take_back(std::size_t turns) {
  turns_.resize(turns_.size() - turns);
  key_ = {};
  for (const std::string& turn : turns_) key_.add(turn);
}

namespace {

constexpr std::string_view only_variant[] = {"standard"};
constexpr std::string_view only_ending[] = {message_pattern("referee").text()};

}  // namespace

WordGameNames::WordGameNames(std::string_view name)
    : own_name(name), own_table({only_variant}, own_name) {}

GameFacts word_facts(std::string_view name) {
  return {.name = name,
          .title = name,
          .summary = "a game whose rules a program knows, the referee",
          .rules = "Schiri does not know the rules of this game.\n",
          .variants = only_variant,
          .endings = only_ending,
          .has_rules = false,
          .has_words = true};
}

bool is_word_start(std::string_view position) {
  const bool has_moves = (' ' + std::string(position) + ' ').find(" moves ") != std::string::npos;
  return without_beginner(position).size() <= longest_word_start && !has_moves && is_name(position);
}

void require_word_start(std::string_view position) {
  if (position.empty() || is_word_start(position)) return;
  throw StartError(StartError::Kind::bad_position,
                   message("'{0}' is not a position: expected at most {1} bytes without "
                           "control characters and the word 'moves'",
                           printable(position), longest_word_start));
}

namespace {

/// A game without rules in the table of games.
class WordGameType final : WordGameNames, public GameType {
 public:
  explicit WordGameType(std::string_view its_name)
      : WordGameNames(its_name), GameType(word_facts(own_name), own_table) {}

  const ForeignNotation* foreign_notation() const override { return nullptr; }
  DiagramBoard diagram_board(std::string_view) const override { throw RulesUnknown(name()); }

  std::unique_ptr<Game> start(const StartSpec& spec) const override {
    variant_table.require(spec.variant);
    require_word_start(spec.position);
    return std::make_unique<WordGame>(*this, spec.position);
  }

  // Without rules nobody knows which turns lead to the same position.
  void visit_hashes(const StartSpec&, std::span<const std::string_view>,
                    const std::function<bool(std::uint64_t)>&) const override {}
  void visit_positions(const StartSpec&, std::span<const std::string_view>, Visited,
                       const std::function<bool(const SearchedPosition&)>&) const override {}

  StartSpec draw_start(std::string_view variant, Rng&) const override {
    return {std::string(variant), "", ""};
  }
  double evaluation_scale() const override { return words_evaluation_scale; }
  std::unique_ptr<Player> make_bot(const BotSpec&, std::string_view) const override {
    throw RulesUnknown(name());
  }

  void check_movetext(const StartSpec& spec, MovetextReader& reader, FindingLog& findings,
                      GameCheck& check) const override {
    check_words(start(spec)->side_to_move(), nullptr, reader, findings, check);
  }
  std::size_t turn_length(const char* text) const override {
    return turn_word_length(text, text + longest_turn_word + 1);
  }
};

}  // namespace

void check_words(Side first, Game* game, MovetextReader& reader, FindingLog& findings,
                 GameCheck& check) {
  using Piece = MovetextReader::Piece;
  TurnCount count{0, first == Side::black};
  const TurnCount other{0, !count.black_began};
  const bool is_unsure = game && !game->ending() && game->side_to_move() != first;
  reader.read_signs_as_words();
  Piece piece = Piece::word;
  const auto refuse = [&](Code code, Message message) {
    findings.add(code, reader.piece().data(), reader.piece().size(), count.played + 1,
                 std::move(message));
  };
  const auto play = [&](const std::string& turn, const char* at) {
    const auto error = game ? game->play(turn) : std::nullopt;
    if (!error) return true;
    const bool is_over = error->kind == TurnError::Kind::over;
    findings.add(is_over ? Code::after_end : Code::illegal, at, turn.size(), count.played + 1,
                 error->message);
    return false;
  };
  while (piece == Piece::word || piece == Piece::number) {
    const char* const at = reader.skip_blanks_from(reader.position());
    const std::size_t length = turn_word_length(at, std::min(reader.end(), reader.invalid()));
    if (length > 0) {
      const std::string turn(at, length);
      if (!play(turn, at)) break;
      const std::string word = game ? std::string(game->turns().back()) : turn;
      if (reader.hasher()) reader.hasher()->add_turn(word);
      if (reader.record()) reader.record()->movetext.push_back({Element::Kind::turn, word});
      reader.set_position(at + length);
      ++count.played;
      continue;
    }
    piece = reader.next();
    // A turn after a comment, or one of digits alone.
    const bool is_text = piece == Piece::word || piece == Piece::number || piece == Piece::result;
    const char* const begin = reader.piece().data();
    if (is_text && turn_word_length(begin, std::min(reader.end(), reader.invalid())) > 0) {
      reader.go_back(begin, reader.invalid());
      piece = Piece::word;
      continue;
    }
    if (piece == Piece::number) {
      if (is_unsure && count.played == 0 && is_fitting_number(reader.piece(), other)) count = other;
      check_number(reader.piece(), count, findings);
    }
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
  if (game) check.ending = game->ending();
}

namespace {

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

const GameType& words_of(AddedGames& added, std::string_view name) {
  for (const auto& type : added.games) {
    if (type->name() == name) return *type;
  }
  added.games.push_back(std::make_unique<WordGameType>(name));
  return *added.games.back();
}

const GameType& find_or_add(AddedGames& added, std::string_view name) {
  if (const GameType* known = find_game(name)) return *known;
  const std::string folded = folded_game_name(name);
  if (!is_game_name(folded)) {
    throw InputError(game_name_rule(name));
  }
  const GameType& type = words_of(added, folded);
  put_game_type(type);
  return type;
}

}  // namespace

const GameType& word_game_type(std::string_view name) {
  AddedGames& added = added_games();
  const std::lock_guard lock(added.mutex);
  return words_of(added, name);
}

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
