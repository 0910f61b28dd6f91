#include "cli/game_writer.h"

#include <filesystem>

namespace schiri::cli {

GameWriter::GameWriter(std::string path, std::uint64_t games_per_file)
    : path_(std::move(path)), games_per_file_(games_per_file) {
  if (!games_per_file_) file_ = std::make_unique<OutputFile>(path_);
}

bool GameWriter::write(std::string_view text) {
  if (games_per_file_ && games_ % games_per_file_ == 0) {
    finish();
    file_ = std::make_unique<OutputFile>(next_path());
  }
  ++games_;
  // A file that ends its lines as Windows does goes on doing so.
  const std::size_t newline = text.find('\n');
  const bool crlf = newline != text.npos && newline > 0 && text[newline - 1] == '\r';
  std::ostream& out = file_->stream();
  out << text << (crlf ? "\r\n\r\n" : "\n\n");
  return bool(out);
}

void GameWriter::finish() {
  if (file_) file_->commit();
  file_.reset();
}

std::string GameWriter::next_path() {
  std::filesystem::path path(path_);
  const std::string extension = path.extension().string();
  path.replace_extension();
  return path.string() + "-" + std::to_string(++files_) + extension;
}

}  // namespace schiri::cli
