#include "notation/programs/own_game.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/base/errors.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/match/turn_word.h"
#include "notation/games/game_type.h"
#include "notation/programs/game_bots.h"
#include "notation/records/check/finding_log.h"
#include "notation/records/record.h"

namespace schiri {

namespace {

constexpr std::string_view ending_reason = "referee";
/// The programs of other variants end, unless a game has them.
constexpr std::size_t most_variants_running = 32;

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

/// In the spelling of records: a program's own text is read as well.
std::string spelling_of(std::string_view turn) {
  return is_turn_word(turn) ? std::string(turn) : turn_word(turn);
}

/// The spelling of a text that is a word itself, but stands for another: `a~3F` as a program says
/// it. Empty if there is none.
std::string other_spelling_of(std::string_view turn) {
  const std::string word = is_turn_word(turn) ? turn_word(turn) : "";
  return word == turn ? "" : word;
}

}  // namespace

OwnGame::OwnGame(const GameType& type, std::string start, std::string variant,
                 std::shared_ptr<GamePrograms> programs)
    : WordGame(type, std::move(start)),
      programs_(std::move(programs)),
      variant_(std::move(variant)),
      number_(next_number()),
      rulings_(1) {}

std::string OwnGame::start_position() const { return std::string(own_start()); }

std::string_view OwnGame::own_start() const {
  return keeps_word_ ? std::string_view(start_) : without_beginner(start_);
}

/// From the last position whose text is known: programs answer sooner than after a whole game.
AskedLine OwnGame::line(std::string_view last) const {
  for (std::size_t i = rulings_.size(); i-- > 0;) {
    if (!rulings_[i] || rulings_[i]->position.empty()) continue;
    return {rulings_[i]->position, std::span(turns_).subspan(i), last, true};
  }
  return {own_start(), turns_, last};
}

/// A position that the program knows only with its last word has that word of its own.
Ruling OwnGame::asked() const {
  const bool may_keep = rulings_.size() == 1 && own_start() != start_;
  try {
    return programs_->ask(line(), number_, asker_);
  } catch (const StartError&) {
    if (!may_keep) throw;
    keeps_word_ = true;
    try {
      return programs_->ask(line(), number_, asker_);
    } catch (const StartError&) {
      keeps_word_ = false;
    }
    throw;
  }
}

const Ruling& OwnGame::ruling() const {
  auto& known = rulings_.back();
  if (!known) {
    Ruling found = asked();
    if (!found.refusal.empty()) {
      throw StartError(StartError::Kind::bad_position,
                       message("the position '{0}' is refused: {1}",
                               printable(start_position(), 200), found.refusal));
    }
    const Side named = black_begins(start_) ? Side::black : Side::white;
    if (turns_.empty() && own_start() != start_ && !found.outcome && found.to_move != named) {
      throw StartError(
          StartError::Kind::bad_position,
          message("the position '{0}' says by its last word that {1} is to move; by its program it "
                  "is {2}",
                  printable(start_, 200), side_message(named), side_message(found.to_move)));
    }
    known = std::make_shared<const Ruling>(std::move(found));
  }
  return *known;
}

std::optional<Ending> OwnGame::ending() const {
  const auto& outcome = ruling().outcome;
  return outcome ? std::optional(Ending{*outcome, ending_reason}) : std::nullopt;
}

std::string OwnGame::position() const {
  const std::string& text = ruling().position;
  if (text.empty()) return WordGame::position();
  const bool is_black = !ruling().outcome && ruling().to_move == Side::black;
  const bool says_it = without_beginner(text) == text && black_begins(text) == is_black;
  return says_it || ruling().outcome ? text : text + (is_black ? " p2" : " p1");
}

std::unique_ptr<OwnGame> OwnGame::from_here() const {
  if (ruling().position.empty()) return std::make_unique<OwnGame>(*this);
  auto begun = std::make_unique<OwnGame>(*type_, ruling().position, variant_, programs_);
  begun->asker_ = asker_;
  begun->number_ = number_;
  begun->rulings_ = {rulings_.back()};
  return begun;
}

std::string OwnGame::board(const BoardStyle&) const {
  if (programs_->can(Ability::board, asker_)) return programs_->board(line(), asker_);
  return position() + '\n';
}

const std::vector<std::string>& OwnGame::listed() const {
  programs_->require(Ability::turns);
  return ruling().turns;
}

/// What is wrong with a turn; if nothing is, `after` is the ruling after it if that is known.
std::optional<TurnError> OwnGame::ask_about(std::string_view turn,
                                            std::shared_ptr<const Ruling>& after) const {
  using Kind = TurnError::Kind;
  const std::string word = spelling_of(turn);
  if (word.empty() && turn.find_first_of(" \t") != turn.npos) {
    // The protocol cannot hold it, although the program may have meant it.
    throw UnusableError(message("the game cannot be played: {0}", word_rule(turn)));
  }
  if (word.empty() || turn == resignation) {
    return TurnError{Kind::syntax, word_rule(turn)};
  }
  if (const auto end = ending()) {
    return TurnError{Kind::over, message("the game is over: {0}", describe(*end))};
  }
  if (programs_->can(Ability::turns, asker_)) {
    const auto& turns = ruling().turns;
    if (std::find(turns.begin(), turns.end(), word) != turns.end()) return std::nullopt;
    return TurnError{Kind::illegal, message("'{0}' is not among the {1} legal turns",
                                            printable(word, 120), turns.size())};
  }
  Ruling found = programs_->ask(line(word), number_, asker_);
  if (auto objection = objection_to(word, found)) {
    return TurnError{Kind::illegal, std::move(*objection)};
  }
  after = std::make_shared<const Ruling>(std::move(found));
  return std::nullopt;
}

std::optional<TurnError> OwnGame::check(std::string_view turn) const {
  std::shared_ptr<const Ruling> after;
  auto error = ask_about(turn, after);
  const std::string other = error ? other_spelling_of(turn) : "";
  return other.empty() || ask_about(other, after) ? error : std::nullopt;
}

std::optional<TurnError> OwnGame::play(std::string_view turn) {
  std::shared_ptr<const Ruling> after;
  std::string word = spelling_of(turn);
  if (auto error = ask_about(turn, after)) {
    word = other_spelling_of(turn);
    if (word.empty() || ask_about(word, after)) return error;
  }
  add_turn(std::move(word));
  rulings_.push_back(std::move(after));
  return std::nullopt;
}

void OwnGame::take_back(std::size_t turns) {
  WordGame::take_back(turns);
  rulings_.resize(rulings_.size() - turns);
}

/// Why a turn is illegal, for a program that does not list turns; nullopt if it is legal.
std::optional<Message> OwnGame::objection_to(std::string_view turn, const Ruling& after) const {
  if (!after.refusal.empty()) return after.refusal;
  if (after.outcome || after.to_move != side_to_move() || accepts_after(turn)) return std::nullopt;
  return message("by the referee {0} is still to move", side_message(side_to_move()));
}

/// The same player is to move after a turn: was it played? Then the program says something new
/// about a turn after it, be it a refusal, unless it ignores illegal turns without a word.
bool OwnGame::accepts_after(std::string_view turn) const {
  OwnGame next(*this);
  next.add_turn(std::string(turn));
  next.rulings_.emplace_back();
  const Ruling found = programs_->ask(next.line("0000"), number_, asker_);
  return !found.refusal.empty() || found.outcome || found.to_move != side_to_move();
}

/// Turns have no parts here: the rest of each is one.
std::optional<TurnParts> OwnGame::turn_parts(std::string_view begun) const {
  TurnParts parts{std::string(begun)};
  for (const std::string& turn : listed()) {
    if (turn == begun) parts.is_turn = true;
    if (turn != begun && turn.starts_with(begun)) parts.next.push_back(turn.substr(begun.size()));
  }
  if (parts.next.empty() && !parts.is_turn) return std::nullopt;
  return parts;
}

void OwnGame::visit_turns(const TurnTextVisitor& visitor) const {
  for (const std::string& turn : listed()) {
    if (!visitor(turn)) return;
  }
}

std::string OwnGame::random_turn(Rng& rng) const {
  const auto& turns = listed();
  return turns[rng.below(turns.size())];
}

std::uint64_t OwnGame::perft(int depth) const {
  if (depth <= 0) return 1;
  if (depth == 1) return count_turns();
  std::uint64_t sum = 0;
  for (const std::string& turn : listed()) sum += perft_of_turn(turn, depth);
  return sum;
}

std::uint64_t OwnGame::perft_of_turn(std::string_view turn, int depth) const {
  OwnGame next(*this);
  next.play(turn);
  return next.perft(depth - 1);
}

Outcome OwnGame::playout(Rng& rng, int most) const {
  if (const auto end = ending()) return end->outcome;
  if (programs_->can(Ability::playout, asker_)) {
    return programs_->playout(line(), rng() >> 1, asker_);
  }
  OwnGame game(*this);
  for (int i = 0; i < most && !game.ending(); ++i) game.play(game.random_turn(rng));
  const auto end = game.ending();
  return end ? end->outcome : Outcome::draw;
}

std::optional<std::string> drawing_of(const Game& game) {
  const auto* const own = dynamic_cast<const OwnGame*>(&game);
  return own ? std::optional(own->board({})) : std::nullopt;
}

namespace {

GameFacts facts_of(std::string_view name) {
  GameFacts facts = word_facts(name);
  facts.summary = "a game of your own, by its program";
  facts.rules = "The rules of this game are those of its program.\n";
  facts.has_rules = true;
  return facts;
}

}  // namespace

OwnGameType::OwnGameType(std::string_view name, BotSpec program, std::chrono::milliseconds watchdog)
    : WordGameNames(name),
      GameType(facts_of(own_name), own_table),
      program_(std::move(program)),
      watchdog_(watchdog) {}

std::shared_ptr<GamePrograms> OwnGameType::programs(std::string_view variant) const {
  const std::string_view known = variant_table.known(variant);
  if (known.empty() && !variant.empty()) variant_table.require(variant);
  const std::string named(known.empty() ? variant_table.standard() : known);
  std::shared_ptr<GamePrograms> left_out;  // its programs end without the lock
  const std::lock_guard lock(mutex_);
  std::erase(last_used_, named);
  last_used_.push_back(named);
  if (last_used_.size() > most_variants_running) {
    left_out = std::move(programs_[last_used_.front()]);
    programs_.erase(last_used_.front());
    last_used_.erase(last_used_.begin());
  }
  auto& programs = programs_[named];
  if (!programs) programs = std::make_shared<GamePrograms>(*this, program_, named, watchdog_);
  return programs;
}

void OwnGameType::end_programs() const {
  const std::lock_guard lock(mutex_);
  programs_.clear();
  last_used_.clear();
}

std::string OwnGameType::referee() const {
  return program_.is_unnamed ? programs("")->facts().name : program_.name;
}

void OwnGameType::visit_hashes(const StartSpec& spec, std::span<const std::string_view> turns,
                               const std::function<bool(std::uint64_t)>& visitor) const {
  const auto game = start(spec);
  programs(spec.variant)->require(Ability::position);
  const auto hash = [&] {
    KeyMaker key;
    key.add(game->position());
    return key.key().low;
  };
  bool go_on = visitor(hash());
  for (auto turn = turns.begin(); go_on && turn != turns.end(); ++turn) {
    go_on = !game->play(*turn) && visitor(hash());
  }
}

void OwnGameType::visit_positions(const StartSpec&, std::span<const std::string_view>, Visited,
                                  const std::function<bool(const SearchedPosition&)>&) const {
  throw InputError(
      message("only the program of {0} knows its positions; they cannot be searched for", title()));
}

DiagramBoard OwnGameType::diagram_board(std::string_view) const {
  throw InputError(message(
      "{0} has no diagrams; 'schiri position' shows the board that its program draws", title()));
}

std::unique_ptr<Game> OwnGameType::start(const StartSpec& spec) const {
  require_word_start(spec.position);
  const std::string_view known = variant_table.known(spec.variant);
  return std::make_unique<OwnGame>(*this, spec.position,
                                   std::string(known.empty() ? variant_table.standard() : known),
                                   programs(spec.variant));
}

std::unique_ptr<Player> OwnGameType::make_bot(const BotSpec& spec, std::string_view) const {
  return make_game_bot(spec);
}

void OwnGameType::check_movetext(const StartSpec& spec, MovetextReader& reader,
                                 FindingLog& findings, GameCheck& check) const {
  const auto game = start(spec);
  game->ending();  // the program must know the start
  check_words(WordGame(*this, spec.position).side_to_move(), game.get(), reader, findings, check);
}

namespace {

struct OwnGames {
  std::mutex mutex;
  std::vector<std::unique_ptr<const OwnGameType>> games;
};

/// Never destroyed: a program that still runs at the end of the process ends with its input.
OwnGames& own_games() {
  static OwnGames& games = *new OwnGames;
  return games;
}

bool is_same_program(const BotSpec& a, const BotSpec& b) {
  return a.command == b.command && a.directory == b.directory && a.environment == b.environment &&
         a.host == b.host && a.memory == b.memory && a.options == b.options;
}

}  // namespace

void end_own_games() {
  OwnGames& own = own_games();
  const std::lock_guard lock(own.mutex);
  for (const auto& type : own.games) {
    type->end_programs();
    if (find_game(type->name()) == type.get()) put_game_type(word_game_type(type->name()));
  }
}

const OwnGameType* own_game_type(const GameType* type) {
  return dynamic_cast<const OwnGameType*>(type);
}

const OwnGameType& own_game(std::string_view name, const BotSpec& program,
                            std::chrono::milliseconds watchdog) {
  OwnGames& own = own_games();
  const std::lock_guard lock(own.mutex);
  const std::string folded = folded_game_name(name);
  if (!is_game_name(folded)) throw InputError(game_name_rule(name));
  const GameType* const known = find_game(folded);
  const OwnGameType* const same = own_game_type(known);
  if (same && is_same_program(same->program(), program)) {
    same->set_watchdog(watchdog);
    return *same;
  }
  if (known && !same && known->facts.has_rules) {
    throw InputError(message("schiri knows the rules of {0}; give the program's game another name",
                             known->title()));
  }
  // It was one before end_own_games().
  for (const auto& type : own.games) {
    if (type->name() != folded || !is_same_program(type->program(), program)) continue;
    type->set_watchdog(watchdog);
    put_game_type(*type);
    return *type;
  }
  own.games.push_back(std::make_unique<const OwnGameType>(folded, program, watchdog));
  put_game_type(*own.games.back());
  return *own.games.back();
}

}  // namespace schiri
