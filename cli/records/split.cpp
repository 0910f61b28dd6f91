#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <unordered_map>

#include "cli/input/inputs.h"
#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SplitOptions {
  InputOptions input;
  std::string tag;
  std::string folder;
};

/// Names of files that differ on every file system.
class FileNames {
 public:
  explicit FileNames(std::string ending) : ending_(std::move(ending)) {}

  /// A new name for the games with this value of a tag.
  std::string name(std::string_view value) {
    constexpr std::size_t longest = 100;
    const std::string part = value.empty() ? "unknown" : file_part(value, longest);
    std::string name = part;
    for (std::size_t number = 2; !taken_.insert(without_case(name)).second; ++number) {
      name = part + "-" + std::to_string(number);
    }
    return name + ending_;
  }

 private:
  std::string ending_;
  std::set<std::string> taken_;
};

/// Collects games by the value of a tag and writes a file for each value.
class Splitter {
 public:
  explicit Splitter(const SplitOptions& options) : options_(options) {
    names_.expect("--by", NameKind::tag, options.tag);
  }

  ExitStatus run() {
    const ExitStatus reading =
        work_on_inputs(options_.input, std::bind_front(&Splitter::value_of, this),
                       std::bind_front(&Splitter::take, this));
    if (reading == ExitStatus::done) names_.require_known();
    write();
    tell();
    return worse(reading, status_);
  }

 private:
  /// The games with one value of the tag, in their order.
  struct Group {
    std::string value;  ///< in the spelling that came first
    std::vector<std::string> texts;
  };

  std::string value_of(CheckedRecord& record) {
    names_.add_known(record);
    std::string value(record.record.tag(options_.tag));
    if (value == unknown_value(options_.tag)) value.clear();
    record.record = {};
    return value;
  }

  bool take(const std::string& file, CheckedRecord& record, const std::string& value) {
    if (!record.check.valid()) {
      print_findings(console::err, file, record.check);
      status_ = ExitStatus::wrong;
    }
    if (record.text.empty()) {
      print_skipped(file, record);
      status_ = ExitStatus::wrong;
      return true;
    }
    const auto [place, is_new] = numbers_.emplace(name_key(value), groups_.size());
    if (is_new) groups_.push_back({value, {}});
    groups_[place->second].texts.push_back(std::move(record.text));
    ++games_;
    return true;
  }

  /// The files appear together, when all of them are complete.
  void write() {
    std::error_code error;
    std::filesystem::create_directories(options_.folder, error);
    if (error) {
      throw UnusableError(
          message("{0}: {1}", printable(options_.folder, 4096), system_message(error)));
    }
    std::vector<std::unique_ptr<OutputFile>> files;
    const bool one_a_line = !options_.input.is_pgn();
    FileNames names(std::string(options_.input.form().endings.front()));
    for (const Group& group : groups_) {
      const std::filesystem::path path =
          std::filesystem::path(options_.folder) / names.name(group.value);
      files.push_back(std::make_unique<OutputFile>(path.string(), options_.input.files,
                                                   OutputFile::Link::replace));
      for (const std::string& text : group.texts) {
        write_as_it_stood(files.back()->stream(), text, one_a_line);
      }
      files.back()->close();
    }
    for (const auto& file : files) file->commit();
  }

  void tell() const {
    if (!tell_missing_tags(console::err)) return;
    print_message(
        message("{0} {0:game|games} split into {1} {1:file|files}", games_, groups_.size()));
  }

  const SplitOptions& options_;
  NameCheck names_;                                       ///< the tag
  std::unordered_map<std::string, std::size_t> numbers_;  ///< of groups, by the key of the value
  std::vector<Group> groups_;
  std::uint64_t games_ = 0;
  ExitStatus status_ = ExitStatus::done;
};

ExitStatus run_split(SplitOptions& options) {
  options.input.check();
  options.tag = read_tag_name("--by", options.tag);
  return Splitter(options).run();
}

}  // namespace

void add_split(Command& app) {
  const auto [command, options] =
      app.add<SplitOptions>("split", "Write a file for each value of a tag",
                            "all.pgn --by Event -o events", "choosing", run_split);
  options.input.read.keep = Keep::records;
  options.input.read.keep_text = true;
  options.input.add_to(command);
  command.add_option("--by", options.tag, "Set the tag: White, Event, Site, ...")
      ->type_name("TAG")
      ->required();
  command.add_folder("-o,--output", options.folder, "Write the files into this folder")->required();
}

}  // namespace schiri::cli
