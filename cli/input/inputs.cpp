#include "cli/input/inputs.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "cli/input/filter_options.h"
#include "cli/input/name_check.h"
#include "cli/line/command.h"
#include "cli/line/progress.h"
#include "cli/line/start.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "core/base/files/whole_file.h"
#include "core/base/former_names.h"
#include "core/base/text.h"
#include "db/games/store.h"
#include "db/query/filtered_games.h"
#include "notation/records/pgn/reader.h"
#include "notation/records/source/byte_source.h"
#include "notation/records/source/compressed/open.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

bool is_folder(const std::string& file) {
  std::error_code error;
  return file != "-" && fs::is_directory(file, error);
}

/// Reading a pipe blocks, and a device may have no end; both are read only if named explicitly.
bool is_special(const fs::directory_entry& entry) {
  std::error_code unknown;
  return entry.is_fifo(unknown) || entry.is_character_file(unknown) ||
         entry.is_block_file(unknown) || entry.is_socket(unknown);
}

/// The files in a folder and its subfolders whose names are those of record files.
struct FolderFiles {
  std::vector<std::string> files = {};
  std::vector<std::string> specials = {};  ///< pipes and devices
  std::error_code error = {};              ///< of the first entry that cannot be examined

  bool is_complete() const { return !files.empty() && specials.empty() && !error; }
};

/// Record files of a folder, by name; hidden files are ignored.
FolderFiles record_files_in(const fs::path& folder, const RecordForm& form) {
  FolderFiles found;
  fs::recursive_directory_iterator entry(folder, found.error);
  for (; !found.error && entry != fs::recursive_directory_iterator();
       entry.increment(found.error)) {
    const std::string name = entry->path().filename().string();
    std::error_code unknown;
    if (name.starts_with('.')) {
      entry.disable_recursion_pending();
    } else if (form.is_in(name) && !entry->is_directory(unknown)) {
      (is_special(*entry) ? found.specials : found.files).push_back(entry->path().string());
    }
  }
  std::sort(found.files.begin(), found.files.end());
  std::sort(found.specials.begin(), found.specials.end());
  return found;
}

/// Replaces folders by their record files. A folder without any stays, to be reported, and so does
/// one with an entry that cannot be examined or is not a file.
std::vector<std::string> with_files_of_folders(const std::vector<std::string>& files,
                                               const RecordForm& form) {
  std::vector<std::string> all;
  for (const std::string& file : files) {
    const FolderFiles found = is_folder(file) ? record_files_in(file, form) : FolderFiles();
    if (!found.is_complete()) all.push_back(file);
    all.insert(all.end(), found.files.begin(), found.files.end());
  }
  return all;
}

}  // namespace

RereadableInputs::RereadableInputs(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code error;
    const auto kind = std::filesystem::status(file, error).type();
    // The reader reports a missing file.
    const bool stays = file != "-" && kind != std::filesystem::file_type::fifo &&
                       kind != std::filesystem::file_type::character &&
                       kind != std::filesystem::file_type::socket;
    paths_.push_back(stays ? file : copy(file));
  }
}

std::string RereadableInputs::name_of(const std::string& path) const {
  for (const auto& [copy, name] : names_) {
    if (path == copy || path.starts_with(copy + "/")) return name + path.substr(copy.size());
  }
  return path;
}

std::string RereadableInputs::copy(const std::string& file) {
  const TemporaryFile& made = copies_.emplace_back();
  const std::string path = made.path();
  names_[path] = file;
  FileSource source(file);
  std::string buffer(std::size_t{1} << 18, '\0');
  while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
    if (!write_all(made.number(), std::string_view(buffer).substr(0, size))) {
      throw std::system_error(errno, std::generic_category(), "a temporary file");
    }
  }
  return path;
}

const RecordForm& record_form(std::string_view name) {
  if (const RecordForm* form = find_record_form(name)) return *form;
  throw InputError(message("unknown record format '{0}'", printable(name)));
}

void add_format_options(Command& command, std::string& from, ReadOptions& read) {
  command.add_option("--from", from, "Set the format of the input (pgn)")->one_of(form_names());
  command
      .add_option("--encoding", read.encoding,
                  "Set the encoding of the files, as in iconv (detected)")
      ->check([](const std::string& name) {
        if (is_known_encoding(name)) return Message();
        return joined(
            message("this system does not know the encoding '{0}'; 'iconv -l' lists those "
                    "that it does",
                    printable(name)),
            former_name("--encoding", name));
      })
      ->type_name("NAME");
}

void add_date_order(Command& command, ReadOptions& read) {
  command
      .add_option_function(
          "--date-order",
          [&read](const std::string& order) {
            read.check.date_order = order == "dmy" ? DateOrder::day_first : DateOrder::month_first;
          },
          "Read dates such as 3.4.2026 in this order (not read)")
      ->one_of({"dmy", "mdy"});
}

void InputOptions::add_to(Command& command) {
  command.add_file("FILE", files, "Record files or folders; - means standard input")->required();
  add_game(command, "--game", read.check.game, "Set the game of records without the tag Game");
  add_variant(command, "--variant", read.check.variant,
              "Set the variant of records without the tag Variant");
  add_format_options(command, from, read);
  add_threads(command, read.threads, "Check records on N threads");
  command.add_flag("-q,--quiet", talk().is_quiet, "Do not print warnings and totals");
}

void InputOptions::add_conversions(Command& command) {
  command
      .add_flag("--override-game", read.check.overrides_game,
                "Override the game named in the records")
      ->needs(command.get_option("--game"));
  command.add_option("--roll", read.check.roll,
                     "Set the first roll of records without the tag Roll");
  add_date_order(command, read);
  command.add_option("--max-game-bytes", read.max_game_bytes, "Skip games larger than N bytes")
      ->range(1, std::int64_t{1} << 40)
      ->default_text("16 MiB");
}

void InputOptions::describe_selection(Command& command) {
  command.get_option("--game")->about(
      "Use games of this game, and records without the tag Game as such");
  command.get_option("--variant")
      ->about("Use games of this variant, and records without the tag Game as such");
}

void InputOptions::add_stored(Command& command, const std::string& argument) {
  may_be_stored = true;
  command.get_option(argument)->required(false);
  add_database_or(files, command, db, "With --id or --number: read the game from this database");
  Option* const id = command.add_option(
      "--id", stored.id, "Select the stored game with this id ('schiri db query games')");
  Option* const number =
      command.add_option("--number", stored.number, "Select game N of a stored tournament")
          ->range(1, std::numeric_limits<std::int64_t>::max())
          ->excludes(id);
  command.add_option("--event", stored.events, "With --number: of this tournament")->needs(number);
}

void learn_game(const std::string& game, const std::string& database, const InputOptions* files) {
  if (game.empty() || find_game(game)) return;
  if (!database.empty()) db::Store(database, db::Store::Mode::read);
  if (!files) return;
  ReadOptions reading = files->read;
  for (const std::string& file : with_files_of_folders(files->files, files->form())) {
    std::error_code unreadable;
    if (find_game(game) || !std::filesystem::is_regular_file(file, unreadable)) continue;
    const auto sink = [&](const std::string&, CheckedRecord&) { return !find_game(game); };
    read_input(file, reading, files->form(), sink, true);
  }
}

namespace {

/// A file that is written and stands in a folder of the input would be read at the next run.
void require_not_found(const std::vector<std::string>& named, const std::vector<std::string>& read,
                       const std::vector<std::string>& written) {
  for (const std::string& output : written) {
    if (output.empty() || output == "-" || is_one_of(named, output) || !is_one_of(read, output))
      continue;
    throw InputError(
        message("{0} cannot be written: it is in a folder whose files are read; specify a file "
                "outside of it, or the files to read by name",
                printable(output, 4096)));
  }
}

}  // namespace

void InputOptions::check(const OtherFiles& others) {
  const std::vector<std::string> all = with_files_of_folders(files, form());
  require_no_part_of(others.database, all);
  require_not_found(files, all, others.written);
  learn_game(read.check.game, db, this);
  require_known(read.check);
  const std::string option = stored.id ? "--id" : "--number";
  if (is_stored() && db.empty()) {
    throw InputError(message("{0}: specify the database as well, --db FILE", option));
  }
  if (is_stored() && !files.empty()) {
    throw InputError(message("{0}: specify either a stored game or files, not both", option));
  }
  if (may_be_stored && !is_stored() && files.empty()) {
    throw InputError(
        message("FILE is required, or --db FILE --id N for a stored game; - means standard input"));
  }
  files = all;
  for (const std::string& file : files) {
    if (!writes_over("-", file)) continue;
    throw InputError(
        message("{0} is an input and also standard output; specify another output file",
                printable(file, 4096)));
  }
}

namespace {

void require_known_variant(const std::vector<const GameType*>& games, const std::string& variant) {
  if (games.size() == 1) return void(games[0]->variant_table.require(variant));
  const auto knows = [&](const GameType* type) { return type->variant_table.find(variant); };
  if (std::any_of(games.begin(), games.end(), knows)) return;
  NearestName nearest(variant);
  for (const GameType* type : games) {
    for (const std::string_view known : type->variants()) nearest.look_at(known);
  }
  throw InputError(joined(message("--variant: unknown variant '{0}'", printable(variant)),
                          known_names(nearest)));
}

/// A roll must be one with which some game can begin.
void require_roll(const std::vector<const GameType*>& games, const std::string& roll) {
  Message objection = message("no selected game is played with dice");
  for (const GameType* type : games) {
    if (!type->starts_with_roll()) continue;
    try {
      type->start({"", "", roll});
      return;
    } catch (const StartError& error) {
      objection = error.message();
    }
  }
  throw InputError(message("--roll: {0}", objection));
}

}  // namespace

void require_known(const CheckOptions& check) {
  if (!check.game.empty()) require_game(check.game);
  const auto games = games_meant(check.game);
  try {
    require_known_variant(games, check.variant);
  } catch (const StartError& error) {
    throw InputError(message("--variant: {0}", error.message()));
  }
  if (!check.roll.empty()) require_roll(games, check.roll);
}

namespace {

Message advice(Content content, std::string_view front, const RecordForm& form) {
  if (content == Content::games_table || content == Content::json) {
    return message("'schiri convert --from {0}' reads it", form_of_record(front).name);
  }
  if (content == Content::records && &form != &usual_form()) {
    return message("omit --from to read it");
  }
  return {};
}

void tell_no_records(const std::string& file, Content content, std::string_view front,
                     const RecordForm& form) {
  console::out.flush();
  const std::string name = printable(file, 4096);
  const Message looks = content_name(content);
  print_message(joined(&form == &usual_form()
                           ? message("{0}: no game records: this looks like {1}", name, looks)
                           : message("{0}: no game records in the format {1}: this looks like {2}",
                                     name, form.name, looks),
                       advice(content, front, form)));
}

void tell_no_files(const std::string& file, const RecordForm& form) {
  const FolderFiles found = is_folder(file) ? record_files_in(file, form) : FolderFiles();
  if (found.error) throw std::system_error(found.error, file);
  console::out.flush();
  for (const std::string& special : found.specials) {
    print_message(
        message("{0}: error: this is a pipe or a device, not a file; specify its own name to "
                "read it",
                printable(special, 4096)));
  }
  if (!found.specials.empty()) return;
  std::vector<Message> endings(form.endings.begin(), form.endings.end());
  print_message(
      message("{0}: contains no record files; their names end in {1}, or also in .gz, .zst, .bz2, "
              ".xz, .zip or .tar",
              printable(file, 4096), any_of(endings)));
}

/// Reads one input: opens it, recognises what it holds, and passes on its records. The records of a
/// file that may contain none are held back until one of them is a game.
class InputReading {
 public:
  InputReading(const ReadOptions& options, const RecordForm& form, const InputSink& sink,
               bool quietly)
      : options_(options), form_(form), sink_(sink), is_quiet_(quietly) {}

  ExitStatus read(const std::string& file) {
    const auto is_wanted = [&](std::string_view name) { return form_.is_in_archived(name); };
    const auto visit = [&](const std::string& name, ByteSource& source) {
      read_content(name, source);
      return goes_on_;
    };
    const bool any = !is_folder(file) && visit_sources(file, is_wanted, visit) > 0;
    if (any) return status_;
    if (!is_quiet_) tell_no_files(file, form_);
    return ExitStatus::unusable;
  }

 private:
  static constexpr std::size_t most_held = 100;

  void read_content(const std::string& name, ByteSource& source) {
    name_ = name;
    const Content content = content_of(source.front(content_front));
    holds_ = form_.excludes(content);
    const std::string front(holds_ ? source.front(content_front) : std::string_view());
    form_.read(source, options_, [this](CheckedRecord& record) { return take(record); });
    if (!holds_) return;
    held_.clear();
    status_ = ExitStatus::wrong;
    if (!is_quiet_) tell_no_records(name, content, front, form_);
  }

  bool take(CheckedRecord& record) {
    if (holds_) {
      const bool is_game = record.check.valid() || record.check.turns > 0;
      if (!is_game && held_.size() < most_held) {
        held_.push_back(std::move(record));
        return true;
      }
      holds_ = false;
      for (CheckedRecord& held : std::exchange(held_, {})) {
        if (!pass_on(held)) return false;
      }
    }
    return pass_on(record);
  }

  bool pass_on(CheckedRecord& record) { return goes_on_ = sink_(name_, record); }

  const ReadOptions& options_;
  const RecordForm& form_;
  const InputSink& sink_;
  bool is_quiet_;
  std::string name_;  ///< of the file, perhaps in an archive
  bool holds_ = false;
  std::vector<CheckedRecord> held_;
  bool goes_on_ = true;
  ExitStatus status_ = ExitStatus::done;
};

}  // namespace

ExitStatus read_source(const std::string& file, const ReadOptions& options, const RecordForm& form,
                       const InputSink& sink, bool quietly) {
  return InputReading(options, form, sink, quietly).read(file);
}

ExitStatus read_input(const std::string& file, const ReadOptions& options, const RecordForm& form,
                      const InputSink& sink, bool quietly) {
  try {
    return read_source(file, options, form, sink, quietly);
  } catch (const std::system_error& error) {
    console::out.flush();
    if (!quietly) print_message(printable(translated(system_message(error)), 4096));
    return ExitStatus::unusable;
  }
}

void InputOptions::make_rereadable() {
  copies = std::make_shared<RereadableInputs>(files);
  files = copies->paths();
}

void resolve_names(NameCheck& names, InputOptions& input,
                   const std::function<void(const CheckedRecord&)>& add) {
  if (!names.has_unknown_names()) return;
  input.make_rereadable();
  ReadOptions reading = input.read;
  reading.keep = Keep::headers;
  reading.keep_text = false;
  for (const std::string& file : input.files) {
    const auto sink = [&](const std::string&, CheckedRecord& record) {
      add(record);
      return names.has_unknown_names();
    };
    if (names.has_unknown_names()) read_input(file, reading, input.form(), sink, true);
  }
}

namespace {

/// See share_of_files().
class ReadShare {
 public:
  ReadShare(const std::vector<std::string>& files, unsigned times) {
    for (const std::string& file : files) {
      std::error_code error;
      const auto size = std::filesystem::file_size(file, error);
      if (error) return;
      total_ += size * times;
    }
    is_known_ = total_ > 0;
  }

  double operator()() const {
    const double read = static_cast<double>(bytes_read_from_files() - before_);
    return is_known_ ? std::min(read / static_cast<double>(total_), 1.0) : 0;
  }

 private:
  std::uint64_t before_ = bytes_read_from_files();
  std::uintmax_t total_ = 0;
  bool is_known_ = false;
};

/// Reads a game of a database, whose index is its id.
ExitStatus read_stored(const InputOptions& options, const InputSink& sink) {
  const std::string db = printable(options.db, 4096);
  std::vector<db::StoredRecord> found;
  db::visit_records(db::Store(options.db, db::Store::Mode::read), options.stored,
                    [&](db::StoredRecord& stored) {
                      found.push_back(std::move(stored));
                      return found.size() < 2;
                    });
  if (options.stored.id && found.empty()) {
    throw InputError(
        message("--id {0}: {1} has no game with this id", std::to_string(*options.stored.id), db));
  }
  if (found.size() != 1) {
    const std::string number = std::to_string(*options.stored.number);
    throw InputError(
        found.empty()
            ? message("--number {0}: {1} has no such game of a tournament", number, db)
            : message("--number {0}: several tournaments of {1} have such a game; specify one with "
                      "--event, or the game with --id",
                      number, db));
  }
  ReadOptions reading = options.read;
  reading.encoding = "UTF-8";
  if (auto record = read_one_record(write_record(found.front().record), reading)) {
    record->check.index = static_cast<std::size_t>(found.front().id);
    sink(options.db, *record);
  }
  return ExitStatus::done;
}

}  // namespace

std::function<double()> share_of_files(const std::vector<std::string>& files, unsigned times) {
  return ReadShare(files, times);
}

ExitStatus read_inputs(const InputOptions& options, const InputSink& sink, bool quietly) {
  if (options.is_stored()) return read_stored(options, sink);
  ProgressLine progress(message("games"), share_of_files(options.files));
  ExitStatus status = ExitStatus::done;
  bool go_on = true;
  const InputSink take = [&](const std::string& file, CheckedRecord& record) {
    progress.count();
    const std::string name = options.copies ? options.copies->name_of(file) : file;
    if (!quietly) tell_guess(name, record);
    return go_on = sink(name, record);
  };
  for (const std::string& file : options.files) {
    if (!go_on) break;
    status = worse(status, read_input(file, options.read, options.form(), take, quietly));
  }
  return status;
}

}  // namespace schiri::cli
