#pragma once

// Over-the-board events in files: the acts that make an event, the file of their lines, tables of
// players, imports and checks. Used by the folders after it; uses cli/otb/event and
// notation/records.
//
// An event is the sequence of its acts. acts.cpp has, for each act, its keys in the file, its
// effect on the event, what it touches, and its sentence; a new act needs a struct here, a place in
// `Act`, and these four functions there.

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/otb/event/event.h"
#include "cli/otb/event/fields.h"
#include "notation/text/json.h"

namespace schiri::otb {

/// The acts of an event; their texts are as those of event/, entrants and players are named.
/// `key` is their name in the file.
namespace act {

/// The first act of every event.
struct Begin {
  static constexpr const char* key = "new";
  EventHead head = {};
  Terms terms = {};
};
/// Changes settings; what is unset stays.
struct Set {
  static constexpr const char* key = "set";
  std::vector<std::pair<const HeadField*, std::string>> texts = {};
  std::vector<std::pair<std::uint64_t, RoundTime>> schedule = {};
  std::optional<std::uint64_t> rounds = {};
  std::optional<std::uint64_t> half_byes = {};
  std::optional<std::vector<rating::TieBreakId>> tie_breaks = {};
  std::optional<PointSystem> points = {};

  /// Are only texts changed that are shown: the place, the date of a round?
  bool has_texts_only() const { return !rounds && !half_byes && !tie_breaks && !points; }
  bool empty() const { return has_texts_only() && texts.empty() && schedule.empty(); }
};
struct Enter {
  static constexpr const char* key = "enter";
  Entry entry;
};
struct Change {
  static constexpr const char* key = "change";
  std::string name;
  EntrantChange change;
};
/// An act on one entrant.
struct OnName {
  std::string name;
};
struct Withdraw : OnName {
  static constexpr const char* key = "withdraw";
};
struct Reinstate : OnName {
  static constexpr const char* key = "reinstate";
};
/// A bye in a coming round.
struct OnNameAndRound {
  std::string name;
  std::uint64_t round = 0;
};
struct HalfPointBye : OnNameAndRound {
  static constexpr const char* key = "bye";
};
struct ZeroPointBye : OnNameAndRound {
  static constexpr const char* key = "zero_bye";
};
/// An act on several entrants.
struct OnNames {
  std::vector<std::string> names;
};
struct Order : OnNames {  ///< sets the start list
  static constexpr const char* key = "order";
};
struct Forbid : OnNames {
  static constexpr const char* key = "forbid";
};
struct Allow : OnNames {
  static constexpr const char* key = "allow";
};

using TwoNames = std::array<std::string, 2>;  ///< of boards White first

/// A round as it was paired.
struct Pair {
  static constexpr const char* key = "pair";
  std::uint64_t round = 0;
  std::vector<TwoNames> boards = {};
  std::vector<std::pair<std::string, ByeKind>> byes = {};
  std::vector<TwoNames> fixed = {};  ///< boards that the arbiter demanded
};
struct Unpair {
  static constexpr const char* key = "unpair";
  std::uint64_t round = 0;
};
/// Swaps two boards, or the seats of two players.
struct Swap {
  static constexpr const char* key = "swap";
  std::uint64_t round = 0;
  std::optional<std::array<std::uint64_t, 2>> boards = {};
  TwoNames players = {};  ///< without boards
};
/// A table.
struct OnBoard {
  std::uint64_t round = 0;
  std::uint64_t board = 0;

  friend std::strong_ordering operator<=>(const OnBoard&, const OnBoard&) = default;
};
/// The first result of a board.
struct Result : OnBoard {
  static constexpr const char* key = "result";
  BoardResult result = {};
  std::string record = {};  ///< text of PGN, if there is one
};
/// Another result of a board, or none.
struct Correct : OnBoard {
  static constexpr const char* key = "correct";
  std::optional<BoardResult> result;
};

/// Cancels the lines of a command, or makes them valid again. Without a line, the last valid
/// command is meant.
struct OnLines {
  std::optional<std::uint64_t> lines;  ///< their number
  std::optional<std::uint64_t> line;   ///< the first of them
};
struct Undo : OnLines {
  static constexpr const char* key = "undo";
};
struct Redo : OnLines {
  static constexpr const char* key = "redo";
};

}  // namespace act

using Act = std::variant<act::Begin, act::Set, act::Enter, act::Change, act::Withdraw,
                         act::Reinstate, act::HalfPointBye, act::ZeroPointBye, act::Order,
                         act::Forbid, act::Allow, act::Pair, act::Unpair, act::Swap, act::Result,
                         act::Correct, act::Undo, act::Redo>;

/// The event so far and its head.
struct HeldEvent {
  EventHead head;
  Event event;
};
/// The event that an act begins. Throws EventError if it is another one.
HeldEvent begun_by(const Act& act);
/// Carries out an act. Throws EventError as the functions of Event do.
void apply(HeldEvent& held, const Act& act);

/// An act in the form of a line, with the key `act` and its own keys.
Json act_json(const Act& act);
/// Reads an act. Throws JsonError for a missing key or a value of another kind, EventError for an
/// invalid value.
Act read_act(const Json& line);

/// What an act is about, so that it can be told whether another one changes its meaning.
struct Touched {
  std::vector<std::string> names = {};      ///< of entrants
  std::vector<std::string> texts = {};      ///< keys of texts that are only shown
  std::uint64_t round = 0;                  ///< 0: no certain one
  std::optional<act::OnBoard> result = {};  ///< the board whose result it sets
  bool seats = false;                       ///< who sits at the boards of the round
  bool everything = false;                  ///< it follows from all acts before it
};
Touched touched(const Act& act);
/// Would undoing or redoing `earlier` change the meaning of `later`?
bool depends(const Touched& later, const Touched& earlier);

/// A sentence that describes an act.
Message sentence(const Act& act);
/// That of a line. Lines that were undone may contain anything: they are shown as they are.
Message line_sentence(const Json& line);

/// The next round by the rules of the system, as pair().
act::Pair next_pairing(const Event& event, const std::vector<Couple>& fixed = {});
/// A round that was paired otherwise, as the next one.
act::Pair pairing_of(const Event& event, const Round& round);
/// The round that an act makes of the present event. Throws EventError.
Round round_of(const Event& event, const act::Pair& pair);

}  // namespace schiri::otb
