#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "db/import/import.h"
#include "db/position_index/position_index.h"
#include "db/ratings/rating_lists.h"
#include "db/repair/database_check.h"
#include "db/tournament/settings.h"
#include "db/tournament/tournaments.h"
#include "tests/db/finished_record.h"
#include "tests/files.h"
#include "tests/fuzz/sample_database.h"

namespace schiri {

/// A database with rows in every table: imported games, a tournament with a failure and a void
/// game, quarantined records, ratings, an index.
class SoundDatabase {
 public:
  /// Creates the database at this path.
  explicit SoundDatabase(const std::string& path) {
    std::filesystem::copy_file(SampleDatabase(1).path(), path);
    db::Store store(path, db::Store::Mode::write);
    add_event(store);
    add_quarantined(store);
    add_ratings(store);
    db::index_positions(store);
    const db::CheckReport report = db::check(store, 1, [](const db::Inconsistency& wrong) {
      std::fprintf(stderr, "%s\n", wrong.message.english().c_str());
      return true;
    });
    require(report.problems == 0, "a sound database has no problems");
  }

  static constexpr const char* event_name = "Cup";

 private:
  static db::FinishedRecord game_of_event() {
    TextSource source(
        "[Event \"Cup\"]\n[Round \"1.1\"]\n[White \"random\"]\n[Black \"greedy\"]\n"
        "[Result \"1-0\"]\n[Game \"creeper\"]\n[Termination \"time forfeit\"]\n\n"
        "1. A2+B3 1-0\n\n");
    ReadOptions options;
    options.keep = Keep::records;
    db::FinishedRecord game;
    read_records(source, options, [&](CheckedRecord& one) {
      require(one.check.valid(), "the game of the tournament is valid");
      game = db::FinishedRecord{one.record, one.check.game, one.check.variant, one.check.ending,
                                one.check.turns};
      return false;
    });
    return game;
  }

  static void add_event(db::Store& store) {
    const std::string plan =
        R"({"game":"creeper","bots":["random","greedy"],"rounds":2,"max-turns":8,"event":"Cup"})";
    const std::string config = db::config_json(db::parse_settings(plan, "plan").config());
    const auto event = db::create_tournament(store, {event_name, config, 4});
    require(event.has_value(), "the tournament is created");
    db::add_game(store, *event, 1, game_of_event(),
                 {db::FailureRow{Side::black, "it hangs", "error", "> go"},
                  db::OpeningRow{1, "", "", {"A2+B3"}}});
    db::add_void_game(store, *event, {2, "the machine was asleep", "1. A2+B3 *"});
    db::extend_tournament(store, *event, config, 4);
  }

  static void add_quarantined(db::Store& store) {
    const std::string text = "[Game \"creeper\"]\n\n1. A1+G7 *\n\n";
    TextSource source(text);
    db::Import import(store, "broken.pgn");
    read_records(source, {}, [&](CheckedRecord& one) {
      import.quarantine("broken.pgn", one.check, text);
      return true;
    });
    import.commit();
  }

  static void add_ratings(db::Store& store) {
    rating::RatingList list;
    list.game = "creeper";
    list.variant = "standard";
    list.players = {{"random", 1500.0, 30.0}, {"greedy", std::nullopt, std::nullopt}};
    db::keep_lists(store, {{"", "bt", "", {list}}}, false, db::kind_changes(store));
    db::keep_lists(store, {{"May", "elo", "2026.05.31", {list}}}, false);
  }
};

}  // namespace schiri
