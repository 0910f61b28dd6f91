#include "cli/records/record_output.h"

#include <algorithm>
#include <filesystem>

#include "cli/line/command.h"
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

std::vector<std::string> with(std::vector<std::string> paths, const std::string& path) {
  if (path != "-") paths.push_back(path);
  return paths;
}

}  // namespace

void write_as_it_stood(std::ostream& out, std::string_view text, bool on_a_line) {
  const std::size_t newline = text.find('\n');
  const bool crlf = newline != text.npos && newline > 0 && text[newline - 1] == '\r';
  const char* const line_end = crlf ? "\r\n" : "\n";
  out << text << line_end << (on_a_line ? "" : line_end);
}

RecordOutput::RecordOutput(const std::string& path, const std::string& rejects,
                           const std::vector<std::string>& inputs, bool one_a_line)
    : path_(path),
      rejects_path_(rejects),
      one_a_line_(one_a_line),
      is_input_(is_one_of(inputs, path)),
      file_(path) {
  if (rejects.empty()) return;
  if (rejects == "-" && path == "-") {
    throw InputError(
        message("--rejects and the output are both standard output; specify a file for one"));
  }
  rejects_.emplace(rejects, with(inputs, path));
}

bool RecordOutput::count_written() {
  ++written_;
  return bool(file_.stream());
}

bool RecordOutput::leave_out(const std::string& file, const CheckedRecord& record) {
  if (rejects_ && record.text.empty()) {
    print_skipped(file, record);
  } else if (rejects_) {
    has_rejects_ = true;
    write_as_it_stood(rejects_->stream(), record.text, one_a_line_);
  }
  if (is_from_output(file)) return keep_text(record);
  ++left_out_;
  return true;
}

bool RecordOutput::keep(const std::string& file, const CheckedRecord& record) {
  return !is_from_output(file) || keep_text(record);
}

bool RecordOutput::is_from_output(const std::string& file) {
  if (file != from_) {
    from_ = file;
    from_output_ = is_input_ && writes_over(path_, file);
  }
  return from_output_;
}

bool RecordOutput::keep_text(const CheckedRecord& record) {
  ++kept_;
  all_kept_ = all_kept_ && !record.text.empty();
  write_as_it_stood(file_.stream(), record.text, one_a_line_);
  return bool(file_.stream());
}

void RecordOutput::finish(bool read_whole) {
  if (is_input_ && !all_kept_) {
    throw UnusableError(
        message("{0} is unchanged: a game in it is too large", printable(path_, 4096)));
  }
  if (rejects_) rejects_->commit();
  if (is_input_ && !read_whole) {
    print_message(message("{0} is unchanged", printable(path_, 4096)));
    file_.abandon();
    return;
  }
  file_.commit();
  tell_totals();
}

void RecordOutput::tell_totals() const {
  if (!tell_missing_tags(console::err) || kept_ + left_out_ == 0) return;
  Message totals = message("{0} written", written_);
  if (kept_) totals = listed(totals, message("{0} unchanged", kept_));
  if (left_out_ && !rejects_) {
    totals = listed(totals, message("{0} left out (--rejects FILE keeps them)", left_out_));
  } else if (left_out_) {
    totals = listed(totals, message("{0} left out", left_out_));
  }
  if (has_rejects_) {
    totals = joined(totals, message("rejects are in {0}", printable(rejects_path_, 4096)));
  }
  print_message(totals);
}

GameWriter::GameWriter(std::string path, bool one_a_line, std::uint64_t games_per_file,
                       std::vector<std::string> others)
    : path_(std::move(path)),
      one_a_line_(one_a_line),
      games_per_file_(games_per_file),
      others_(std::move(others)) {
  if (games_per_file_) return;
  paths_.push_back(path_);
  files_.push_back(std::make_unique<OutputFile>(path_, others_));
}

bool GameWriter::write(std::string_view text) {
  if (games_per_file_ && games_ % games_per_file_ == 0) {
    if (!files_.empty()) files_.back()->close();
    paths_.push_back(next_path());
    files_.push_back(
        std::make_unique<OutputFile>(paths_.back(), others_, OutputFile::Link::replace));
    heading_.clear();
  }
  ++games_;
  std::ostream& out = files_.back()->stream();
  write_as_it_stood(out, without_known_heading(text), one_a_line_);
  return bool(out);
}

/// The record of a table is its heading and its row; the heading is written where it differs.
std::string_view GameWriter::without_known_heading(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (!one_a_line_ || text.starts_with('{') || end == text.npos) return text;
  if (text.substr(0, end) == heading_) return text.substr(end + 1);
  heading_ = text.substr(0, end);
  return text;
}

void GameWriter::finish() {
  for (const auto& file : files_) file->commit();
  files_.clear();
}

bool GameWriter::leave_input(const std::vector<std::string>& inputs) {
  const auto input = std::find_if(paths_.begin(), paths_.end(),
                                  [&](const std::string& path) { return is_one_of(inputs, path); });
  if (input == paths_.end()) return false;
  print_message(message("{0} is unchanged", printable(*input, 4096)));
  abandon();
  return true;
}

void GameWriter::abandon() {
  for (const auto& file : files_) file->abandon();
}

void print_skipped(const std::string& file, const CheckedRecord& record) {
  const auto is_size = [](const Finding& error) { return error.code == Code::too_large; };
  const bool is_large =
      std::any_of(record.check.errors.begin(), record.check.errors.end(), is_size);
  const std::string name = printable(file, 4096);
  print_message(is_large
                    ? message("{0}: game {1} is skipped: it is too large", name, record.check.index)
                    : message("{0}: game {1} is skipped: its format keeps no text of its own; "
                              "'schiri convert' makes records of it",
                              name, record.check.index));
}

std::string GameWriter::next_path() {
  const std::string plain = without_compression_ending(path_);
  std::filesystem::path path(plain);
  const std::string extension = path.extension().string() + path_.substr(plain.size());
  path.replace_extension();
  return path.string() + "-" + std::to_string(files_.size() + 1) + extension;
}

}  // namespace schiri::cli
