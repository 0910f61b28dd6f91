#include "db/import/correction.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/message.h"
#include "core/base/text.h"
#include "core/match/termination.h"
#include "db/games/compact_movetext.h"
#include "db/games/game_inserter.h"
#include "db/games/record_row.h"
#include "db/games/store.h"
#include "db/sqlite/connection.h"
#include "notation/records/pgn/reader.h"
#include "notation/text/json.h"

namespace schiri::db {

namespace {

constexpr const char* columns =
    "event_id, round, site, date, white_id, black_id, result, game, variant, position, roll,"
    " termination, tags, outcome, reason, turns, hash";

std::string record_of(Connection& connection, std::int64_t game) {
  Statement select(connection.database(), select_records + " WHERE game.id = ?", game);
  if (!select.executeStep()) return {};
  return write_record(stored_record(select).record);
}

/// The row of a record from the table of corrections. Throws StoreError if it is no longer valid.
RecordRow row_of_record(const Connection& connection, const std::string& text) {
  auto read = read_one_record(text, {.encoding = "UTF-8", .keep = Keep::records});
  if (read && read->check.valid()) return row_of(*read, {});
  throw StoreError(
      message("{0}: a game as it was before its correction cannot be read", connection.path()));
}

void remove_game(SQLite::Database& database, std::int64_t id) {
  for (const char* table : {"movetext WHERE game_id", "game WHERE id"}) {
    Statement(database, std::string("DELETE FROM ") + table + " = ?").run(id);
  }
}

/// Replaces a game by another one, except its id and number; removes the other one.
void put_in_place(SQLite::Database& database, std::int64_t game, std::int64_t by) {
  Statement(database, std::string("UPDATE game SET (") + columns + ") = (SELECT " + columns +
                          " FROM game WHERE id = ?2) WHERE id = ?1")
      .run(game, by);
  Statement(database,
            "UPDATE movetext SET (text, comments) = (SELECT text, comments FROM movetext"
            " WHERE game_id = ?2) WHERE game_id = ?1")
      .run(game, by);
  remove_game(database, by);
}

/// Updates the row with the current names of its game's players and event, which may have changed.
void keep_names(SQLite::Database& database, std::int64_t game, RecordRow& row) {
  Statement select(database,
                   std::string("SELECT event.name, white.name, black.name") + from_named_games +
                       " WHERE game.id = ?",
                   game);
  if (!select.executeStep()) return;
  row.event = select.text(0);
  row.white = select.text(1);
  row.black = select.text(2);
}

/// Of two dates that may be the same, all that is known.
std::string known_date(std::string date, const std::string& other) {
  for (std::size_t i = 0; i < date.size(); ++i) {
    if (date[i] == '?') date[i] = other[i];
  }
  return date;
}

void note_correction(Connection& connection, std::int64_t game,
                     std::optional<std::int64_t> import) {
  Statement(connection.database(),
            "INSERT INTO correction (game_id, import_id, time, record)"
            " VALUES (?, ?, datetime('now'), ?)")
      .run(game, import, record_of(connection, game));
}

/// A value that tells something, unlike `?` and a `normal` termination.
bool tells(std::string_view value) {
  return !value.empty() && value != "?" && value != text_of(Termination::normal);
}

/// Replaces a value by that of a copy, if it tells something else; `change` is what it says now.
void take_value(std::string_view name, std::string_view copy, std::string& value,
                std::vector<std::string>& changes) {
  if (!tells(copy) || copy == value) return;
  value = copy;
  changes.push_back(std::string(name) + " '" + value + "'");
}

void take_tags(const std::optional<std::string>& copy, std::optional<std::string>& tags,
               std::vector<std::string>& changes) {
  if (!copy || copy == tags || !are_tags(*copy) || (tags && !are_tags(*tags))) return;
  std::vector<Tag> all;
  const auto read = [](const std::string& text, const auto& take) {
    for (const Json& tag : Json::parse(text)) {
      take(Tag{tag[0].get<std::string>(), tag[1].get<std::string>()});
    }
  };
  if (tags) read(*tags, [&](Tag tag) { all.push_back(std::move(tag)); });
  read(*copy, [&](const Tag& tag) {
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const Tag& one) { return one.name == tag.name; });
    std::string value = same == all.end() ? std::string() : same->value;
    const std::size_t before = changes.size();
    take_value(tag.name, tag.value, value, changes);
    if (changes.size() == before) return;
    if (same == all.end()) {
      all.push_back({tag.name, value});
    } else {
      same->value = value;
    }
  });
  Json list = Json::array();
  for (const Tag& tag : all) list.push_back(Json::array({tag.name, tag.value}));
  if (!all.empty()) tags = list.dump();
}

/// A stored game with what a copy adds, and what that is, in words.
std::vector<std::string> add_content(const GameContent& copy, GameContent& content) {
  std::vector<std::string> changes;
  const GameContent before = content;
  content.movetext = with_annotations(content.movetext, copy.movetext);
  if (copy.comments) content.comments = copy.comments;
  if (content.movetext != before.movetext || content.comments != before.comments) {
    changes.emplace_back("other comments");
  }
  take_value("Site", copy.site, content.site, changes);
  std::string termination = content.termination.value_or("");
  take_value("Termination", copy.termination.value_or(""), termination, changes);
  if (!termination.empty()) content.termination = termination;
  take_tags(copy.other_tags, content.other_tags, changes);
  return changes;
}

}  // namespace

GameContent row_content(const RecordRow& row) {
  return {row.site, row.termination, row.other_tags, row.movetext, row.comments};
}

GameContent stored_content(Connection& connection, std::int64_t game) {
  Statement select(connection.database(),
                   "SELECT site, termination, tags, text, comments FROM game"
                   " JOIN movetext ON game_id = id WHERE id = ?",
                   game);
  if (!select.executeStep()) return {};
  const auto text_or_nothing = [&](int column) {
    return select.is_null(column) ? std::nullopt : std::optional(select.text(column));
  };
  return {select.text(0), text_or_nothing(1), text_or_nothing(2), select.text(3),
          text_or_nothing(4)};
}

std::optional<GameContent> content_of_both(const GameContent& game, const GameContent& copy) {
  GameContent both = game;
  add_content(copy, both);
  GameContent again = both;
  if (!add_content(game, again).empty()) return std::nullopt;
  return both;
}

void store_content(Connection& connection, std::int64_t game, const GameContent& content) {
  SQLite::Database& database = connection.database();
  Statement(database, "UPDATE game SET site = ?, termination = ?, tags = ? WHERE id = ?")
      .run(content.site, content.termination, content.other_tags, game);
  Statement(database, "UPDATE movetext SET text = ?, comments = ? WHERE game_id = ?")
      .run(content.movetext, content.comments, game);
}

std::optional<Correction> take_copy(Connection& connection, std::int64_t game,
                                    const GameContent& copy, Corrections policy,
                                    const std::function<std::optional<std::int64_t>()>& import) {
  GameContent content = stored_content(connection, game);
  if (content == copy) return std::nullopt;
  const std::vector<std::string> changes = add_content(copy, content);
  if (changes.empty()) return std::nullopt;
  const GameTitle title = title_of(connection, game);
  Correction correction{.game = game,
                        .what = title.what,
                        .was = title.how,
                        .now = title.how + " with " + enumeration(changes, "and"),
                        .is_copy = true};
  if (policy != Corrections::apply) return correction;
  if (const auto by = import()) note_correction(connection, game, by);
  store_content(connection, game, content);
  correction.applied = true;
  return correction;
}

bool names_one_game(const RecordRow& row) {
  const auto known = [](const std::string& text) { return !text.empty() && text != "?"; };
  return known(row.event) && known(row.round) && row.round != "-" && known(row.white) &&
         known(row.black);
}

std::string board_of(const std::optional<std::string>& other_tags) {
  if (!other_tags || other_tags->find("\"Board\"") == std::string::npos) return {};
  if (!are_tags(*other_tags)) return {};
  for (const Json& tag : Json::parse(*other_tags)) {
    if (tag[0] == "Board" && tag[1] != "?") return tag[1].get<std::string>();
  }
  return {};
}

bool may_be_same_date(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return x == y || x == '?' || y == '?'; });
}

bool may_be_same_board(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || a == b;
}

GameTitle title_of(Connection& connection, std::int64_t game) {
  Statement select(connection.database(),
                   std::string("SELECT event.name || ', round ' || round || ', ' || white.name"
                               " || ' - ' || black.name, result, turns") +
                       from_named_games + " WHERE game.id = ?",
                   game);
  if (!select.executeStep()) return {};
  return {select.text(0), select.text(1) + " in " + counted(select.count(2), "turn")};
}

void correct_game(Connection& connection, std::int64_t game, std::int64_t by,
                  std::optional<std::int64_t> import) {
  note_correction(connection, game, import);
  put_in_place(connection.database(), game, by);
}

std::vector<Restoration> restorations(Connection& connection, std::int64_t import) {
  std::vector<Restoration> list;
  SQLite::Database& database = connection.database();
  Statement select(database,
                   "SELECT id, game_id, record, (SELECT min(id) FROM correction AS later"
                   " WHERE later.game_id = correction.game_id AND later.id > correction.id"
                   // Those of one import are undone from the last to the first.
                   " AND later.import_id IS NOT correction.import_id)"
                   " FROM correction WHERE import_id = ? ORDER BY id DESC",
                   import);
  while (select.executeStep()) {
    list.push_back({select.id(0), select.id(1), select.text(2)});
    if (!select.is_null(3)) list.back().later = select.id(3);
  }
  return list;
}

void restore(Store& store, const Restoration& restoration) {
  Connection& connection = store.connection();
  SQLite::Database& database = connection.database();
  if (restoration.later) {
    Statement(database,
              "UPDATE correction SET record = (SELECT record FROM correction WHERE id = ?2)"
              " WHERE id = ?1")
        .run(*restoration.later, restoration.correction);
  } else {
    RecordRow row = row_of_record(connection, restoration.record);
    keep_names(database, restoration.game, row);
    GameInserter& inserter = store.inserter();
    const std::int64_t by = inserter.next_game_id();
    inserter.insert(by, inserter.event_id(row.event), std::nullopt, row);
    put_in_place(database, restoration.game, by);
  }
  Statement(database, "DELETE FROM correction WHERE id = ?").run(restoration.correction);
}

/// Earlier games that pending games may correct, grouped by event, round, game and players; each is
/// corrected at most once.
class CorrectionFinder::Candidates {
 public:
  explicit Candidates(Connection& connection, std::int64_t first_new)
      : find_(connection.database(),
              "SELECT id, number IS NOT NULL, date, coalesce(tags, ''), coalesce(hash, 0) FROM game"
              " WHERE white_id = ?1 AND black_id = ?2 AND event_id = ?3 AND round = ?4"
              " AND game = ?5 AND id < ?6 ORDER BY id"),
        first_new_(first_new) {}

  bool any(const NewGame& game) {
    bind(game);
    const bool found = find_.executeStep();
    find_.reset();
    return found;
  }

  struct Candidate {
    std::int64_t id;
    bool played_here;
    std::string date;
    std::string board;
    std::int64_t hash;  ///< of the turns; 0 without turns
  };

  /// Claims the unclaimed candidate that may be the same game: one of the same turns, or of the
  /// same date, or the first.
  std::optional<Candidate> take(const NewGame& game, const std::string& date,
                                const std::string& board, std::int64_t hash,
                                const std::unordered_set<std::int64_t>& claimed) {
    std::vector<Candidate>& list = candidates(game, claimed);
    const auto likeness = [&](const Candidate& candidate) {
      const bool may_be_same =
          may_be_same_date(candidate.date, date) && may_be_same_board(candidate.board, board);
      if (!may_be_same) return 0;
      return candidate.hash == hash ? 3 : candidate.date == date ? 2 : 1;
    };
    const auto found = std::max_element(
        list.begin(), list.end(),
        [&](const Candidate& a, const Candidate& b) { return likeness(a) < likeness(b); });
    if (found == list.end() || likeness(*found) == 0) return std::nullopt;
    Candidate candidate = std::move(*found);
    list.erase(found);
    return candidate;
  }
  /// The candidate can be taken again.
  void give_back(const NewGame& game, Candidate candidate) {
    std::vector<Candidate>& list = lists_.at(key_of(game));
    const auto behind = std::find_if(list.begin(), list.end(),
                                     [&](const Candidate& one) { return one.id > candidate.id; });
    list.insert(behind, std::move(candidate));
  }

 private:
  using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string, std::string>;

  static Key key_of(const NewGame& game) {
    return {game.white, game.black, game.event, game.round, game.game};
  }

  void bind(const NewGame& game) {
    find_.bind_values(game.white, game.black, game.event, game.round, game.game, first_new_);
  }

  std::vector<Candidate>& candidates(const NewGame& game,
                                     const std::unordered_set<std::int64_t>& claimed) {
    const auto [place, fresh] = lists_.try_emplace(key_of(game));
    if (!fresh) return place->second;
    bind(game);
    while (find_.executeStep()) {
      const std::int64_t id = find_.id(0);
      if (claimed.contains(id)) continue;
      place->second.push_back(
          {id, find_.flag(1), find_.text(2), board_of(find_.text(3)), find_.bits(4)});
    }
    find_.reset();
    return place->second;
  }

  Statement find_;
  std::int64_t first_new_;
  std::map<Key, std::vector<Candidate>> lists_;
};

CorrectionFinder::CorrectionFinder(Connection& connection, Corrections policy,
                                   std::int64_t first_new)
    : connection_(connection),
      policy_(policy),
      first_new_(first_new),
      candidates_(std::make_unique<Candidates>(connection, first_new)) {}

CorrectionFinder::~CorrectionFinder() = default;

void CorrectionFinder::claim(std::int64_t game) { claimed_.insert(game); }

void CorrectionFinder::add(const NewGame& game) {
  if (policy_ == Corrections::both) return;
  if (candidates_->any(game)) pending_.push_back({game.id, game.place});
}

Settled CorrectionFinder::settle(const std::function<std::optional<std::int64_t>()>& import) {
  Settled settled;
  std::vector<Correction>& corrections = settled.corrections;
  Statement select(connection_.database(),
                   "SELECT event_id, white_id, black_id, round, game, date, tags, coalesce(hash, 0)"
                   " FROM game"
                   " WHERE id = ?");
  for (const Pending& pending : pending_) {
    select.bind(1, pending.id);
    select.executeStep();
    const std::string round = select.text(3), game = select.text(4), date = select.text(5),
                      tags = select.text(6);
    const NewGame key{pending.id,   pending.place, select.id(0), select.id(1),
                      select.id(2), round,         game};
    const std::int64_t hash = select.bits(7);
    select.reset();
    const auto found = candidates_->take(key, date, board_of(tags), hash, claimed_);
    if (!found) continue;
    if (is_older_state(pending.id, found->id)) {
      remove_new(pending.id);
      candidates_->give_back(key, *found);
      ++settled.known;
      continue;
    }
    const bool is_applied = policy_ == Corrections::apply && !found->played_here;
    if (is_applied && date != found->date) {
      // A correction of the result loses no day that is stored.
      Statement(connection_.database(), "UPDATE game SET date = ? WHERE id = ?")
          .run(known_date(date, found->date), pending.id);
    }
    corrections.push_back(correct(pending, found->id, found->played_here, import));
    if (date == found->date) continue;
    corrections.back().was += ", " + found->date;
    corrections.back().now += ", " + date;
  }
  pending_.clear();
  candidates_.reset();
  return settled;
}

bool CorrectionFinder::is_older_state(std::int64_t game, std::int64_t stored) {
  Statement select(connection_.database(),
                   "SELECT older.text, newer.text FROM game AS one"
                   " JOIN game AS other ON other.id = ?2"
                   " JOIN movetext AS older ON older.game_id = one.id"
                   " JOIN movetext AS newer ON newer.game_id = other.id"
                   " WHERE one.id = ?1 AND one.result = '*' AND one.variant = other.variant"
                   " AND one.position IS other.position AND one.roll IS other.roll",
                   game, stored);
  return select.executeStep() && are_first_turns(select.text(0), select.text(1));
}

void CorrectionFinder::remove_new(std::int64_t game) {
  SQLite::Database& database = connection_.database();
  // Storing and removing the game were counted as two changes, which cancel out.
  Statement(database,
            "UPDATE kind SET changes = changes - 2 WHERE (game, variant) ="
            " (SELECT game, variant FROM game WHERE id = ?)")
      .run(game);
  remove_game(database, game);
}

Correction CorrectionFinder::correct(const Pending& pending, std::int64_t game, bool played_here,
                                     const std::function<std::optional<std::int64_t>()>& import) {
  const GameTitle before = title_of(connection_, game), now = title_of(connection_, pending.id);
  Correction correction{game,    pending.place, before.what, before.how,
                        now.how, played_here,   false,       false};
  if (policy_ == Corrections::apply && !played_here) {
    correct_game(connection_, game, pending.id, import());
    correction.applied = true;
  } else {
    remove_new(pending.id);
  }
  return correction;
}

}  // namespace schiri::db
