#include "db/ratings/pair_page.h"

#include <charconv>
#include <limits>
#include <vector>

namespace schiri::db {

namespace {

template <class Wdls, class Visitor>
void visit_wdls(Wdls& wdls, const Visitor& visitor) {
  for (auto& wdl : wdls) {
    visitor(wdl.wins);
    visitor(wdl.draws);
    visitor(wdl.losses);
  }
}

/// Visits the numbers in the order in which they are stored, without those of games that were not
/// played.
template <class Results, class Visitor>
void visit_numbers(Results& results, const Visitor& visitor) {
  visit_wdls(results.singles, visitor);
  for (auto& row : results.cells) {
    for (auto& cell : row) visitor(cell);
  }
  visit_wdls(results.repeats, visitor);
  visitor(results.ignored.unfinished);
  visitor(results.ignored.voided);
  visitor(results.ignored.unknown_player);
  visitor(results.ignored.against_itself);
}

class PageReader {
 public:
  explicit PageReader(std::string_view page) : rest_(page) {}

  /// Reads an entry; false if there is none.
  bool next() {
    const auto read_into = [this](std::uint64_t& number) { read_if_there(number); };
    results_ = {};
    begin_entry();
    if (ok_ && opponent_ < 0 && opponent_ > std::numeric_limits<std::int64_t>::min()) {
      const std::int64_t opponent = -opponent_;
      visit_wdls(results_.unplayed, read_into);
      take(']');
      begin_entry();
      ok_ = ok_ && opponent_ == opponent;
    }
    visit_numbers(results_, read_into);
    take(']');
    return ok_;
  }
  bool at_end() const { return rest_ == "]"; }

  std::int64_t opponent() const { return opponent_; }
  const PairResults& results() const { return results_; }

 private:
  void begin_entry() {
    take(first_ ? '[' : ',');
    first_ = false;
    take('[');
    read(opponent_);
  }
  /// Numbers that are left out are 0.
  void read_if_there(std::uint64_t& number) {
    if (!rest_.starts_with(',')) return;
    take(',');
    read(number);
  }
  void take(char c) {
    if (rest_.starts_with(c)) {
      rest_.remove_prefix(1);
    } else {
      ok_ = false;
    }
  }
  template <class Number>
  void read(Number& number) {
    const char* const end = rest_.data() + rest_.size();
    const auto [stop, error] = std::from_chars(rest_.data(), end, number);
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    if (error != std::errc{}) ok_ = false;
  }

  std::string_view rest_;
  bool first_ = true;
  bool ok_ = true;
  std::int64_t opponent_ = 0;
  PairResults results_;
};

}  // namespace

void PageBuilder::add(std::int64_t opponent, const PairResults& results) {
  std::vector<std::uint64_t> numbers;
  const auto keep = [&](std::uint64_t number) { numbers.push_back(number); };
  visit_wdls(results.unplayed, keep);
  const bool all_played = results.unplayed == PairResults().unplayed;
  if (!all_played) add_entry(-opponent, numbers);
  numbers.clear();
  visit_numbers(results, keep);
  add_entry(opponent, numbers);
}

void PageBuilder::add_entry(std::int64_t opponent, std::vector<std::uint64_t> numbers) {
  while (!numbers.empty() && numbers.back() == 0) numbers.pop_back();
  page_ += page_.empty() ? "[[" : ",[";
  page_ += std::to_string(opponent);
  for (const std::uint64_t number : numbers) {
    page_ += ',';
    page_ += std::to_string(number);
  }
  page_ += ']';
}

std::string PageBuilder::take() { return std::exchange(page_, {}) + ']'; }

bool read_pair_page(std::string_view page,
                    const std::function<void(std::int64_t, const PairResults&)>& visitor) {
  PageReader reader(page);
  while (reader.next()) {
    visitor(reader.opponent(), reader.results());
    if (reader.at_end()) return true;
  }
  return false;
}

}  // namespace schiri::db
