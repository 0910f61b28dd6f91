#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/games/store.h"
#include "db/query/game_filter.h"
#include "notation/records/pgn/reader.h"
#include "notation/text/nearest_name.h"

namespace schiri::cli {

/// What a name on the command line is one of.
enum class NameKind { player, event, ending, tag };

/// Tags that are known whether or not a record has them.
std::span<const std::string_view> usual_tags();

/// The names that a command line asks for, held against those that the data have: a name that they
/// do not know is wrong usage, whereas known names that have nothing in common are an empty answer.
class NameCheck {
 public:
  /// An empty name asks for nothing. A player or an event may also be asked for by a part of the
  /// name, in any case, if none has the very name.
  void ask(const std::string& option, NameKind kind, const std::string& name);
  /// The players and the event of a filter.
  void ask(const db::GameFilter& filter);

  /// A name that the data have. This and the next may be called by several threads.
  void look_at(NameKind kind, std::string_view name);
  /// All that a record names.
  void look_at(const CheckedRecord& checked);
  /// All that a database has.
  void look_at(const db::Store& store);

  /// Is there a player or an event asked for whose very name has not been seen?
  bool seeks_names() const;
  /// When all was looked at: those of them that are known as parts of names alone.
  std::set<std::string, std::less<>> parts() const;

  /// For when all was looked at. Throws InputError, which gives the name nearest to the first one
  /// that is not known.
  void require_known() const;

 private:
  struct Asked {
    std::string option;
    NameKind kind;
    NearestName nearest;
    bool is_part = false;  ///< of a name that was seen

    bool is_name() const { return kind == NameKind::player || kind == NameKind::event; }
  };

  std::deque<Asked> asked_;
  std::mutex mutex_;
  std::atomic<std::size_t> open_ = 0;  ///< of them, those that are not known so far
};

/// Opens a database to ask it for games. Throws InputError if the filter names a player or an event
/// that it does not have.
db::Store open_to_ask(const std::string& path, const db::GameFilter& filter);

}  // namespace schiri::cli
