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

/// What a program says, for people. A long text loses its middle, such as that of a state: its end
/// says what was raised, and where.
std::string told(std::string_view text) {
  constexpr std::size_t part = 220;
  if (text.size() <= 2 * part) return printable(text, 2 * part);
  const auto is_within = [&](std::size_t at) { return (text[at] & 0xc0) == 0x80; };
  std::size_t begin = part, end = text.size() - part;
  while (begin > 0 && is_within(begin)) --begin;
  while (end < text.size() && is_within(end)) ++end;
  return printable(text.substr(0, begin), part) + " ... " + printable(text.substr(end), part);
}

/// The last line that a program has written to its standard error, with the place that the report
/// of an exception in Python names before it; empty without any.
std::string last_words(std::string_view errors) {
  constexpr std::string_view file = "  File \"", line = "\", line ";
  std::string words, place;
  for (const std::string_view text : split(trimmed(errors, "\n"), '\n')) {
    if (!text.empty()) words = told(text);
    const std::size_t end = text.starts_with(file) ? text.find(line) : text.npos;
    if (end == text.npos) continue;
    const std::string_view path = text.substr(file.size(), end - file.size());
    const std::string_view number = text.substr(end + line.size());
    place = " (" + printable(path.substr(path.rfind('/') + 1)) + ", line " +
            std::string(number.substr(0, number.find_first_not_of("0123456789"))) + ')';
  }
  return words + place;
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

/// What an answer says; a drawing begins with the blanks of its first line.
std::string_view answer_in(std::string_view line, bool is_drawing) {
  if (!is_drawing) return ugi::after_words(line, 1);
  constexpr std::string_view word = "response";
  line.remove_prefix(std::min(line.find(word) + word.size() + 1, line.size()));
  return line;
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
  throw RefereeFailure(message("the game program '{0}' {1}", printable(spec_.name), what),
                       std::move(tail));
}

/// It has ended or is silent: its own name and its last words may tell more.
void GamePrograms::fail(std::unique_ptr<Program>& program, const PlayerFailure& failure,
                        const Message& what) const {
  OutputTail tail;
  std::string name;
  if (program) {
    name = program->conversation().name();
    tail = program->conversation().output_tail();
  }
  program.reset();
  const std::string words = last_words(tail.standard_error);
  const Message end = words.empty() ? what : message("{0}; its last words: {1}", what, words);
  const Message whole = name.empty() || name == spec_.name
                            ? message("the game program '{0}' {1}", printable(spec_.name), end)
                            : message("the game program '{0}' ({1}) {2}", printable(spec_.name),
                                      printable(name), end);
  throw RefereeFailure(whole, std::move(tail), failure.termination == Termination::time_forfeit);
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
    fail(program, failure, failure.message());
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

/// What a program replied to a question about the start.
struct GamePrograms::Reply {
  enum class Kind { nothing, answer, refusal, end };
  Kind kind = Kind::nothing;
  std::string text = {};  ///< of a refusal
};

/// Some programs end at a question that they do not know: the next one is asked of another process.
GamePrograms::Reply GamePrograms::reply(std::unique_ptr<Program>& program,
                                        const std::string& question, const Asker& asker) {
  if (!program) program = take(asker);
  UgiConversation& conversation = program->conversation();
  Reply reply;
  std::size_t answers = 0;
  const auto listen = [&](std::string_view line) {
    if (is_refusal(line) && reply.text.empty()) reply.text = line;
    answers += is_answer(line) && !is_refusal(line);
  };
  try {
    conversation.send({"position startpos", "query " + question, "isready"}, asker.stop);
    conversation.wait_for("readyok", conversation.watchdog("readyok after queries"), asker.stop,
                          listen);
    if (answers == 1) {
      reply.kind = Reply::Kind::answer;
    } else if (!reply.text.empty()) {
      reply.kind = Reply::Kind::refusal;
    }
  } catch (const PlayerFailure& failure) {
    if (failure.termination == Termination::time_forfeit) {
      fail(program, failure,
           message("{0}, asked '{1}' about '{2}'", failure.message(), "query " + question,
                   startpos));
    }
    reply.kind = Reply::Kind::end;
    program.reset();
  }
  if (asker.stop.stop_requested()) throw InfrastructureError(message("interrupted"));
  return reply;
}

/// A program that does not know a question treats it as a question that nobody knows: what it says
/// or does otherwise is a fault of its answer.
bool GamePrograms::knows(const Reply& reply, const std::string& question,
                         std::unique_ptr<Program>& program, std::optional<Reply>& unknown,
                         const Asker& asker) {
  using Kind = Reply::Kind;
  const std::string nothing = "nothing";
  if (reply.kind == Kind::answer) return true;
  if (reply.kind == Kind::nothing) return false;
  if (!unknown) unknown = this->reply(program, nothing, asker);
  std::string text = reply.text;
  for (std::size_t at = 0; (at = text.find(question, at)) != text.npos; at += nothing.size()) {
    text.replace(at, question.size(), nothing);
  }
  return unknown->kind != reply.kind || unknown->text != text;
}

ProgramFacts GamePrograms::find_facts(const Asker& asker) {
  ProgramFacts found;
  std::unique_ptr<Program> program = take(asker);
  const UgiConversation& conversation = program->conversation();
  found.name = conversation.name().empty() ? spec_.name : conversation.name();
  found.options = conversation.options();
  std::optional<Reply> unknown;
  for (const Ability ability : {Ability::turns, Ability::position, Ability::board}) {
    const auto at = static_cast<std::size_t>(ability);
    const std::string question(names[at]);
    const Reply said = reply(program, question, asker);
    found.abilities[at] = knows(said, question, program, unknown, asker);
    if (!found.abilities[at] && found.refusal.empty()) found.refusal = said.text;
  }
  return found;
}

/// A random game may take too long; then programs are not asked for one.
bool GamePrograms::can(Ability ability, const Asker& asker) {
  const ProgramFacts& known = facts(asker);
  const auto at = static_cast<std::size_t>(ability);
  if (ability != Ability::playout) return known.abilities[at];
  {
    const std::lock_guard lock(mutex_);
    if (plays_out_) return *plays_out_;
  }
  bool found = false;
  try {
    const std::string question(names[at]);
    std::unique_ptr<Program> program;
    std::optional<Reply> unknown;
    found = knows(reply(program, question, asker), question, program, unknown, asker);
  } catch (const RefereeFailure& failure) {
    if (!failure.is_late) throw;
  }
  const std::lock_guard lock(mutex_);
  plays_out_ = found;
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
  if (can(ability)) return;
  const std::string asked = "query " + std::string(names[static_cast<std::size_t>(ability)]);
  throw InputError(
      known.refusal.empty()
          ? message("the program '{0}' does not answer '{1}', which this needs",
                    printable(known.name), asked)
          : message("the program '{0}' does not answer '{1}', which this needs; it says '{2}'",
                    printable(known.name), asked, told(known.refusal)));
}

/// The answers to questions about a position, one to each. They are followed by `isready`: when
/// that is answered, no more answers come. None if `refusal` is set.
std::vector<std::string> GamePrograms::query(Lease& lease, const AskedLine& line,
                                             std::initializer_list<std::string_view> asked,
                                             Message& refusal, const Asker& asker) {
  std::vector<std::string> answers;
  const bool is_drawing = *asked.begin() == names[static_cast<std::size_t>(Ability::board)];
  const auto listen = [&](std::string_view text) {
    if (is_refusal(text)) {
      if (refusal.empty()) {
        refusal = message("the referee answers '{0}'", told(text));
        answers.assign(1, std::string(ugi::after_words(text, 1)));
      }
    } else if (ugi::first_word(text) == "response" && answers.size() <= asked.size() &&
               refusal.empty()) {
      answers.emplace_back(answer_in(text, is_drawing));
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
    const std::string question(*(asked.begin() + std::min(answers.size(), asked.size() - 1)));
    fail(lease.program, failure,
         message("{0}, asked '{1}' about '{2}'", failure.message(), "query " + question,
                 asked_text(line)));
  }
  if (refusal.empty() && answers.size() != asked.size()) {
    fail(lease.program,
         message("did not give one answer to each of the queries {0}, asked about '{1}'",
                 join(asked, ", ", [](auto name) { return name; }), asked_text(line)));
  }
  return answers;
}

/// If a program has refused a position, its own or another, throws. `words`: of its `error`.
void GamePrograms::tell_refused_position(Lease& lease, const AskedLine& line,
                                         std::string_view words) {
  if (ugi::first_word(words) != "position" || line.start == startpos) return;
  const std::string why = printable(ugi::after_words(words, 1), 300);
  const std::string start = printable(line.start, 200);
  const Message what = why.empty() ? message("'{0}' is not a position", start)
                                   : message("'{0}' is not a position: {1}", start, why);
  if (line.is_written) {
    fail(lease.program, message("refuses a position that it has written: {0}", what));
  }
  lease.done();
  throw StartError(StartError::Kind::bad_position, what);
}

/// The result is asked after the end alone: some programs have one before.
Ruling GamePrograms::judged(Lease& lease, const AskedLine& line, const Asker& asker) {
  const bool lists = can(Ability::turns, asker), has_text = can(Ability::position, asker);
  Ruling ruling;
  auto answers =
      lists && has_text
          ? query(lease, line, {"gameover", "p1turn", "turns", "position"}, ruling.refusal, asker)
      : lists ? query(lease, line, {"gameover", "p1turn", "turns"}, ruling.refusal, asker)
              : query(lease, line, {"gameover", "p1turn"}, ruling.refusal, asker);
  if (!ruling.refusal.empty()) {
    // A listed turn is legal, so the fault is the program's, unless it cannot read the position.
    if (lists) {
      tell_refused_position(lease, line, answers.front());
      fail(lease.program, message("answers '{0}'", told(answers.front())));
    }
    return ruling;
  }
  const auto contradict = [&](const char* asked, const std::string& answer) {
    fail(lease.program, message("answered 'query {0}' with '{1}', asked about '{2}'", asked,
                                printable(answer, 200), asked_text(line)));
  };
  const auto where = [&] {
    return ruling.position.empty() ? asked_text(line) : printable(ruling.position, 300);
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
      if (text == resignation) {
        fail(lease.program,
             message("lists the turn '{0}', by which bots resign, in '{1}'", resignation, where()));
      }
      ruling.turns.push_back(turn_word(text));
      if (ruling.turns.back().empty()) {
        fail(lease.program,
             message("lists '{0}' in '{1}': expected turns of at most {2} bytes, as a record "
                     "writes them, without control characters",
                     printable(text), where(), longest_turn_word));
      }
    }
    if (ruling.turns.empty()) {
      fail(lease.program,
           message("lists no turn, but says that the game goes on, in '{0}'", where()));
    }
    return ruling;
  }
  const auto ended = query(lease, line, {"result"}, ruling.refusal, asker);
  if (!ruling.refusal.empty()) {
    if (lists) fail(lease.program, message("answers '{0}'", told(ended.front())));
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
  const bool lists = can(Ability::turns, asker);
  Lease lease(*this, asker);
  if (!lists && lease.program->game != game) {
    try {
      lease.program->conversation().send("uginewgame", asker.stop);
      lease.program->conversation().make_ready(asker.stop);
    } catch (const PlayerFailure& failure) {
      fail(lease.program, failure, failure.message());
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
    tell_refused_position(lease, line, answers.front());
    fail(lease.program, message("answers '{0}'", told(answers.front())));
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
