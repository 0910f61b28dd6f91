#include "notation/programs/game_program.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/match/turn_word.h"
#include "core/ugi/players.h"
#include "notation/programs/word_game.h"

namespace schiri {

namespace {

constexpr std::string_view names[] = {"turns", "position", "board", "playout"};
static_assert(std::size(names) == ability_count);

constexpr std::chrono::milliseconds patience_after_quit{1000};
constexpr std::chrono::milliseconds patience_after_signal{250};

std::string position_line(const AskedLine& line) {
  std::string text =
      line.start == startpos ? "position startpos" : "position fen " + std::string(line.start);
  if (!line.turns.empty() || !line.last.empty()) text += " moves";
  for (const std::string& turn : line.turns) text += ' ' + text_of_word(turn);
  if (!line.last.empty()) text += ' ' + text_of_word(line.last);
  return text;
}

/// What a program was asked about, for people.
std::string asked_text(const AskedLine& line) {
  const std::string text = position_line(line);
  const std::size_t mark = line.start == startpos ? 1 : 2;
  return printable(ugi::after_words(text, mark), 300);
}

/// The index of a word in a list; nullopt if it is not in it.
std::optional<std::size_t> index_of(std::string_view word,
                                    std::initializer_list<std::string_view> words) {
  const auto* const found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

/// Is a line an answer? Some programs answer `none` to all questions that they do not know.
bool is_answer(std::string_view line) {
  return ugi::first_word(line) == "response" && ugi::after_words(line, 1) != "none";
}

/// Is a line the answer of a program that refuses a question or a turn?
bool is_refusal(std::string_view line) {
  const std::string_view kind = ugi::first_word(line);
  const std::string_view first = ugi::first_word(ugi::after_words(line, 1));
  return kind == "error" || (kind == "response" && (first == "error" || first == "illegal"));
}

}  // namespace

std::string last_lines(const OutputTail& tail) {
  constexpr std::size_t most = 12;
  std::string text;
  const auto add = [&](const std::string& part, const std::string& mark) {
    const auto lines = split(trimmed(part, "\n"), '\n');
    for (std::size_t i = lines.size() - std::min(lines.size(), most); i < lines.size(); ++i) {
      if (!lines[i].empty()) text += "\n  " + mark + printable(lines[i], 200);
    }
  };
  add(tail.protocol, "");
  add(tail.standard_error, "| ");
  return text;
}

/// A running program, ready for questions.
class GamePrograms::Program {
 public:
  Program(const BotSpec& spec, std::chrono::milliseconds watchdog, std::optional<int> its_processor)
      : processor(its_processor), conversation_(process_options(spec, its_processor), watchdog) {}
  ~Program() {
    retire();
    conversation_.process().end(patience_after_quit, patience_after_signal);
  }
  void retire() { conversation_.process().ask_to_end("quit\n"); }

  void start(const BotSpec& spec, const UgiGame& played, const std::stop_token& stop) {
    conversation_.introduce(stop);
    set_options(conversation_, played, spec, stop);
    conversation_.make_ready(stop);
  }
  UgiConversation& conversation() { return conversation_; }

  const std::optional<int> processor;  ///< the only one that it runs on
  std::uint64_t game = 0;              ///< the last that it was asked about

 private:
  UgiConversation conversation_;
};

/// A program while it is asked; afterwards it is idle, unless it has failed.
class GamePrograms::Lease {
 public:
  Lease(GamePrograms& owner, const Asker& asker) : owner_(owner), program(owner.take(asker)) {}
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  ~Lease() {
    if (!is_done_ || !program) return;
    const std::lock_guard lock(owner_.mutex_);
    owner_.idle_.push_back(std::move(program));
  }
  /// All answers were read.
  void done() { is_done_ = true; }

 private:
  GamePrograms& owner_;
  bool is_done_ = false;

 public:
  std::unique_ptr<Program> program;
};

GamePrograms::GamePrograms(const GameType& type, BotSpec spec, std::string variant,
                           std::chrono::milliseconds watchdog)
    : title_(type.title()),
      spec_(std::move(spec)),
      game_(ugi_game(type, variant)),
      watchdog_(watchdog) {}

/// Asks all to end before it waits for the first.
GamePrograms::~GamePrograms() {
  for (const auto& program : idle_) program->retire();
}

void GamePrograms::fail(std::unique_ptr<Program>& program, const Message& what) const {
  OutputTail tail;
  if (program) tail = program->conversation().output_tail();
  program.reset();
  throw RefereeFailure(message("the referee '{0}' {1}", printable(spec_.name), what),
                       std::move(tail));
}

std::unique_ptr<GamePrograms::Program> GamePrograms::take(const Asker& asker) {
  {
    const std::lock_guard lock(mutex_);
    const auto fits = [&](const auto& idle) { return idle->processor == asker.processor; };
    const auto found = std::find_if(idle_.rbegin(), idle_.rend(), fits);
    if (found != idle_.rend()) {
      auto program = std::move(*found);
      idle_.erase(std::prev(found.base()));
      return program;
    }
  }
  std::unique_ptr<Program> program;
  try {
    program = std::make_unique<Program>(spec_, watchdog_, asker.processor);
    program->start(spec_, game_, asker.stop);
  } catch (const ProcessError& error) {
    fail(program, message("could not be started: {0}", error.message()));
  } catch (const PlayerFailure& failure) {
    fail(program, failure.message());
  }
  return program;
}

/// Two threads may ask at the same time; the first answer is kept.
const ProgramFacts& GamePrograms::facts(const Asker& asker) {
  {
    const std::lock_guard lock(mutex_);
    if (facts_) return *facts_;
  }
  ProgramFacts found = find_facts(asker);
  require_settings(found);
  const std::lock_guard lock(mutex_);
  if (!facts_) facts_ = std::move(found);
  return *facts_;
}

/// Some programs end at a question that they do not know: the next ones are asked of another
/// process. A random game may take too long; then programs are not asked for one.
ProgramFacts GamePrograms::find_facts(const Asker& asker) {
  ProgramFacts found;
  std::unique_ptr<Program> program;
  for (std::size_t i = 0; i < ability_count; ++i) {
    if (!program) program = take(asker);
    UgiConversation& conversation = program->conversation();
    if (found.name.empty()) {
      found.name = conversation.name().empty() ? spec_.name : conversation.name();
      found.options = conversation.options();
    }
    std::size_t answers = 0;
    const auto listen = [&](std::string_view line) {
      if (is_refusal(line) && found.refusal.empty()) found.refusal = line;
      answers += is_answer(line) && !is_refusal(line);
    };
    try {
      conversation.send({"position startpos", "query " + std::string(names[i]), "isready"},
                        asker.stop);
      conversation.wait_for("readyok", conversation.watchdog("readyok after queries"), asker.stop,
                            listen);
      found.abilities[i] = answers == 1;
    } catch (const PlayerFailure& failure) {
      const bool is_late = failure.termination == Termination::time_forfeit;
      if (is_late && i != static_cast<std::size_t>(Ability::playout)) {
        fail(program, failure.message());
      }
      program.reset();
    }
    if (asker.stop.stop_requested()) throw InfrastructureError(message("interrupted"));
  }
  return found;
}

/// The program must know the settings of the variant.
void GamePrograms::require_settings(const ProgramFacts& facts) const {
  const auto refuse = [](Message what) {
    throw StartError(StartError::Kind::unknown_variant, std::move(what));
  };
  const auto* const variant = ugi::find_option(facts.options, "Variant");
  if (game_.plain_variant != "standard") {
    const auto complaint = variant ? ugi::complaint_about(*variant, game_.plain_variant)
                                   : std::optional(message("it has one variant"));
    if (complaint) {
      refuse(message("{0} has no variant '{1}': {2}", title_, printable(game_.plain_variant),
                     *complaint));
    }
  }
  for (const auto& [name, value] : game_.settings) {
    const auto* const option = ugi::find_option(facts.options, name);
    if (!option) {
      std::string known;
      for (const auto& one : facts.options) known += (known.empty() ? "" : ", ") + one.name;
      refuse(message("{0} has no setting '{1}'; its options are: {2}", title_, printable(name),
                     printable(known, 500)));
    }
    if (const auto complaint = ugi::complaint_about(*option, value)) {
      refuse(message("{0}'s setting {1} has no value '{2}': {3}", title_, printable(name),
                     printable(value), *complaint));
    }
  }
}

void GamePrograms::require(Ability ability) {
  const ProgramFacts& known = facts();
  if (known.can(ability)) return;
  const std::string asked = "query " + std::string(names[static_cast<std::size_t>(ability)]);
  throw InputError(
      known.refusal.empty()
          ? message("the program '{0}' does not answer '{1}', which this needs",
                    printable(known.name), asked)
          : message("the program '{0}' does not answer '{1}', which this needs; it says '{2}'",
                    printable(known.name), asked, printable(known.refusal, 600)));
}

/// The answers to questions about a position, one to each. They are followed by `isready`: when
/// that is answered, no more answers come. None if `refusal` is set.
std::vector<std::string> GamePrograms::query(Lease& lease, const AskedLine& line,
                                             std::initializer_list<std::string_view> asked,
                                             Message& refusal, const Asker& asker) {
  std::vector<std::string> answers;
  const auto listen = [&](std::string_view text) {
    if (is_refusal(text)) {
      if (refusal.empty()) {
        refusal = message("the referee answers '{0}'", printable(text, 600));
        answers.assign(1, std::string(ugi::after_words(text, 1)));
      }
    } else if (ugi::first_word(text) == "response" && answers.size() <= asked.size() &&
               refusal.empty()) {
      answers.emplace_back(ugi::after_words(text, 1));
    }
  };
  UgiConversation& conversation = lease.program->conversation();
  std::vector<std::string> texts{position_line(line)};
  for (const std::string_view question : asked) texts.push_back("query " + std::string(question));
  texts.emplace_back("isready");
  const std::vector<std::string_view> lines(texts.begin(), texts.end());
  try {
    conversation.send(lines, asker.stop);
    const auto timeout = conversation.watchdog("readyok after queries");
    if (!conversation.wait_for("readyok", timeout, asker.stop, listen)) {
      throw InfrastructureError(message("interrupted"));
    }
  } catch (const PlayerFailure& failure) {
    fail(lease.program, message("{0}, asked about '{1}'", failure.message(), asked_text(line)));
  }
  if (refusal.empty() && answers.size() != asked.size()) {
    fail(lease.program,
         message("did not give one answer to each of the queries {0}, asked about '{1}'",
                 join(asked, ", ", [](auto name) { return name; }), asked_text(line)));
  }
  return answers;
}

/// The result is asked after the end alone: some programs have one before.
Ruling GamePrograms::judged(Lease& lease, const AskedLine& line, const Asker& asker) {
  const bool lists = facts(asker).can(Ability::turns),
             has_text = facts(asker).can(Ability::position);
  Ruling ruling;
  auto answers =
      lists && has_text
          ? query(lease, line, {"gameover", "p1turn", "turns", "position"}, ruling.refusal, asker)
      : lists ? query(lease, line, {"gameover", "p1turn", "turns"}, ruling.refusal, asker)
              : query(lease, line, {"gameover", "p1turn"}, ruling.refusal, asker);
  if (!ruling.refusal.empty()) {
    // A listed turn is legal, so the fault is the program's, unless it cannot read the position.
    const std::string& words = answers.front();
    if (lists && words.starts_with("position ") && line.start != startpos) {
      lease.done();
      throw StartError(StartError::Kind::bad_position,
                       message("'{0}' is not a position: {1}", printable(line.start, 200),
                               printable(std::string_view(words).substr(9), 300)));
    }
    if (lists) fail(lease.program, message("answers '{0}'", printable(words, 600)));
    return ruling;
  }
  const auto contradict = [&](const char* asked, const std::string& answer) {
    fail(lease.program, message("answered 'query {0}' with '{1}', asked about '{2}'", asked,
                                printable(answer, 200), asked_text(line)));
  };
  const auto over = index_of(answers[0], {"true", "false"});
  if (!over) contradict("gameover", answers[0]);
  if (has_text && lists) {
    ruling.position = answers[3];
    if (!is_word_start(ruling.position)) {
      fail(lease.program,
           message("answered 'query position' with '{0}': a position has 1 to {1} bytes without "
                   "control characters and the word 'moves'",
                   printable(ruling.position, 120), longest_word_start));
    }
  }
  const auto turn_of = index_of(answers[1], {"true", "false"});
  if (turn_of) ruling.to_move = turn_of == 0 ? Side::white : Side::black;
  if (*over == 1) {
    if (!turn_of) contradict("p1turn", answers[1]);
    if (!lists) return ruling;
    for (const std::string_view text : ugi::words(answers[2])) {
      ruling.turns.push_back(turn_word(text));
      if (ruling.turns.back().empty()) {
        fail(lease.program, message("lists {0}", word_rule(text)));
      }
    }
    if (ruling.turns.empty()) {
      fail(lease.program,
           message("lists no turn, but says that the game goes on, in '{0}'",
                   ruling.position.empty() ? asked_text(line) : printable(ruling.position, 300)));
    }
    return ruling;
  }
  const auto ended = query(lease, line, {"result"}, ruling.refusal, asker);
  if (!ruling.refusal.empty()) {
    if (lists) fail(lease.program, message("answers '{0}'", printable(ended.front(), 600)));
    return ruling;
  }
  const auto result = index_of(ended.front(), {"p1win", "p2win", "draw", "none"});
  if (!result) contradict("result", ended.front());
  if (*result == 3) {
    fail(lease.program, message("says that the game is over, but has no result, asked about '{0}'",
                                asked_text(line)));
  }
  ruling.outcome = static_cast<Outcome>(*result);
  return ruling;
}

Ruling GamePrograms::ask(const AskedLine& line, std::uint64_t game, const Asker& asker) {
  const bool lists = facts(asker).can(Ability::turns);
  Lease lease(*this, asker);
  if (!lists && lease.program->game != game) {
    try {
      lease.program->conversation().send("uginewgame", asker.stop);
      lease.program->conversation().make_ready(asker.stop);
    } catch (const PlayerFailure& failure) {
      fail(lease.program, failure.message());
    }
    lease.program->game = game;
  }
  Ruling ruling = judged(lease, line, asker);
  lease.done();
  return ruling;
}

std::string GamePrograms::single_answer(Ability ability, const AskedLine& line,
                                        std::string_view asked, const Asker& asker) {
  require(ability);
  Lease lease(*this, asker);
  Message refusal;
  auto answers = query(lease, line, {asked}, refusal, asker);
  if (!refusal.empty()) {
    fail(lease.program, message("answers '{0}'", printable(answers.front(), 600)));
  }
  lease.done();
  return std::move(answers.front());
}

std::string GamePrograms::board(const AskedLine& line, const Asker& asker) {
  const std::string answer = single_answer(Ability::board, line, "board", asker);
  std::string text;
  for (std::size_t at = 0; at <= answer.size();) {
    const std::size_t end = std::min(answer.find("\\n", at), answer.size());
    text += printable(std::string_view(answer).substr(at, end - at), 1000) + '\n';
    at = end + 2;
  }
  return text;
}

Outcome GamePrograms::playout(const AskedLine& line, std::uint64_t seed, const Asker& asker) {
  const std::string answer =
      single_answer(Ability::playout, line, "playout " + std::to_string(seed), asker);
  if (const auto result = index_of(answer, {"p1win", "p2win", "draw"})) {
    return static_cast<Outcome>(*result);
  }
  std::unique_ptr<Program> none;
  fail(none, message("answered 'query {0}' with '{1}', asked about '{2}'", "playout",
                     printable(answer, 200), asked_text(line)));
}

}  // namespace schiri
