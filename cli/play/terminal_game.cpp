#include "cli/play/terminal_game.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <sstream>

#include "cli/line/board_style.h"
#include "cli/line/shell_word.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "core/base/date.h"
#include "core/match/turn_comment.h"
#include "notation/game_svg.h"
#include "notation/records/conversion/played_record.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

constexpr char help[] =
    "Type a turn, whole or part by part; Enter alone ends one that could go on.\n"
    "  back       remove the part entered last\n"
    "  turns      list the legal turns, or their beginnings\n"
    "  board      show the board\n"
    "  hint       show the turn of a bot\n"
    "  undo       take back your last turn and later ones; clocks are set back\n"
    "  clock      show the remaining time\n"
    "  record     show the game so far\n"
    "  rules      show the rules of the game\n"
    "  draw       offer a draw\n"
    "  resign     resign the game\n"
    "  save FILE  also write the game so far to a file\n"
    "  quit       stop; the game is stored and can be resumed\n";

/// Tags for the options that are needed to resume a game.
constexpr const char* bot_tags[] = {"WhiteBot", "BlackBot"};
constexpr const char* clock_tags[] = {"WhiteClock", "BlackClock"};
constexpr const char* type_tags[] = {"WhiteType", "BlackType"};
constexpr Side sides[] = {Side::white, Side::black};

constexpr std::string_view command_names[] = {"back", "board", "clock",  "draw",   "help",
                                              "hint", "quit",  "record", "resign", "rules",
                                              "save", "turns", "undo"};

constexpr std::string_view blanks = " \t";

std::string lower(std::string_view text) {
  std::string word(text);
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return word;
}

bool is_command(std::string_view line, std::string_view name) {
  const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
  const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
  return lower(line.substr(begin, end - begin)) == name;
}

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

/// The bot's evaluation of a position, in parentheses; empty without one.
std::string view_of(const Thought& thought) {
  return thought.score ? " (" + score_text(*thought.score) + ")" : "";
}

}  // namespace

TerminalGame::TerminalGame(TerminalGameSetup setup, GameFile file)
    : setup_(std::move(setup)),
      file_(std::move(file)),
      game_(setup_.type->start(setup_.start)),
      date_(utc_date()),
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

std::string TerminalGame::name(Side side) const {
  const std::string& own = setup_.seats[index(side)].spec.name;
  return std::string(side_name(side)) + " (" + printable(own) + ")";
}

ExitStatus TerminalGame::run() {
  show_start();
  play_->begin(interrupt_.token());
  while (!has_left_ && !interrupt_.interrupted() && !play_->is_over()) {
    if (seat(mover()).is_person()) {
      let_person_play();
    } else {
      let_bot_play();
    }
  }
  return finish();
}

void TerminalGame::show_start() const {
  std::cout << setup_.type->title() << ": " << name(Side::white) << " - " << name(Side::black)
            << '\n';
  const bool has_person =
      std::any_of(setup_.seats.begin(), setup_.seats.end(), [](auto& s) { return s.is_person(); });
  if (has_person) std::cout << "Type a turn, or 'help'.\n";
  std::cout << '\n' << std::flush;
}

void TerminalGame::show_board() const {
  std::cout << StyledText{game_->board(board_style())} << '\n'
            << translated(state_sentence(*game_)) << '\n'
            << std::flush;
}

void TerminalGame::show_clocks() {
  for (const Side side : sides) {
    const PlayerClock* clock = play_->clock(side);
    std::cout << side_name(side) << ": "
              << (clock ? clock_time_text(clock->left()) : std::string("no clock")) << '\n';
  }
}

void TerminalGame::let_bot_play() {
  const Side side = mover();
  const std::size_t before = game_->turns().size();
  play_->take_turn(interrupt_.token());
  if (game_->turns().size() == before) return;
  // Without the time, so that output is reproducible.
  const std::string comment = without_time(play_->result().comments.back());
  std::cout << name(side) << " plays " << game_->turns().back()
            << (comment.empty() ? "" : " (" + comment + ")") << "\n\n"
            << std::flush;
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
  if (isatty(STDIN_FILENO)) std::cout << prompt << std::flush;
  return input_.next(deadline, interrupted);
}

InputLines::Reading TerminalGame::read_turn(const TurnEntry& entry,
                                            std::optional<InputLines::TimePoint> deadline) {
  const std::string prompt =
      std::string(side_name(mover())) + (entry.begun().empty() ? "" : " ") + entry.begun() + "> ";
  const auto completer = [&](std::string_view typed) {
    std::vector<std::string> lines = entry.completions(typed);
    for (const std::string_view command : command_names) {
      if (command.starts_with(lower(typed))) lines.emplace_back(command);
    }
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
    if (is_end || is_command(reading.line, "quit")) return leave(time);
    if (obey(reading.line, entry)) continue;
    const auto answer = entry.take(reading.line);
    std::cout << answer.message << std::flush;
    if (!answer.turn) continue;
    play_->answer({*answer.turn}, time);
    std::cout << '\n' << std::flush;
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
      {"help", [] { std::cout << help; }},
      {"back",
       [&] { std::cout << (entry.take_back() ? entry.ways_on() : "No part is entered.\n"); }},
      {"turns", [this] { show_turns(); }},
      {"board", [this] { show_board(); }},
      {"hint", [this] { give_hint(); }},
      {"undo", [this] { undo(); }},
      {"clock", [this] { show_clocks(); }},
      {"record", [this] { std::cout << write_record(record()); }},
      {"rules", [this] { std::cout << rules_of(*setup_.type) << '\n'; }},
      {"draw", [this] { offer_draw(); }},
      {"resign", [this] { resign(); }},
      {"save", [&] { save_as(argument_of(line)); }},
  };
  for (const auto& [name, obey_it] : commands) {
    if (!is_command(line, name)) continue;
    obey_it();
    std::cout << std::flush;
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
    std::cout << in_lines(turns);
    return;
  }
  std::cout << "There are more turns than can be shown.\n" << TurnEntry(*game_).ways_on();
}

void TerminalGame::give_hint() {
  if (!adviser_) adviser_ = setup_.type->make_bot(setup_.adviser, setup_.start.variant);
  adviser_->new_game(derive_seed(setup_.seed, game_->turns().size()));
  const Thought thought = adviser_->think(*game_, {}, interrupt_.token());
  std::cout << printable(setup_.adviser.name) << " would play " << thought.turn << view_of(thought);
  if (!thought.lines.empty() && thought.lines.front().turns.size() > 1) {
    std::cout << ", and expects";
    const auto& line = thought.lines.front().turns;
    for (std::size_t i = 1; i < std::min<std::size_t>(line.size(), 6); ++i) {
      std::cout << ' ' << line[i];
    }
  }
  std::cout << '\n';
}

void TerminalGame::undo() {
  const bool alone = !seat(opponent(mover())).is_person();
  const std::size_t turns = alone ? 2 : 1;
  if (game_->turns().size() < turns) {
    std::cout << "No turn of yours has been played yet.\n";
    return;
  }
  play_->take_back(turns);
  kept_turns_ = std::min(kept_turns_, game_->turns().size());
  std::cout << (turns == 1 ? "The last turn is" : "The last two turns are") << " taken back.\n\n";
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
    std::cout << "Does " << name(other) << " agree? (yes or no)\n" << std::flush;
    const auto reading = read("", {}, std::nullopt);
    return reading.event == InputLines::Event::line && lower(reading.line).starts_with('y');
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
    std::cout << name(opponent(mover())) << " declines.\n";
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
    std::cout << "Saved to " << printable(path, 4096) << ".\n";
  } catch (const UnusableError& error) {
    std::cout << error.what() << '\n';
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

void TerminalGame::tell_of_file() { std::cout << "The game is kept in " << file_.path() << ".\n"; }

ExitStatus TerminalGame::finish() {
  play_->let_rest();
  const PlayedGame& played = play_->result();
  const bool over = played.termination.has_value();
  if (over) {
    std::cout << '\n' << StyledText{game_->board(board_style())} << '\n';
    if (played.ending) {
      std::cout << translated(describe(*played.ending)) << '\n';
    } else {
      std::cout << result_text(played.outcome) << ": " << played.remark << '\n';
    }
  }
  for (Seat& one : setup_.seats) {
    if (one.player) one.player->retire();
  }
  const bool anything = over || game_->turns().size() > 0;
  if (anything) {
    const std::string text = write_record(record());
    try {
      file_.save(text);
      tell_of_file();
    } catch (const UnusableError&) {
      // At least the screen shows the record.
      std::cout << text << std::flush;
      throw;
    }
    if (!over) {
      std::cout << "Go on with: schiri play --continue "
                << printable(shell_word(file_.path()), 4096) << '\n';
    }
  }
  return interrupt_.interrupted() ? ExitStatus::interrupted : ExitStatus::done;
}

}  // namespace schiri::cli
