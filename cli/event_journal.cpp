#include "cli/event_journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/command.h"
#include "cli/event_log.h"
#include "core/match/systems.h"
#include "notation/finding_log.h"
#include "notation/games.h"

namespace schiri::cli {

namespace {

constexpr std::array<std::string_view, 3> bye_kinds = {"odd", "asked", "absent"};

[[noreturn]] void give_up(const std::string& path, const std::string& what) {
  throw UnusableError(printable(path, 4096) + ": " + what);
}

std::string system_reason() { return std::strerror(errno); }

std::string read_all(int descriptor, const std::string& path) {
  std::string text;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t got = ::read(descriptor, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) give_up(path, "cannot be read: " + system_reason());
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

void write_all(int descriptor, std::string_view text, const std::string& path) {
  const off_t before = ::lseek(descriptor, 0, SEEK_END);
  for (std::string_view left = text; !left.empty();) {
    const ssize_t put = ::write(descriptor, left.data(), left.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      const std::string reason = system_reason();
      // Half a line would be none, but must not be gone on from.
      static_cast<void>(::ftruncate(descriptor, before) == 0);
      give_up(path, "cannot be written: " + reason);
    }
    left.remove_prefix(static_cast<std::size_t>(put));
  }
  if (::fsync(descriptor) != 0) give_up(path, "cannot be written: " + system_reason());
}

std::uint64_t number(const Json& act, const char* key) { return act.at(key).get<std::uint64_t>(); }

/// What is only shown, never asked about, must be there as well.
void require_texts(const Json& act) {
  static_cast<void>(act.at("time").get<std::string>());
  if (act.contains("record")) static_cast<void>(act.at("record").get<std::string>());
}

}  // namespace

std::string_view bye_kind_name(ByeKind kind) { return bye_kinds[static_cast<std::size_t>(kind)]; }

EventJournal EventJournal::begin(const std::string& path, const EventHead& head, System system,
                                 std::uint64_t rounds) {
  static_cast<void>(OpenEvent(system, rounds));  // complains before there is a file
  EventJournal journal(path);
  journal.descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (journal.descriptor_ < 0) {
    give_up(path, errno == EEXIST ? "there is such a file already"
                                  : "cannot be made: " + system_reason());
  }
  journal.write("new", {{"name", head.name},
                        {"game", head.game},
                        {"variant", head.variant},
                        {"place", head.place},
                        {"date", head.date},
                        {"system", system_name(system)},
                        {"rounds", rounds}});
  return journal;
}

EventJournal EventJournal::open(const std::string& path, bool to_write) {
  EventJournal journal(path);
  journal.descriptor_ = ::open(path.c_str(), (to_write ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (journal.descriptor_ < 0) give_up(path, "cannot be opened: " + system_reason());
  if (to_write && ::flock(journal.descriptor_, LOCK_EX | LOCK_NB) != 0) {
    give_up(path, "another command is writing to it just now");
  }
  journal.read();
  return journal;
}

EventJournal::EventJournal(EventJournal&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      head_(std::move(other.head_)),
      event_(std::move(other.event_)),
      acts_(std::move(other.acts_)) {}

EventJournal::~EventJournal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void EventJournal::read() {
  const std::string text = read_all(descriptor_, path_);
  std::size_t line = 0, at = 0;
  for (std::size_t end; (end = text.find('\n', at)) != text.npos; at = end + 1) {
    ++line;
    try {
      apply(Json::parse(std::string_view(text).substr(at, end - at)));
    } catch (const Json::exception&) {
      give_up(path_, "line " + std::to_string(line) + " is none of an event's file");
    } catch (const OpenEventError& error) {
      give_up(path_, "line " + std::to_string(line) + " cannot be: " + error.what());
    }
  }
  if (!event_) give_up(path_, "this is no file of an event");
  // What was being written when the power went was never said to be done.
  if (at < text.size() && (::fcntl(descriptor_, F_GETFL) & O_ACCMODE) == O_RDWR &&
      ::ftruncate(descriptor_, static_cast<off_t>(at)) != 0) {
    give_up(path_, "cannot be written: " + system_reason());
  }
}

void EventJournal::apply(const Json& act) {
  const std::string kind = act.at("act").get<std::string>();
  if (act.at("v") != 1) throw OpenEventError("it was written by a newer schiri");
  require_texts(act);
  if (kind == "new") {
    if (event_) throw OpenEventError("an event begins once");
    const auto system = find_system(act.at("system").get<std::string>());
    head_ = {act.at("name"), act.at("game"), act.at("variant"), act.at("place"), act.at("date")};
    const GameType* type = find_game(head_.game);
    if (!system || !type) throw OpenEventError("its game or system is not known");
    event_.emplace(*system, number(act, "rounds"));
    acts_.push_back(act);
    return;
  }
  if (!event_) throw OpenEventError("nothing comes before an event's beginning");
  const auto result = [&]() -> std::optional<BoardResult> {
    if (act.at("result").is_null()) return std::nullopt;
    const auto found = find_board_result(act.at("result").get<std::string>());
    if (!found) throw OpenEventError("its result is none");
    return found;
  };
  if (kind == "enter") {
    EntrantName entrant{act.at("name"), std::nullopt};
    if (act.contains("rating")) entrant.rating = act.at("rating").get<int>();
    event_->enter(entrant);
  } else if (kind == "withdraw") {
    event_->withdraw(act.at("name").get<std::string>());
  } else if (kind == "bye") {
    event_->ask_bye(act.at("name").get<std::string>(), number(act, "round"));
  } else if (kind == "pair") {
    apply_pairing(act);
  } else if (kind == "result" && result()) {
    event_->set_result(number(act, "round"), number(act, "board"), *result());
  } else if (kind == "correct") {
    event_->correct_result(number(act, "round"), number(act, "board"), result());
  } else {
    throw OpenEventError("'" + printable(kind) + "' is nothing that can be done");
  }
  acts_.push_back(act);
}

void EventJournal::apply_pairing(const Json& act) {
  if (number(act, "round") != event_->rounds().size() + 1) {
    throw OpenEventError("it pairs another round than the next one");
  }
  OpenRound round;
  const auto player = [&](const Json& name) { return event_->player(name.get<std::string>()); };
  for (const Json& board : act.at("boards")) {
    round.boards.push_back({player(board.at(0)), player(board.at(1)), std::nullopt});
  }
  for (const Json& bye : act.at("byes")) {
    const auto found = std::find(bye_kinds.begin(), bye_kinds.end(), bye.at(1).get<std::string>());
    if (found == bye_kinds.end()) throw OpenEventError("a bye is of no kind");
    round.byes.push_back({player(bye.at(0)), static_cast<ByeKind>(found - bye_kinds.begin())});
  }
  event_->add_round(std::move(round));
}

Json EventJournal::round_json(const OpenRound& round) const {
  const auto name = [&](std::size_t player) { return event_->players()[player].name; };
  Json boards = Json::array(), byes = Json::array();
  for (const Board& board : round.boards) {
    boards.push_back(Json::array({name(board.white), name(board.black)}));
  }
  for (const RoundBye& bye : round.byes) {
    byes.push_back(Json::array({name(bye.player), bye_kind_name(bye.kind)}));
  }
  return {{"round", event_->rounds().size() + 1}, {"boards", boards}, {"byes", byes}};
}

void EventJournal::write(const char* kind, Json details) {
  Json act = {{"v", 1}, {"time", utc_time()}, {"act", kind}};
  act.update(details);
  apply(act);
  write_all(descriptor_, act.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n', path_);
}

void EventJournal::enter(const EntrantName& entrant) {
  Json act = {{"name", entrant.name}};
  if (entrant.rating) act["rating"] = *entrant.rating;
  write("enter", act);
}

void EventJournal::withdraw(const std::string& name) { write("withdraw", {{"name", name}}); }

void EventJournal::ask_bye(const std::string& name, std::uint64_t round) {
  write("bye", {{"name", name}, {"round", round}});
}

void EventJournal::pair() { write("pair", round_json(event_->next_round())); }

void EventJournal::set_result(std::uint64_t round, std::uint64_t board, BoardResult result,
                              const std::string& record) {
  Json act = {{"round", round}, {"board", board}, {"result", board_result_text(result)}};
  if (!record.empty()) act["record"] = record;
  write("result", act);
}

void EventJournal::correct_result(std::uint64_t round, std::uint64_t board,
                                  std::optional<BoardResult> result) {
  write("correct", {{"round", round},
                    {"board", board},
                    {"result", result ? Json(board_result_text(*result)) : Json()}});
}

std::string EventJournal::record(std::uint64_t round, std::uint64_t board) const {
  std::string text;
  for (const Json& act : acts_) {
    if (act.value("round", std::uint64_t{0}) != round ||
        act.value("board", std::uint64_t{0}) != board) {
      continue;
    }
    // A corrected result is another one than the record's.
    if (act.at("act") == "correct") text.clear();
    if (act.at("act") == "result") text = act.value("record", "");
  }
  return text;
}

}  // namespace schiri::cli
