#include <algorithm>
#include <memory>

#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/line/index_ranges.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "notation/records/conversion/played_record.h"
#include "notation/records/pgn/reader.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct TagOptions {
  InputOptions input;
  IndexRanges index;
  std::vector<std::string> set, rename, remove, players;
  std::string output = "-";
  std::string rejects;
};

/// Splits `LEFT=RIGHT`, without spaces around either.
std::pair<std::string, std::string> split_pair(const std::string& option, const std::string& text,
                                               const char* expected) {
  const std::size_t equals = text.find('=');
  const std::string_view whole = text, left = trimmed(whole.substr(0, equals), " ");
  if (equals == text.npos || left.empty()) {
    throw InputError(message("{0}: expected {1}, not '{2}'", option, expected, printable(text)));
  }
  return {std::string(left), std::string(trimmed(whole.substr(equals + 1), " "))};
}

/// The changes of the tags of each game.
class TagChanges {
 public:
  /// Throws InputError.
  explicit TagChanges(const TagOptions& options) {
    for (const std::string& text : options.set) {
      set_.push_back(split_pair("--set", text, "NAME=VALUE"));
      set_.back().first = read_tag_name("--set", set_.back().first);
      if (set_.back().second != without_controls(set_.back().second)) {
        throw InputError(message("--set: a value cannot contain control characters"));
      }
    }
    for (const std::string& text : options.rename) {
      const auto [old_name, new_name] = split_pair("--rename", text, "OLD=NEW");
      renamed_.emplace_back(read_tag_name("--rename", old_name),
                            read_tag_name("--rename", new_name));
      names_.expect("--rename", NameKind::tag, renamed_.back().first);
    }
    for (const std::string& name : options.remove) {
      removed_.push_back(read_tag_name("--remove", name));
      names_.expect("--remove", NameKind::tag, removed_.back());
    }
    for (const std::string& text : options.players) {
      const auto [old_name, new_name] = split_pair("--rename-player", text, "OLD NAME=NEW NAME");
      if (!is_name(new_name)) {
        throw InputError(
            message("--rename-player: '{0}' is not a player's name", printable(new_name)));
      }
      players_.push_back({NearestName(old_name), new_name});
    }
    if (set_.empty() && renamed_.empty() && removed_.empty() && players_.empty()) {
      throw InputError(
          message("nothing to do: specify --set, --rename, --remove or --rename-player"));
    }
  }

  /// Changes the tags of a record. Returns the reason if that is impossible, or an empty message.
  Message change(Record& record) {
    for (const char* tag : {"White", "Black"}) rename_player(record, tag);
    for (const auto& [old_name, new_name] : renamed_) {
      const auto has = [&record](const std::string& name) {
        return std::any_of(record.tags.begin(), record.tags.end(),
                           [&](const Tag& tag) { return tag.name == name; });
      };
      if (!has(old_name)) continue;
      if (has(new_name)) {
        return message("it has both tags, {0} and {1}", old_name, new_name);
      }
      for (Tag& tag : record.tags) tag.name = tag.name == old_name ? new_name : tag.name;
    }
    std::erase_if(record.tags, [&](const Tag& tag) {
      return std::find(removed_.begin(), removed_.end(), tag.name) != removed_.end();
    });
    for (const auto& [name, value] : set_) record.set_tag(name, value);
    return {};
  }

  /// Notes the tags of a record, changed or not.
  void see(const CheckedRecord& record) { names_.add_known(record); }

  /// To be called after reading. Throws InputError for a tag or a player that no game has.
  void require_known() const {
    names_.require_known();
    for (const auto& [old_name, new_name] : players_) {
      if (old_name.is_known()) continue;
      throw InputError(joined(message("--rename-player: no player '{0}' occurs in these records",
                                      printable(old_name.wanted(), 200)),
                              known_names(old_name)));
    }
  }

 private:
  void rename_player(Record& record, const char* tag) {
    const std::string name(record.tag(tag));
    if (name.empty()) return;
    for (auto& [old_name, new_name] : players_) {
      if (!old_name.is_known()) old_name.look_at(name);
      if (!is_same_name(name, old_name.wanted())) continue;
      record.set_tag(tag, new_name);
      return;
    }
  }

  std::vector<std::pair<std::string, std::string>> set_, renamed_;
  std::vector<std::string> removed_;
  NameCheck names_;  ///< the tags to rename and remove
  std::vector<std::pair<NearestName, std::string>> players_;
};

/// The record as it is read back after writing.
CheckedRecord read_again(const Record& record, const ReadOptions& options) {
  const auto read = read_one_record(
      write_record(record),
      {.max_game_bytes = options.max_game_bytes, .encoding = "UTF-8", .keep = Keep::records});
  return read.value_or(CheckedRecord());
}

class Tagger {
 public:
  Tagger(TagOptions& options, RecordOutput& out)
      : options_(options), changes_(options), out_(out) {}

  ExitStatus run() {
    InputOptions input = options_.input;
    input.read.keep_text = out_.needs_text();
    const ExitStatus reading =
        read_inputs(input, [&](const std::string& file, CheckedRecord& record) {
          options_.index.see(record.check.index);
          return take(file, record);
        });
    if (reading == ExitStatus::done) {
      options_.index.require_seen();
      changes_.require_known();
    }
    out_.finish(reading == ExitStatus::done);
    return worse(reading, status_);
  }

 private:
  bool take(const std::string& file, CheckedRecord& record) {
    changes_.see(record);
    if (!record.check.valid()) {
      print_findings(console::err, file, record.check);
      return refuse(file, record);
    }
    const bool is_meant = options_.index.contains(record.check.index);
    if (!is_meant && out_.is_from_output(file)) return out_.keep(file, record);
    complete_tags(record, options_.input.read.check);
    Record changed = record.record;
    if (is_meant) {
      const Message obstacle = changes_.change(changed);
      if (!obstacle.empty()) return refuse(file, record, obstacle);
      CheckedRecord again = read_again(changed, options_.input.read);
      if (!again.check.valid()) {
        return refuse(file, record,
                      message("{0} [{1}]", again.check.errors.front().message,
                              code_name(again.check.errors.front().code)));
      }
      changed = std::move(again.record);
    }
    out_.stream() << write_record(changed);
    return out_.count_written();
  }

  bool refuse(const std::string& file, const CheckedRecord& record, const Message& why = {}) {
    if (!why.empty()) {
      console::err << "schiri: " << printable(file, 4096) << ": "
                   << translated(message("game {0} is unchanged: {1}", record.check.index, why))
                   << '\n';
    }
    status_ = ExitStatus::wrong;
    return out_.leave_out(file, record);
  }

  TagOptions& options_;
  TagChanges changes_;
  RecordOutput& out_;
  ExitStatus status_ = ExitStatus::done;
};

ExitStatus run_tag(TagOptions& options) {
  options.input.check({.written = {options.output, options.rejects}});
  const bool is_pgn = options.input.is_pgn();
  RecordOutput output(options.output, options.rejects, options.input.files, !is_pgn);
  if (output.is_input() && !is_pgn) {
    throw InputError(
        message("{0} is read as {1} and would be written as {2}; specify another output file",
                printable(options.output, 4096), options.input.from, "pgn"));
  }
  return Tagger(options, output).run();
}

}  // namespace

void add_tag(Command& app) {
  const auto [command, options] = app.add<TagOptions>(
      "tag", "Set, rename and remove tags, and rename players",
      "Example, which sets the event of all games and corrects a name:\n  schiri tag club.pgn "
      "--set 'Event=Club 2026' --rename-player 'Berger A=Berger, Anna' -o club.pgn",
      "records", run_tag);
  options.input.read.keep = Keep::records;
  options.input.add_to(command);
  command.add_option("--set", options.set, "Set a tag to a value; repeatable")
      ->type_name("NAME=VALUE")
      ->repeatable();
  command.add_option("--rename", options.rename, "Rename a tag; repeatable")
      ->type_name("OLD=NEW")
      ->repeatable();
  command.add_option("--remove", options.remove, "Remove a tag; repeatable")
      ->type_name("NAME")
      ->repeatable();
  command.add_option("--rename-player", options.players, "Rename a player; repeatable")
      ->type_name("OLD=NEW")
      ->repeatable();
  options.index.add_to(command, "Change only these games of each file, counted from 1");
  command.add_file("-o,--output", options.output,
                   "Write to this file; in an input file, other games stay unchanged");
  command.add_file("--rejects", options.rejects,
                   "Write games that cannot be changed to this file, unchanged");
}

}  // namespace schiri::cli
