#include "cli/play/terminal_game.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <sstream>

#include "cli/games/rules_text.h"
#include "cli/line/argument_files.h"
#include "cli/line/board_style.h"
#include "cli/line/confirmation.h"
#include "cli/line/defaults.h"
#include "cli/line/start.h"
#include "cli/play/typed_commands.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "core/base/date.h"
#include "core/base/text.h"
#include "core/match/turn_comment.h"
#include "notation/game_svg.h"
#include "notation/programs/own_game.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// Tags for the options that are needed to resume a game.
constexpr const char* bot_tags[] = {"WhiteBot", "BlackBot"};
constexpr const char* clock_tags[] = {"WhiteClock", "BlackClock"};
constexpr const char* type_tags[] = {"WhiteType", "BlackType"};
constexpr Side sides[] = {Side::white, Side::black};

/// The text after the first word.
std::string argument_of(const std::string& line) {
  std::istringstream words(line);
  std::string command, argument;
  words >> command;
  std::getline(words >> std::ws, argument);
  return argument;
}

std::vector<std::string> tags_told(const std::vector<Tag>& tags) {
  std::vector<std::string> names;
  for (const Tag& tag : tags) names.push_back(tag.name);
  return names;
}

/// A turn, with the bot's evaluation in parentheses if there is one.
Message with_evaluation(std::string_view turn, const std::string& evaluation) {
  if (evaluation.empty()) return turn;
  return message("{0} ({1})", turn, Decimal{evaluation});
}

Message side_word(Side side) { return side == Side::white ? message("White") : message("Black"); }

}  // namespace

TerminalGame::TerminalGame(TerminalGameSetup setup, GameFile file)
    : setup_(std::move(setup)),
      file_(std::move(file)),
      game_(setup_.type->start(setup_.start)),
      date_(local_date()),
      input_(STDIN_FILENO) {
  if (LineEditor::is_possible()) editor_.emplace();
  if (setup_.begun) {
    for (const std::string_view turn : setup_.begun->turns()) game_->play(turn);
    kept_turns_ = game_->turns().size();
  }
  for (const Side side : sides) {
    options_.terms[index(side)] = terms_of(seat(side).spec);
    options_.seeds[index(side)] = derive_seed(setup_.seed, side);
  }
  play_.emplace(*game_, std::array{seat(Side::white).player.get(), seat(Side::black).player.get()},
                options_);
  for (const Side side : sides) {
    PlayerClock* clock = play_->clock(side);
    const std::string_view left = setup_.begun ? setup_.begun->tag(clock_tags[index(side)]) : "";
    if (clock && !left.empty()) {
      const int turns = static_cast<int>((game_->turns().size() + (side == mover() ? 0 : 1)) / 2);
      clock->set(parse_clock_time(left).value_or(clock->left()), turns);
    };
  }
}

Message TerminalGame::name(Side side) const {
  return message("{0} ({1})", side_word(side), printable(setup_.seats[index(side)].spec.name));
}

ExitStatus TerminalGame::run() {
  show_start();
  try {
    play_->begin(interrupt_.token());
    while (!has_left_ && !interrupt_.interrupted() && !play_->is_over()) {
      if (seat(mover()).is_person()) {
        let_person_play();
      } else {
        let_bot_play();
      }
    }
  } catch (const InfrastructureError&) {
    // A program that knows the rules may be mended, and the game goes on.
    if (!game_->turns().empty()) keep();
    throw;
  }
  return finish();
}

void TerminalGame::show_start() const {
  console::out << setup_.type->title() << ": " << translated(name(Side::white)) << " - "
               << translated(name(Side::black)) << '\n';
  const bool has_person =
      std::any_of(setup_.seats.begin(), setup_.seats.end(), [](auto& s) { return s.is_person(); });
  if (has_person) {
    say(console::out, message("Type a turn, or '{0}'.", typed_word("help")));
  }
  console::out << '\n' << std::flush;
}

void TerminalGame::show_board() const {
  console::out << StyledText{game_->board(board_style())} << '\n'
               << translated(state_sentence(*game_)) << '\n'
               << std::flush;
}

void TerminalGame::show_clocks() {
  for (const Side side : sides) {
    const PlayerClock* clock = play_->clock(side);
    const Message left =
        clock ? message("{0}", Decimal{clock_time_text(clock->left())}) : message("no clock");
    say(console::out,
        side == Side::white ? message("White: {0}", left) : message("Black: {0}", left));
  }
}

void TerminalGame::let_bot_play() {
  const Side side = mover();
  const std::size_t before = game_->turns().size();
  play_->take_turn(interrupt_.token());
  if (game_->turns().size() == before) return;
  // Without the time, so that output is reproducible.
  const std::string comment = without_time(play_->result().comments.back());
  const Message turn = with_evaluation(game_->turns().back(), comment);
  console::out << translated(message("{0} plays {1}", name(side), turn)) << "\n\n" << std::flush;
}

/// The time at which the mover's time is up.
std::optional<InputLines::TimePoint> TerminalGame::flag(std::chrono::nanoseconds begin) {
  const PlayerClock* clock = play_->clock(mover());
  if (!clock) return std::nullopt;
  const auto margin = options_.terms[index(mover())].margin;
  return InputLines::TimePoint(begin + clock->left() + margin + std::chrono::milliseconds(1));
}

InputLines::Reading TerminalGame::read(const std::string& prompt,
                                       const LineEditor::Completer& completer,
                                       std::optional<InputLines::TimePoint> deadline) {
  const auto interrupted = [this] { return interrupt_.interrupted(); };
  if (editor_) return editor_->next(prompt, completer, deadline, interrupted);
  if (console::is_terminal(STDIN_FILENO)) console::out << prompt << std::flush;
  return input_.next(deadline, interrupted);
}

InputLines::Reading TerminalGame::read_turn(const TurnEntry& entry,
                                            std::optional<InputLines::TimePoint> deadline) {
  const std::string prompt =
      translated(side_word(mover())) + (entry.begun().empty() ? "" : " ") + entry.begun() + "> ";
  const auto completer = [&](std::string_view typed) {
    std::vector<std::string> lines = entry.completions(typed);
    for (std::string& word : typed_words_with(typed)) lines.push_back(std::move(word));
    return lines;
  };
  return read(prompt, completer, deadline);
}

void TerminalGame::let_person_play() {
  show_board();
  play_->let_ponder(interrupt_.token());
  const auto begin = monotonic_time();
  TurnEntry entry(*game_);
  is_settled_ = false;
  while (!is_settled_) {
    const auto reading = read_turn(entry, flag(begin));
    const auto time = monotonic_time() - begin;
    if (reading.event == InputLines::Event::deadline) return play_->answer({}, time);
    const bool is_end = reading.event != InputLines::Event::line;
    if (is_end || is_typed_command(reading.line, "quit")) return leave(time);
    if (obey(reading.line, entry)) continue;
    const auto answer = entry.take(reading.line);
    console::out << answer.message << std::flush;
    if (!answer.turn) continue;
    play_->answer({*answer.turn}, time);
    console::out << '\n' << std::flush;
    return;
  }
}

/// Deducts the thinking time so far.
void TerminalGame::leave(std::chrono::nanoseconds time) {
  has_left_ = true;
  if (PlayerClock* clock = play_->clock(mover())) clock->set(clock->left() - time);
}

/// Executes a command; returns false if the line is not a command, so it may be a turn.
bool TerminalGame::obey(const std::string& line, TurnEntry& entry) {
  const std::pair<const char*, std::function<void()>> commands[] = {
      {"help", [] { console::out << typed_help(); }},
      {"back",
       [&] {
         console::out << (entry.take_back() ? entry.ways_on()
                                            : translated(message("No part is entered.")) + '\n');
       }},
      {"turns", [this] { show_turns(); }},
      {"board", [this] { show_board(); }},
      {"hint", [this] { give_hint(); }},
      {"undo", [this] { undo(); }},
      {"clock", [this] { show_clocks(); }},
      {"record", [this] { console::out << write_record(record()); }},
      {"rules",
       [this] { console::out << rules_text(*setup_.type, output_language().language()) << '\n'; }},
      {"draw", [this] { offer_draw(); }},
      {"resign", [this] { resign(); }},
      {"save", [&] { save_as(argument_of(line)); }},
  };
  for (const auto& [name, obey_it] : commands) {
    if (!is_typed_command(line, name)) continue;
    obey_it();
    console::out << std::flush;
    return true;
  }
  return false;
}

void TerminalGame::show_turns() const {
  constexpr std::size_t most = 200;
  std::vector<std::string> turns;
  game_->visit_turns([&](std::string_view turn) {
    turns.emplace_back(turn);
    return turns.size() <= most;
  });
  if (turns.size() <= most) {
    std::sort(turns.begin(), turns.end());
    console::out << in_lines(turns);
    return;
  }
  console::out << translated(message("There are more turns than can be shown.")) << '\n'
               << TurnEntry(*game_).ways_on();
}

void TerminalGame::give_hint() {
  if (!adviser_) adviser_ = setup_.type->make_bot(setup_.adviser, setup_.start.variant);
  adviser_->new_game(derive_seed(setup_.seed, game_->turns().size()));
  const Thought thought = adviser_->think(*game_, {}, interrupt_.token());
  const std::string adviser = printable(setup_.adviser.name);
  const Message turn =
      with_evaluation(thought.turn, thought.score ? score_text(*thought.score) : "");
  std::string expected;
  if (!thought.lines.empty()) {
    const auto& line = thought.lines.front().turns;
    for (std::size_t i = 1; i < std::min<std::size_t>(line.size(), 6); ++i) {
      expected += (i > 1 ? " " : "") + line[i];
    }
  }
  say(console::out, expected.empty()
                        ? message("{0} would play {1}", adviser, turn)
                        : message("{0} would play {1}, and expects {2}", adviser, turn, expected));
}

void TerminalGame::undo() {
  const bool alone = !seat(opponent(mover())).is_person();
  const std::size_t turns = alone ? 2 : 1;
  if (game_->turns().size() < turns) {
    say(console::out, message("No turn of yours has been played yet."));
    return;
  }
  play_->take_back(turns);
  kept_turns_ = std::min(kept_turns_, game_->turns().size());
  console::out << translated(turns == 1 ? message("The last turn is taken back.")
                                        : message("The last two turns are taken back."))
               << "\n\n";
  is_settled_ = true;
}

void TerminalGame::resign() {
  play_->end(win_for(opponent(mover())), Termination::resignation,
             std::string(side_name(mover())) + " has resigned");
  is_settled_ = true;
}

/// Does the opponent, a bot or a person, accept a draw?
bool TerminalGame::other_agrees() {
  const Side other = opponent(mover());
  if (seat(other).is_person()) {
    console::out << translated(message("Does {0} agree? (yes or no)", name(other))) << '\n'
                 << std::flush;
    const auto reading = read("", {}, std::nullopt);
    return reading.event == InputLines::Event::line && means_yes(reading.line);
  }
  if (!adviser_) adviser_ = setup_.type->make_bot(setup_.adviser, setup_.start.variant);
  adviser_->new_game(derive_seed(setup_.seed, game_->turns().size()));
  const Thought thought = adviser_->think(*game_, {}, interrupt_.token());
  if (!thought.score) return true;
  return thought.score->kind == Score::Kind::win ||
         (thought.score->kind == Score::Kind::value && thought.score->amount >= 0);
}

void TerminalGame::offer_draw() {
  if (!other_agrees()) {
    say(console::out, message("{0} declines.", name(opponent(mover()))));
    return;
  }
  play_->end(Outcome::draw, Termination::agreement, "a draw by agreement");
  is_settled_ = true;
}

void TerminalGame::save_as(const std::string& path) {
  if (path.empty()) {
    file_.save(write_record(record()));
    tell_of_file();
    return;
  }
  try {
    GameFile(path).save(write_record(record()));
    say(console::out, message("Saved to {0}.", printable(path, 4096)));
  } catch (const MessageError& error) {
    say(console::out, error.message());
  }
}

Record TerminalGame::record() {
  Record record = played_record(*setup_.type,
                                {"casual game", "schiri", date_, "-", seat(Side::white).spec.name,
                                 seat(Side::black).spec.name},
                                setup_.start, *game_, play_->result());
  for (const Side side : sides) {
    record.tags.push_back({type_tags[index(side)], seat(side).is_person() ? "human" : "program"});
  }
  for (const Side side : sides) {
    if (!seat(side).spec.builtin.empty() && !seat(side).is_person()) {
      record.tags.push_back({bot_tags[index(side)], bot_spec_text(seat(side).spec)});
    }
  }
  record.tags.push_back({"Seed", std::to_string(setup_.seed)});
  add_clocks(record);
  if (!setup_.begun) return record;
  // Earlier tags stay, except for those that are set again.
  const auto told = tags_told(record.tags);
  for (const char* name : {"Event", "Site", "Date", "Round"}) {
    record.set_tag(name, setup_.begun->tag(name));
  }
  for (const Tag& tag : setup_.begun->tags) {
    const bool is_own = std::find(told.begin(), told.end(), tag.name) != told.end() ||
                        tag.name.ends_with("Clock") || tag.name == "Termination";
    if (!is_own) record.tags.push_back(tag);
  }
  std::vector<Element> movetext;
  std::size_t turns = 0;
  for (const Element& element : setup_.begun->movetext) {
    turns += element.kind == Element::Kind::turn;
    if (turns > kept_turns_) break;
    movetext.push_back(element);
  }
  turns = 0;
  for (const Element& element : record.movetext) {
    turns += element.kind == Element::Kind::turn;
    if (turns > kept_turns_) movetext.push_back(element);
  }
  record.movetext = std::move(movetext);
  const auto& trailing = setup_.begun->trailing_comments;
  record.trailing_comments.insert(record.trailing_comments.begin(), trailing.begin(),
                                  trailing.end());
  return record;
}

void TerminalGame::add_clocks(Record& record) {
  add_time_controls(record, seat(Side::white).spec.time_control,
                    seat(Side::black).spec.time_control);
  if (play_->result().termination) return;
  for (const Side side : sides) {
    if (const PlayerClock* clock = play_->clock(side)) {
      record.tags.push_back({clock_tags[index(side)], clock_time_text(clock->left())});
    }
  }
}

void TerminalGame::tell_of_file() {
  say(console::out, message("The game is kept in {0}.", file_.path()));
}

/// How the game ended, for the players; the record has it in English.
Message TerminalGame::end_sentence() {
  const PlayedGame& played = play_->result();
  if (played.ending) return describe(*played.ending);
  const std::string_view result = result_text(played.outcome);
  if (played.outcome == Outcome::draw) {
    return *played.termination == Termination::agreement
               ? message("{0}: a draw by agreement", result)
               : message("{0}: {1}", result, played.remark);
  }
  const Side loser = played.outcome == Outcome::white_wins ? Side::black : Side::white;
  const bool is_white = loser == Side::white;
  const Terms& terms = options_.terms[index(loser)];
  switch (*played.termination) {
    case Termination::resignation:
      if (!seat(loser).is_person()) {
        return is_white ? message("{0}: White resigns", result)
                        : message("{0}: Black resigns", result);
      }
      return is_white ? message("{0}: White has resigned", result)
                      : message("{0}: Black has resigned", result);
    case Termination::time_forfeit:
      if (!terms.clock) break;
      return is_white ? message("{0}: White ran out of time ({1})", result, terms.clock_text)
                      : message("{0}: Black ran out of time ({1})", result, terms.clock_text);
    default:
      break;
  }
  return message("{0}: {1}", result, played.remark);
}

/// Writes the game to its file.
void TerminalGame::keep() {
  const std::string text = write_record(record());
  try {
    file_.save(text);
    tell_of_file();
  } catch (const MessageError&) {
    // At least the screen shows the record.
    console::out << text << std::flush;
    throw;
  }
  if (play_->result().termination) return;
  say(console::out, message("Go on with: {0}", "schiri play " + program_word() + "--continue " +
                                                   printable(shell_word(file_.path()), 4096)));
}

/// The argument that names the program which knows the rules, and a blank; empty for other games.
std::string TerminalGame::program_word() const {
  if (!own_game_type(setup_.type)) return "";
  return printable(shell_word(argument_of(*setup_.type)), 4096) + ' ';
}

ExitStatus TerminalGame::finish() {
  play_->let_rest();
  const PlayedGame& played = play_->result();
  const bool over = played.termination.has_value();
  if (over) {
    console::out << '\n'
                 << StyledText{game_->board(board_style())} << '\n'
                 << translated(end_sentence()) << '\n';
  }
  for (Seat& one : setup_.seats) {
    if (one.player) one.player->retire();
  }
  if (over || !game_->turns().empty()) keep();
  return interrupt_.interrupted() ? ExitStatus::interrupted : ExitStatus::done;
}

}  // namespace schiri::cli
