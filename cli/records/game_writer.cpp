#include "cli/records/game_writer.h"

#include <filesystem>
#include <iostream>

#include "cli/print/output_language.h"
#include "cli/records/record_output.h"
#include "notation/text/printable.h"

namespace schiri::cli {

GameWriter::GameWriter(std::string path, bool one_a_line, std::uint64_t games_per_file,
                       std::vector<std::string> others)
    : path_(std::move(path)),
      one_a_line_(one_a_line),
      games_per_file_(games_per_file),
      others_(std::move(others)) {
  if (!games_per_file_) files_.push_back(std::make_unique<OutputFile>(path_, others_));
}

bool GameWriter::write(std::string_view text) {
  if (games_per_file_ && games_ % games_per_file_ == 0) {
    if (!files_.empty()) files_.back()->close();
    files_.push_back(std::make_unique<OutputFile>(next_path(), others_, OutputFile::Link::replace));
  }
  ++games_;
  std::ostream& out = files_.back()->stream();
  write_as_it_stood(out, text, one_a_line_);
  return bool(out);
}

void GameWriter::finish() {
  for (const auto& file : files_) file->commit();
  files_.clear();
}

bool GameWriter::leave_input(const std::vector<std::string>& inputs) {
  if (!is_one_of(inputs, path_)) return false;
  print_message(message("{0} is unchanged", printable(path_, 4096)));
  for (const auto& file : files_) file->abandon();
  return true;
}

void print_skipped(const std::string& file, const CheckedRecord& record) {
  print_message(message("{0}: game {1} is skipped: it is too large (--max-game-bytes)",
                        printable(file, 4096), record.check.index));
}

std::string GameWriter::next_path() {
  const std::string plain = without_compression_ending(path_);
  std::filesystem::path path(plain);
  const std::string extension = path.extension().string() + path_.substr(plain.size());
  path.replace_extension();
  return path.string() + "-" + std::to_string(files_.size() + 1) + extension;
}

}  // namespace schiri::cli
