#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace schiri::db {

class Connection;
class Store;
struct RecordRow;

/// What is done about corrections: records that say something else of a game which is stored, one
/// of the same event, round, board and players, and of the same date as far as both are known.
enum class Corrections {
  tell,   ///< they are not stored
  apply,  ///< they take the place of what is stored
  both,   ///< they are games of their own
};

/// A record that says something else of a game which is stored.
struct Correction {
  std::int64_t game = 0;    ///< the stored one
  std::uint64_t place = 0;  ///< of the record, as its caller said
  std::string what;         ///< `Club, round 5.1, Ann - Bob`
  std::string was;          ///< `1-0 in 12 turns`
  std::string now;
  bool played_here = false;  ///< by bots: the plan of its event says what it is, so it stays
  bool applied = false;
};

/// Whether a game says enough of where it was played that no other can be meant.
bool names_one_game(const RecordRow& row);
/// The tag `Board` of a row's other tags, empty if it is not known.
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

/// Puts the game `by`, which is stored as well and goes, in the place of `game`, whose record is
/// kept with the import that it was corrected by, if it was one.
void correct_game(Connection& connection, std::int64_t game, std::int64_t by,
                  std::optional<std::int64_t> import);

/// A game that is to be again what an import found.
struct Restoration {
  std::int64_t correction = 0;  ///< id
  std::int64_t game = 0;
  std::string record;
  /// A later correction stands, and now follows this record.
  std::optional<std::int64_t> later = {};
};
/// What taking back the corrections of an import means, the last first.
std::vector<Restoration> restorations(Connection& connection, std::int64_t import);
void restore(Store& store, const Restoration& restoration);

/// Finds corrections among games that have just been stored.
class CorrectionFinder {
 public:
  /// Games from `first_new` on have come now.
  CorrectionFinder(Connection& connection, Corrections policy, std::int64_t first_new);
  ~CorrectionFinder();

  /// An earlier game came again as it is, so no correction means it.
  void claim(std::int64_t game);
  /// A game that has just been stored and names one game.
  struct NewGame {
    std::int64_t id = 0;
    std::uint64_t place = 0;
    std::int64_t event = 0, white = 0, black = 0;
    const std::string& round;
    const std::string& game;
  };
  void look_at(const NewGame& game);
  /// When all are in: games that correct others go, and those are corrected if that is wanted.
  /// `import` is asked for the id of the import that does it.
  std::vector<Correction> settle(const std::function<std::optional<std::int64_t>()>& import);

 private:
  class Candidates;
  struct Pending {
    std::int64_t id;
    std::uint64_t place;
  };

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
