#include "cli/records/data_rows.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "notation/records/source/compressed/archive_library.h"

namespace schiri::cli {

namespace {

/// Arrays of numbers and texts as NumPy's `numpy.load` reads them: a zip archive of .npy files
/// (NumPy's format 1.0), compressed by deflate. The same arrays give the same bytes.
class NpzFile {
 public:
  /// An array of one dimension; a text's bytes beyond its end are zeros.
  void add(std::string_view name, const std::vector<std::string>& texts);
  void add(std::string_view name, const std::vector<float>& numbers);
  void add(std::string_view name, const std::vector<std::int32_t>& numbers);
  void add(std::string_view name, const std::vector<std::int8_t>& numbers);
  void add(std::string_view name, const std::vector<bool>& flags);

  /// To be called once, after all arrays. Throws std::runtime_error if the archive cannot be made.
  void write(std::ostream& out);

 private:
  struct Member {
    std::string name;
    std::string bytes;
  };

  void add(std::string_view name, const std::string& kind, std::size_t size, std::string_view data);

  std::vector<Member> members_;
};

/// Least byte first.
template <class Number>
void append(std::string& bytes, Number number) {
  auto left = static_cast<std::make_unsigned_t<Number>>(number);
  for (std::size_t i = 0; i < sizeof left; ++i) {
    bytes += static_cast<char>(left & 0xff);
    left = static_cast<decltype(left)>(left >> 4 >> 4);
  }
}

/// The header of a .npy file; the data begin at a multiple of 64 bytes.
std::string header(const std::string& kind, std::size_t size) {
  constexpr std::size_t fixed = 10, alignment = 64;
  std::string words = "{'descr': '" + kind + "', 'fortran_order': False, 'shape': (" +
                      std::to_string(size) + ",), }";
  words.append(alignment - (fixed + words.size() + 1) % alignment, ' ');
  words += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  append(bytes, static_cast<std::uint16_t>(words.size()));
  return bytes + words;
}

void require(int status, archive* writer) {
  if (status != ARCHIVE_OK) throw std::runtime_error(SCHIRI_ARCHIVE(error_string)(writer));
}

la_ssize_t put(archive* /*writer*/, void* out, const void* bytes, std::size_t size) {
  static_cast<std::ostream*>(out)->write(static_cast<const char*>(bytes),
                                         static_cast<std::streamsize>(size));
  return static_cast<la_ssize_t>(size);
}

void NpzFile::add(std::string_view name, const std::string& kind, std::size_t size,
                  std::string_view data) {
  members_.push_back({std::string(name) + ".npy", header(kind, size).append(data)});
}

void NpzFile::add(std::string_view name, const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::string data;
  data.reserve(width * texts.size());
  for (const std::string& text : texts) data.append(text).append(width - text.size(), '\0');
  add(name, "|S" + std::to_string(width), texts.size(), data);
}

void NpzFile::add(std::string_view name, const std::vector<float>& numbers) {
  std::string data;
  for (const float number : numbers) append(data, std::bit_cast<std::uint32_t>(number));
  add(name, "<f4", numbers.size(), data);
}

void NpzFile::add(std::string_view name, const std::vector<std::int32_t>& numbers) {
  std::string data;
  for (const std::int32_t number : numbers) append(data, number);
  add(name, "<i4", numbers.size(), data);
}

void NpzFile::add(std::string_view name, const std::vector<std::int8_t>& numbers) {
  std::string data;
  for (const std::int8_t number : numbers) append(data, number);
  add(name, "|i1", numbers.size(), data);
}

void NpzFile::add(std::string_view name, const std::vector<bool>& flags) {
  std::string data;
  for (const bool flag : flags) data += flag ? '\1' : '\0';
  add(name, "|b1", flags.size(), data);
}

void NpzFile::write(std::ostream& out) {
  const std::unique_ptr<archive, int (*)(archive*)> writer(SCHIRI_ARCHIVE(write_new)(),
                                                           SCHIRI_ARCHIVE(write_free));
  if (!writer) throw std::bad_alloc();
  require(SCHIRI_ARCHIVE(write_set_format_zip)(writer.get()), writer.get());
  require(SCHIRI_ARCHIVE(write_open)(writer.get(), &out, nullptr, put, nullptr), writer.get());
  for (const auto& [name, bytes] : members_) {
    // Neither time (it would depend on the time zone) nor owner, for reproducible bytes.
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(
        SCHIRI_ARCHIVE(entry_new)(), SCHIRI_ARCHIVE(entry_free));
    if (!entry) throw std::bad_alloc();
    SCHIRI_ARCHIVE(entry_set_pathname)(entry.get(), name.c_str());
    SCHIRI_ARCHIVE(entry_set_filetype)(entry.get(), AE_IFREG);
    SCHIRI_ARCHIVE(entry_set_perm)(entry.get(), 0644);
    SCHIRI_ARCHIVE(entry_set_size)(entry.get(), static_cast<la_int64_t>(bytes.size()));
    require(SCHIRI_ARCHIVE(write_header)(writer.get(), entry.get()), writer.get());
    if (SCHIRI_ARCHIVE(write_data)(writer.get(), bytes.data(), bytes.size()) < 0) {
      throw std::runtime_error(SCHIRI_ARCHIVE(error_string)(writer.get()));
    }
  }
  require(SCHIRI_ARCHIVE(write_close)(writer.get()), writer.get());
}

/// A forced win in n turns is worth this many hundredths less n.
constexpr int worth_of_win = 30000;

int hundredths(const Score& score) {
  if (score.kind == Score::Kind::value) return score.amount;
  return score.kind == Score::Kind::win ? worth_of_win - score.amount : score.amount - worth_of_win;
}

/// The result for the side to move: 1, 0.5 or 0.
double points(const DataRow& row) {
  if (row.outcome == Outcome::draw) return 0.5;
  return (row.outcome == Outcome::white_wins) == (row.side == Side::white) ? 1 : 0;
}

std::string_view part_word(DataPart part) {
  constexpr std::string_view words[] = {"train", "validation", "test"};
  return words[static_cast<std::size_t>(part)];
}

}  // namespace

const Columns<DataRow>& data_columns() {
  using Row = const DataRow&;
  static const Columns<DataRow> columns = {
      {{"position", {}, Holds::text, "position string before the turn"},
       [](Row row) { return row.position; }},
      {{"side", {}, Holds::side, "side to move"},
       [](Row row) { return outcome_name(win_for(row.side)); }},
      {{"score",
        {},
        Holds::count,
        "evaluation in hundredths from the side to move; a win in n turns is 30000 - n"},
       [](Row row) { return row.score ? Cell(hundredths(*row.score)) : Cell(); }},
      {{"result", {}, Holds::points, "points of the side to move: 1.0, 0.5 or 0.0"}, points},
      {{"ply", {}, Holds::count, "turns played before"}, [](Row row) { return row.ply; }},
      {{"quiet", {}, Holds::flag, "null with `--no-quiet`"}, [](Row row) { return row.quiet; }},
      {{"part", {}, Holds::text, "`train`, `validation` or `test`"},
       [](Row row) { return part_word(row.part); }},
      {{"turn", {}, Holds::text, "the turn that was played"}, [](Row row) { return row.turn; }},
      {{"game"}, [](Row row) { return row.game; }},
      {{"variant"}, [](Row row) { return row.variant; }},
      {{"game_hash",
        {},
        Holds::text,
        "16 hexadecimal digits, the same for all positions of a game"},
       [](Row row) { return hexadecimal(row.game_hash); }}};
  return columns;
}

namespace {

/// Writes a position as one line of text.
class LineWriter final : public DataWriter {
 public:
  LineWriter(std::ostream& out, Format format)
      : rows_(std::make_unique<RowWriter<DataRow>>(out, TableOptions{.format = format},
                                                   data_columns())) {}

  void add(const DataRow& row) override { rows_->add(row); }
  void finish() override { rows_->finish(); }

 private:
  std::unique_ptr<RowWriter<DataRow>> rows_;  ///< its destructor may throw
};

class NpzWriter final : public DataWriter {
 public:
  explicit NpzWriter(std::ostream& out) : out_(out) {}

  void add(const DataRow& row) override {
    position_.push_back(row.position);
    turn_.push_back(row.turn);
    game_.push_back(row.game);
    variant_.push_back(row.variant);
    hash_.push_back(hexadecimal(row.game_hash));
    side_.push_back(row.side == Side::white ? 0 : 1);
    part_.push_back(static_cast<std::int8_t>(row.part));
    ply_.push_back(static_cast<std::int32_t>(row.ply));
    if (row.quiet) quiet_.push_back(*row.quiet);
    result_.push_back(static_cast<float>(points(row)));
    score_.push_back(row.score ? static_cast<float>(hundredths(*row.score))
                               : std::numeric_limits<float>::quiet_NaN());
  }

  void finish() override {
    NpzFile file;
    file.add("position", position_);
    file.add("side", side_);
    file.add("score", score_);
    file.add("result", result_);
    file.add("ply", ply_);
    if (quiet_.size() == ply_.size()) file.add("quiet", quiet_);
    file.add("part", part_);
    file.add("turn", turn_);
    file.add("game", game_);
    file.add("variant", variant_);
    file.add("game_hash", hash_);
    file.write(out_);
  }

 private:
  std::ostream& out_;
  std::vector<std::string> position_, turn_, game_, variant_, hash_;
  std::vector<std::int8_t> side_, part_;
  std::vector<std::int32_t> ply_;
  std::vector<bool> quiet_;
  std::vector<float> score_, result_;
};

constexpr std::pair<std::string_view, std::string_view> endings[] = {
    {".csv", "csv"}, {".jsonl", "json"}, {".ndjson", "json"}, {".npz", "npz"}};

}  // namespace

std::string_view data_format_of(std::string_view file) {
  for (const std::string_view ending : {".gz", ".zst", ".bz2", ".xz"}) {
    if (file.ends_with(ending)) file.remove_suffix(ending.size());
  }
  for (const auto& [ending, format] : endings) {
    if (file.ends_with(ending)) return format;
  }
  return {};
}

std::unique_ptr<DataWriter> make_data_writer(const std::string& format, std::ostream& out) {
  if (format == "npz") return std::make_unique<NpzWriter>(out);
  return std::make_unique<LineWriter>(out, format == "csv" ? Format::csv : Format::json);
}

}  // namespace schiri::cli
