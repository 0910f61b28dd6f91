#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/json.h"
#include "core/match/open_event.h"

namespace schiri::cli {

/// What an event of people is, beside its players and rounds.
struct EventHead {
  std::string name;
  std::string game;
  std::string variant;  ///< never empty
  std::string place;    ///< empty if unknown
  std::string date;     ///< `2026.11.21`
};

/// An event of people in a file: a line of JSON for each thing that was done (`v` 1, `time`, `act`
/// and more), never changed, only added to, so that the file tells how everything came about. What
/// stands in it is written to the disk before a command ends; a line that was cut off by a power
/// cut counts as never written.
class EventJournal {
 public:
  /// Begins a file; one must not be there. Throws UnusableError, OpenEventError.
  static EventJournal begin(const std::string& path, const EventHead& head, System system,
                            std::uint64_t rounds);
  /// Reads a file. `to_write`: keeps others from writing until this object goes. Throws
  /// UnusableError that names the line where it is no such file.
  static EventJournal open(const std::string& path, bool to_write);

  EventJournal(EventJournal&& other) noexcept;
  EventJournal(const EventJournal&) = delete;
  EventJournal& operator=(const EventJournal&) = delete;
  ~EventJournal();

  const EventHead& head() const { return head_; }
  const OpenEvent& event() const { return *event_; }
  /// All lines so far.
  const std::vector<Json>& acts() const { return acts_; }
  /// A board's record, as text of PGN; empty if there is none.
  std::string record(std::uint64_t round, std::uint64_t board) const;

  // Each does what OpenEvent does and writes it down; nothing is written where that throws.
  void enter(const EntrantName& entrant);
  void withdraw(const std::string& name);
  void ask_bye(const std::string& name, std::uint64_t round);
  void pair();
  /// `record` may be empty.
  void set_result(std::uint64_t round, std::uint64_t board, BoardResult result,
                  const std::string& record);
  void correct_result(std::uint64_t round, std::uint64_t board, std::optional<BoardResult> result);

 private:
  explicit EventJournal(std::string path) : path_(std::move(path)) {}

  void read();
  void apply(const Json& act);
  void apply_pairing(const Json& act);
  void write(const char* kind, Json details);
  Json round_json(const OpenRound& round) const;

  std::string path_;
  int descriptor_ = -1;
  EventHead head_;
  std::optional<OpenEvent> event_;
  std::vector<Json> acts_;
};

/// `odd`, `asked`, `absent`.
std::string_view bye_kind_name(ByeKind kind);

}  // namespace schiri::cli
