#include "cli/play/game_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "notation/records/source/byte_source.h"
#include "notation/records/source/compressed/open.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The text of a file as UTF-8; nothing if there is none.
/// The file is kept in memory, because it is written again after each turn.
constexpr std::size_t most_bytes = std::size_t{256} << 20;

std::string contents(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0) return "";
  try {
    const auto source = open_source(path);
    DecodedSource decoded(*source);
    auto text = read_all(decoded, most_bytes);
    if (text) return std::move(*text);
    throw UnusableError(
        message("{0}: a file of games to play cannot be larger than 256 MiB", path));
  } catch (const std::system_error& error) {
    throw UnusableError(message("{0} cannot be read: {1}", path, system_message(error.code())));
  }
}

void require_writable(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const bool exists = access(path.c_str(), F_OK) == 0;
  const std::string place = exists ? path : folder.empty() ? "." : folder.string();
  if (access(place.c_str(), W_OK) != 0) {
    throw UnusableError(message("{0} cannot be written: {1}", path, system_message(errno)));
  }
  if (std::filesystem::is_directory(path)) {
    throw UnusableError(message("{0} cannot be written: it is a directory", path));
  }
}

/// A game is appended to records in PGN only.
void require_records(const std::string& path) {
  const Content content = content_of(std::string_view(contents(path)).substr(0, content_front));
  if (!usual_form().excludes(content)) return;
  throw InputError(
      message("{0} cannot be written: games are kept as records in PGN, and this looks like {1}; "
              "specify another file",
              printable(path, 4096), content_name(content)));
}

/// Is the file what it is read as, so that its other games stay byte by byte?
bool is_plain(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0) return true;
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  // By such a name it is compressed again.
  auto bytes = open_source(path);
  if (compression_of(path).empty()) bytes = std::make_unique<FileSource>(path);
  const auto text = read_all(*bytes, most_bytes);
  const std::string all = contents(path);
  return text && (*text == all || *text == std::string(byte_order_mark) + all);
}

/// Ends a text with an empty line, so that a game can follow.
void end_with_empty_line(std::string& text) {
  if (text.empty()) return;
  if (text.back() != '\n') text += '\n';
  if (!text.ends_with("\n\n") && !text.ends_with("\n\r\n")) text += '\n';
}

}  // namespace

GameFile::GameFile(std::string path) : path_(std::move(path)) {
  compression_of(path_);  // refuses the endings of archives
  require_no_database(path_);
  require_writable(path_);
  require_records(path_);
  if (!is_plain(path_)) {
    print_note(
        message("{0} becomes plain text in UTF-8 when a game is added", printable(path_, 4096)));
  }
}

std::optional<GameFile::Found> GameFile::find(std::optional<std::uint64_t> index,
                                              const CheckOptions& told) {
  const std::string all = contents(path_);
  ReadOptions options;
  options.check = told;
  options.keep = Keep::records;
  options.keep_text = true;
  std::optional<Found> found;
  std::size_t games = 0, place = 0;
  const ExitStatus status =
      read_input(path_, options, usual_form(), [&](const std::string&, CheckedRecord& record) {
        ++games;
        place = all.find(record.text, place);
        if (place == all.npos) {
          throw UnusableError(
              message("{0} is compressed; only a game in a plain text file can be resumed", path_));
        }
        const bool wanted = index ? *index == games : record.check.result == "*";
        if (wanted) {
          at_ = place;
          text_ = record.text;
          found = Found{std::move(record)};
        }
        place += 1;
        return true;
      });
  if (status != ExitStatus::done) throw UnusableError(message("{0} cannot be resumed", path_));
  if (found) found->games = games;
  return found;
}

void GameFile::save(const std::string& record) {
  std::string all = contents(path_);
  std::string text = record;
  while (text.ends_with('\n')) text.pop_back();
  const bool is_there = !text_.empty() && all.compare(at_, text_.size(), text_) == 0;
  if (is_there) {
    all.replace(at_, text_.size(), text);
  } else {
    end_with_empty_line(all);
    at_ = all.size();
    all += text;
  }
  text_ = text;
  if (at_ + text.size() == all.size()) end_with_empty_line(all);
  OutputFile file(path_);
  file.stream() << all;
  file.commit();
}

}  // namespace schiri::cli
