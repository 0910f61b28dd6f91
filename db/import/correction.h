#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

/// Records that correct stored games: finding them, applying them, and undoing that. Used by
/// imports, `db merge` and `db replace-game`.
namespace schiri::db {

class Connection;
class Store;
struct RecordRow;

/// The treatment of corrections: records that differ from a stored game of the same event, round,
/// board and players, and of the same date as far as both are known.
enum class Corrections {
  report,  ///< report them, but do not store them
  apply,   ///< replace the stored games
  both,    ///< store them as games of their own
};

/// A record that differs from a stored game.
struct Correction {
  std::int64_t game = 0;    ///< id of the stored game
  std::uint64_t place = 0;  ///< number of the record, from the caller
  std::string what;         ///< `Club, round 5.1, Ann - Bob`
  std::string was;          ///< `1-0 in 12 turns`
  std::string now;
  bool played_here = false;  ///< a game of an event that was played here, which stays as it is
  bool applied = false;
  bool is_copy = false;  ///< the same turns and result, with other comments or tags
};

/// What became of the games that have been stored.
struct Settled {
  std::vector<Correction> corrections;
  std::uint64_t known = 0;  ///< unfinished beginnings of stored games, which were removed
};

/// What a copy of a game, with the same turns and result, may have that the game lacks.
struct GameContent {
  std::string site;
  std::optional<std::string> termination, other_tags;  ///< as in RecordRow
  std::string movetext;
  std::optional<std::string> comments;

  friend bool operator==(const GameContent&, const GameContent&) = default;
};
GameContent row_content(const RecordRow& row);
/// Empty if there is no such game.
GameContent stored_content(Connection& connection, std::int64_t game);
/// A game's content with what a copy has and it lacks; nullopt if each tells something else.
std::optional<GameContent> content_of_both(const GameContent& game, const GameContent& copy);
void store_content(Connection& connection, std::int64_t game, const GameContent& content);

/// Compares a stored game, which was not played here, with a copy: the tags and comments of the
/// copy are a correction, which `apply` takes; what only the stored game has stays. Nullopt if the
/// copy has nothing else. `import`: the import that corrects a game of an earlier one.
std::optional<Correction> take_copy(Connection& connection, std::int64_t game,
                                    const GameContent& copy, Corrections policy,
                                    const std::function<std::optional<std::int64_t>()>& import);

/// Whether a game's tags identify it.
bool names_one_game(const RecordRow& row);
/// The tag `Board` among a row's other tags, empty if it is unknown.
std::string board_of(const std::optional<std::string>& other_tags);
/// Equal, as far as both are known.
bool may_be_same_date(const std::string& a, const std::string& b);
bool may_be_same_board(const std::string& a, const std::string& b);

/// `Club, round 5.1, Ann - Bob`, and `1-0 in 12 turns`.
struct GameTitle {
  std::string what;
  std::string how;
};
GameTitle title_of(Connection& connection, std::int64_t game);

/// Replaces `game` by the stored game `by`, whose id becomes free. Keeps the old record, with the
/// import that corrected it, if any.
void correct_game(Connection& connection, std::int64_t game, std::int64_t by,
                  std::optional<std::int64_t> import);

/// A game to be restored to its state before an import.
struct Restoration {
  std::int64_t correction = 0;  ///< id
  std::int64_t game = 0;
  std::string record;
  /// Set if a later correction stays, which then replaces this record.
  std::optional<std::int64_t> later = {};
};
/// The restorations that undo the corrections of an import, the last first.
std::vector<Restoration> restorations(Connection& connection, std::int64_t import);
void restore(Store& store, const Restoration& restoration);

/// Finds corrections among games that have just been stored.
class CorrectionFinder {
 public:
  /// Games from the id `first_new` on are new.
  CorrectionFinder(Connection& connection, Corrections policy, std::int64_t first_new);
  ~CorrectionFinder();

  /// An earlier game was imported again unchanged, so no new game corrects it.
  void claim(std::int64_t game);
  /// A game that has just been stored and whose tags identify it.
  struct NewGame {
    std::int64_t id = 0;
    std::uint64_t place = 0;
    std::int64_t event = 0, white = 0, black = 0;
    const std::string& round;
    const std::string& game;
  };
  void add(const NewGame& game);
  /// To be called after the last game: removes games that correct others, and corrects these if the
  /// policy is `apply`. A game without a result whose turns are the first ones of a stored game is
  /// an older state of it and corrects nothing. `import` gives the id of the import, if there is
  /// one.
  Settled settle(const std::function<std::optional<std::int64_t>()>& import);

 private:
  class Candidates;
  struct Pending {
    std::int64_t id;
    std::uint64_t place;
  };

  bool is_older_state(std::int64_t game, std::int64_t stored);
  void remove_new(std::int64_t game);
  Correction correct(const Pending& pending, std::int64_t game, bool played_here,
                     const std::function<std::optional<std::int64_t>()>& import);

  Connection& connection_;
  Corrections policy_;
  std::int64_t first_new_;
  std::unordered_set<std::int64_t> claimed_;
  std::vector<Pending> pending_;
  std::unique_ptr<Candidates> candidates_;
};

}  // namespace schiri::db
