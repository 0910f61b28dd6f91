#include "db/ratings/pair_counter.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/random.h"
#include "core/rating/games/repeats.h"

namespace schiri::db {

namespace {

using rating::GameLog;
using rating::PlayerId;

PlayerPair pair_of(std::int64_t a, std::int64_t b) { return std::minmax(a, b); }

/// Finds the results of pairs, made where there are none yet.
class PairTable {
 public:
  PairResults& at(const PlayerPair& players) {
    const auto [place, is_new] = places_.emplace(players, list_.size());
    if (is_new) list_.emplace_back(players, PairResults());
    return list_[place->second].second;
  }

  PairList sorted() && {
    std::sort(list_.begin(), list_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    return std::move(list_);
  }

 private:
  struct Hash {
    std::size_t operator()(const PlayerPair& players) const {
      return mix64(static_cast<std::uint64_t>(players.first) ^
                   mix64(static_cast<std::uint64_t>(players.second)));
    }
  };

  PairList list_;
  std::unordered_map<PlayerPair, std::size_t, Hash> places_;
};

/// Adds a log to the table; `ids` are those of the log's players.
void add_log(const GameLog& log, const std::vector<std::int64_t>& ids, PairTable& table) {
  const std::vector<bool> repeat = rating::find_repeats(log);
  const std::vector<std::size_t> partner = rating::find_partners(log, repeat);
  for (std::size_t i = 0; i < log.entries().size(); ++i) {
    const GameLog::Entry& game = log.entries()[i];
    const PlayerPair players = pair_of(ids[game.white], ids[game.black]);
    const bool first_is_white = ids[game.white] == players.first;
    PairResults& results = table.at(players);
    if (repeat[i]) {
      results.repeats[!first_is_white].add(game.result, 1);
    } else if (partner[i] == i) {
      results.singles[!first_is_white].add(game.result, 1);
    } else if (first_is_white) {
      const Outcome other = log.entries()[partner[i]].result;
      ++results.cells[rating::cell_of(game.result)][rating::cell_of(other)];
    }
  }
  for (const GameLog::Entry& game : log.unplayed()) {
    const PlayerPair players = pair_of(ids[game.white], ids[game.black]);
    table.at(players).unplayed[ids[game.white] != players.first].add(game.result, 1);
  }
}

}  // namespace

void PairCounter::add(const rating::FinishedGame& game) {
  if (const rating::Ignored reason = reason_to_ignore(game); reason.total() > 0) {
    const Kind kind{game.game, game.variant};
    ignored_[kind][{std::string(game.white), std::string(game.black)}] += reason;
  } else {
    games_.add(game);
  }
}

std::map<Kind, PairList> PairCounter::results(
    const std::function<std::int64_t(const std::string&)>& id_of) const {
  std::map<Kind, PairTable> tables;
  for (const auto& [kind, pairs] : ignored_) {
    for (const auto& [names, ignored] : pairs) {
      tables[kind].at(pair_of(id_of(names.first), id_of(names.second))).ignored += ignored;
    }
  }
  for (const GameLog& log : games_.logs()) {
    std::vector<std::int64_t> ids;
    for (const std::string& name : log.players()) ids.push_back(id_of(name));
    add_log(log, ids, tables[{log.game(), log.variant()}]);
  }
  std::map<Kind, PairList> lists;
  for (auto& [kind, table] : tables) lists.emplace(kind, std::move(table).sorted());
  return lists;
}

}  // namespace schiri::db
