#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/input/game_source.h"
#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "core/base/names.h"
#include "core/base/probing_table.h"
#include "core/base/text.h"
#include "notation/game_types.h"
#include "notation/records/check/check.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/game_hash.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The index of games by their keys; an entry has 32 bytes.
class GameIndex {
 public:
  struct Entry {
    GameKey key;
    std::uint64_t number = 0;   ///< of the game to keep, from 1; 0 marks a free entry
    std::uint32_t rank = 0;     ///< the game with the highest rank is kept
    bool is_beginning = false;  ///< of a longer game
  };

  /// The entry of this key, or null.
  Entry* find(const GameKey& key) { return table_.find(key.low, HasKey{key}); }

  /// The entry of this key, and whether it was added. A new entry has `number`, which must not be
  /// 0.
  std::pair<Entry*, bool> insert(const GameKey& key, std::uint64_t number) {
    const auto [entry, is_new] = table_.insert(key.low, HasKey{key});
    if (is_new) *entry = {.key = key, .number = number};
    return {entry, is_new};
  }

 private:
  struct Kind {
    using Entry = GameIndex::Entry;

    static bool is_free(const Entry& entry) { return entry.number == 0; }
    static std::uint64_t hash(const Entry& entry) { return entry.key.low; }
  };

  struct HasKey {
    const GameKey& key;

    bool operator()(const Entry& entry) const { return entry.key == key; }
  };

  ProbingTable<Kind, 3> table_;  // there may be many millions
};

/// What counts for comparing games.
struct KeyOptions {
  enum class Headers : unsigned char { ignore, players, all };

  CheckOptions check;  ///< the options with which the records were checked
  Headers headers = Headers::ignore;
  bool of_beginnings = false;  ///< games are compared with beginnings of others
};

/// The keys by which a game is compared. Games with different results are never the same.
struct GameKeys {
  std::optional<GameKey> whole;     ///< nothing for a game that is invalid or has no turns
  std::vector<GameKey> beginnings;  ///< of the unfinished games that this game continues
  std::uint32_t known_tags = 0;
};

/// Computes keys that are equal for games that count as duplicates; of beginnings only if asked.
GameKeys keys_of(const CheckedRecord& checked, const KeyOptions& options, bool with_beginnings);

void add_start(const CheckedRecord& checked, const KeyOptions& options, KeyMaker& maker) {
  maker.add(checked.check.game);
  maker.add(checked.check.variant);
  const StartSpec start = start_of(checked, options.check);
  maker.add(find_game(checked.check.game)->start(start)->position());
}

/// A game and its beginning never have the same ending.
bool is_compared(const Tag& tag, const KeyOptions& options) {
  const bool of_end = tag.name == "Result" || tag.name == "Termination" || tag.name == "PlyCount";
  return tag.value != "?" && !(of_end && options.of_beginnings);
}

void add_tags(const Record& record, const KeyOptions& options, KeyMaker& maker) {
  std::vector<std::pair<std::string_view, std::string>> tags;
  for (const Tag& tag : record.tags) {
    if (is_compared(tag, options)) tags.emplace_back(tag.name, name_key(tag.value));
  }
  std::sort(tags.begin(), tags.end());
  for (const auto& [name, value] : tags) {
    maker.add(name);
    maker.add(value);
  }
}

void add_headers(const Record& record, const KeyOptions& options, KeyMaker& maker) {
  switch (options.headers) {
    case KeyOptions::Headers::ignore:
      return;
    case KeyOptions::Headers::players:
      maker.add(name_key(record.tag("White")));
      maker.add(name_key(record.tag("Black")));
      return;
    case KeyOptions::Headers::all:
      return add_tags(record, options, maker);
  }
}

std::uint32_t count_known_tags(const Record& record) {
  return static_cast<std::uint32_t>(
      std::count_if(record.tags.begin(), record.tags.end(), [](const Tag& tag) {
        return !tag.value.empty() && tag.value != unknown_value(tag.name) && tag.value != "?";
      }));
}

GameKeys keys_of(const CheckedRecord& checked, const KeyOptions& options, bool with_beginnings) {
  GameKeys keys;
  if (!checked.check.valid() || checked.check.turns == 0) return keys;
  KeyMaker maker;
  add_start(checked, options, maker);
  add_headers(checked.record, options, maker);
  const auto key_with = [&](std::string_view result) {
    KeyMaker whole = maker;
    whole.add(result);
    return whole.key();
  };
  const auto turns = checked.record.turns();
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (i > 0 && with_beginnings) keys.beginnings.push_back(key_with("*"));
    maker.add(turns[i]);
  }
  const std::string& result = checked.record.result;
  if (with_beginnings && result != "*") keys.beginnings.push_back(key_with("*"));
  keys.whole = key_with(result);
  keys.known_tags = count_known_tags(checked.record);
  return keys;
}

struct DedupeOptions {
  InputOptions input;
  std::string match = "exact";
  std::string headers = "ignore";
  std::string keep = "first";
  std::string output = "-";
  std::string duplicates;
  std::vector<std::string> against;

  bool by_prefix() const { return match == "prefix"; }
  /// Can each game be kept or dropped as soon as it is read?
  bool in_one_pass() const { return !by_prefix() && keep == "first"; }

  KeyOptions key_options() const {
    using Headers = KeyOptions::Headers;
    return {input.read.check,
            headers == "all"       ? Headers::all
            : headers == "players" ? Headers::players
                                   : Headers::ignore,
            by_prefix()};
  }
};

InputOptions with_files(InputOptions options, std::vector<std::string> files) {
  options.files = std::move(files);
  return options;
}

class Deduper {
 public:
  explicit Deduper(const DedupeOptions& options)
      : options_(options),
        key_options_(options.key_options()),
        writer_(options.output, !options.input.is_pgn(), 0, options.against) {
    for (const std::string& file : options.against) {
      if (!is_database(file)) against_.files.push_back(file);
    }
    if (options.duplicates.empty()) return;
    std::vector<std::string> others = options.input.files;
    others.insert(others.end(), options.against.begin(), options.against.end());
    if (options.output != "-") others.push_back(options.output);
    duplicates_.emplace(options.duplicates, !options.input.is_pgn(), 0, std::move(others));
  }

  ExitStatus run() {
    if (options_.in_one_pass()) {
      read(Pass::only);
    } else {
      input_.make_rereadable();
      against_.make_rereadable();
      read(Pass::first);
      if (options_.by_prefix()) read(Pass::middle);
      read(Pass::last);
    }
    if (!against_is_read_) {
      throw UnusableError(message("--against: not all files can be read, so nothing is written"));
    }
    if ((status_ == ExitStatus::unusable || too_large_) &&
        writer_.leave_input(options_.input.files)) {
      if (duplicates_) duplicates_->abandon();
      return ExitStatus::unusable;
    }
    if (duplicates_) duplicates_->finish();
    writer_.finish();
    report();
    return status_;
  }

 private:
  enum class Pass { only, first, middle, last };

  /// The number of all games of `--against` in the index.
  static constexpr auto known_number = std::numeric_limits<std::uint64_t>::max();

  bool reports() const { return pass_ == Pass::only || pass_ == Pass::first; }

  void read(Pass pass) {
    pass_ = pass;
    number_ = 0;
    if (pass != Pass::last) read_against();
    if (!against_is_read_) return;
    input_.read.keep_text = pass == Pass::only || pass == Pass::last;
    status_ = worse(status_, work_on_inputs(input_, std::bind_front(&Deduper::read_keys, this),
                                            std::bind_front(&Deduper::take, this), !reports()));
  }

  GameKeys read_keys(CheckedRecord& record) const {
    GameKeys keys = keys_of(record, key_options_, pass_ == Pass::middle);
    record.record = {};
    return keys;
  }

  /// Reads the games of `--against`, which are in the index before all others.
  void read_against() {
    const auto take_known = [this](const std::string& file, CheckedRecord& record,
                                   const GameKeys& keys) {
      if (reports() && !record.check.valid()) {
        print_findings(console::err, file, record.check);
        status_ = worse(status_, ExitStatus::wrong);
      }
      know(keys);
      return true;
    };
    if (!against_.files.empty()) {
      const ExitStatus reading = work_on_inputs(
          against_, std::bind_front(&Deduper::read_keys, this), take_known, !reports());
      status_ = worse(status_, reading);
      if (reading == ExitStatus::unusable) against_is_read_ = false;
    }
    for (const std::string& file : options_.against) {
      if (!is_database(file)) continue;
      visit_stored_games(db::Store(file, db::Store::Mode::read), {}, [&](db::StoredRecord& stored) {
        CheckedRecord record = checked_game(std::move(stored.record));
        know(read_keys(record));
        return true;
      });
    }
  }

  void know(const GameKeys& keys) {
    if (pass_ == Pass::middle) return mark_beginnings(keys);
    if (keys.whole) index_.insert(*keys.whole, known_number).first->number = known_number;
  }

  void mark_beginnings(const GameKeys& keys) {
    for (const GameKey& key : keys.beginnings) {
      if (auto* entry = index_.find(key)) entry->is_beginning = true;
    }
  }

  bool take(const std::string& file, CheckedRecord& record, const GameKeys& keys) {
    ++number_;
    if (reports() && !record.check.valid()) report_broken(file, record);
    switch (pass_) {
      case Pass::only:
        return write(file, record, !keys.whole || remember(*keys.whole, keys));
      case Pass::first:
        if (keys.whole) remember(*keys.whole, keys);
        return true;
      case Pass::middle:
        mark_beginnings(keys);
        return true;
      case Pass::last:
        break;
    }
    return write(file, record, is_kept(keys));
  }

  void report_broken(const std::string& name, const CheckedRecord& record) {
    print_findings(console::err, name, record.check);
    ++broken_;
    status_ = worse(status_, ExitStatus::wrong);
  }

  /// Returns false for a duplicate of an earlier game.
  bool remember(const GameKey& key, const GameKeys& keys) {
    const std::uint32_t rank = options_.keep == "tags" ? keys.known_tags : 0;
    const auto [entry, is_new] = index_.insert(key, number_);
    if (entry->number == known_number) return false;
    if (is_new) {
      entry->rank = rank;
    } else if (rank > entry->rank || options_.keep == "last") {
      entry->number = number_;
      entry->rank = rank;
    }
    return is_new;
  }

  bool is_kept(const GameKeys& keys) {
    if (!keys.whole) return true;
    const auto* entry = index_.find(*keys.whole);
    return !entry || (entry->number == number_ && !entry->is_beginning);
  }

  bool write(const std::string& file, const CheckedRecord& record, bool is_kept) {
    if (record.text.empty()) {
      print_skipped(file, record);
      too_large_ = true;
      status_ = worse(status_, ExitStatus::wrong);
      if (!record.check.valid()) --broken_;
      return true;
    }
    if (is_kept) return writer_.write(record.text);
    ++left_out_;
    return !duplicates_ || duplicates_->write(record.text);
  }

  void report() const {
    if (!tell_missing_tags(console::err)) return;
    const Message totals =
        message("{0} {0:game|games}, {1} {1:duplicate|duplicates} left out, {2} kept", number_,
                left_out_, writer_.games());
    print_message(broken_ ? message("{0} ({1} invalid, kept unchanged)", totals, broken_) : totals);
  }

  const DedupeOptions& options_;
  KeyOptions key_options_;
  GameWriter writer_;
  std::optional<GameWriter> duplicates_;
  InputOptions input_ = options_.input;
  InputOptions against_ = with_files(options_.input, {});
  Pass pass_ = Pass::only;
  GameIndex index_;
  std::uint64_t number_ = 0;
  std::uint64_t left_out_ = 0;
  std::uint64_t broken_ = 0;
  bool too_large_ = false;
  bool against_is_read_ = true;
  ExitStatus status_ = ExitStatus::done;
};

ExitStatus run_dedupe(DedupeOptions& options) {
  options.input.check({.written = {options.output, options.duplicates}});
  if (options.output == options.duplicates) {
    throw InputError(message("--duplicates and --output must be different files"));
  }
  for (const std::string& file : options.against) {
    require_no_part_of(file, options.input.files);
    if (is_one_of(options.input.files, file)) {
      throw InputError(message("--against: {0} is also an input", printable(file, 4096)));
    }
  }
  return Deduper(options).run();
}

}  // namespace

void add_dedupe(Command& app) {
  const auto [command, options] = app.add<DedupeOptions>(
      "dedupe", "Remove duplicate games",
      "Example, which also removes unfinished copies of a game:\n  schiri dedupe server.pgn.gz "
      "club.pgn --match prefix -o games.pgn --duplicates duplicates.pgn",
      "choosing", run_dedupe);
  options.input.read.keep = Keep::records;
  options.input.add_to(command);
  command
      .add_option("--match", options.match,
                  "Compare all turns, or also remove games that another one continues")
      ->one_of({"exact", "prefix"})
      ->default_text("exact");
  command
      .add_option("--headers", options.headers,
                  "Ignore the tags, or require equal players or equal tags")
      ->one_of({"ignore", "players", "all"})
      ->default_text("ignore");
  command
      .add_option("--keep", options.keep, "Keep the first, the last, or the one with the most tags")
      ->one_of({"first", "last", "tags"})
      ->default_text("first");
  command
      .add_file("--against", options.against,
                "Also remove games of this file or database; repeatable")
      ->repeatable();
  command.add_file("-o,--output", options.output,
                   "Write to this file; it may be an input, which is then replaced");
  command.add_file("--duplicates", options.duplicates, "Write the removed games to this file");
}

}  // namespace schiri::cli
