#include "cli/records/data_rows.h"

#include <limits>
#include <utility>
#include <vector>

#include "cli/records/npz.h"
#include "core/base/hexadecimal.h"

namespace schiri::cli {

namespace {

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
