#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/nearest_name.h"
#include "db/games/store.h"
#include "db/query/game_filter.h"
#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// The kind of a name on the command line.
enum class NameKind { player, event, ending, tag };

/// A tag's name as it is on the command line: a usual tag in any case by its canonical name, any
/// other as it is. Throws InputError if no tag can have the name.
std::string read_tag_name(const std::string& option, std::string_view name);

/// Compares the names on a command line with the names in records or a database. An unknown name is
/// wrong usage; known names without common games give an empty result.
class NameCheck {
 public:
  /// Adds a name that an option gives; an empty name is ignored. For players and events it may be a
  /// part of a name, in any case, if no name matches exactly.
  void expect(const std::string& option, NameKind kind, const std::string& name);
  /// Adds the names of a filter.
  void expect(const db::GameFilter& filter);
  /// Is no name expected?
  bool is_empty() const { return expected_.empty(); }

  /// Adds a name of the data. This and the overload for records may be called by several threads.
  void add_known(NameKind kind, std::string_view name);
  /// Adds the names in a record.
  void add_known(const CheckedRecord& checked);
  /// Adds the names in a database.
  void add_known(const db::Store& store);
  /// The same without the players.
  void add_facts(const CheckedRecord& checked);
  void add_facts(const db::Store& store);

  /// Is there an expected player or event that no name has matched exactly?
  bool has_unknown_names() const;
  /// The expected names that occur only as parts of names; complete when all names were added.
  std::set<std::string, std::less<>> partial_names() const;

  /// To be called when all names were added. Throws InputError for the first unknown name, with the
  /// nearest known one; notes which names a part of several means.
  void require_known() const;

 private:
  struct Expected {
    std::string option;
    NameKind kind;
    NearestName nearest;
    std::set<std::string> names = {};  ///< known ones that it is a part of, some of them

    bool may_be_part() const { return kind == NameKind::player || kind == NameKind::event; }
  };

  bool is_unknown(NameKind kind) const;

  std::deque<Expected> expected_;
  std::mutex mutex_;
  std::atomic<std::size_t> unknown_ = 0;  ///< how many of `expected_` have no exact match so far
};

/// A filter that resolves names of players among the known ones, see GameFilter::means. Throws
/// InputError, which names the option, if a name is no part of any.
db::GameFilter resolve_players(const std::string& option, const std::vector<std::string>& players,
                               const std::vector<std::string>& known);

/// Opens a database for a query. Throws InputError if the filter has a player or an event that the
/// database does not know.
db::Store open_for_query(const std::string& path, const db::GameFilter& filter);

}  // namespace schiri::cli
