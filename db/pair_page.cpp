#include "db/pair_page.h"

#include <charconv>

namespace schiri::db {

namespace {

constexpr std::size_t numbers_of_results = 31;

/// Visits the numbers in the order in which they are stored.
template <class Results, class Visitor>
void visit_numbers(Results& results, const Visitor& visitor) {
  const auto visit_wdl = [&](auto& wdls) {
    for (auto& wdl : wdls) {
      visitor(wdl.wins);
      visitor(wdl.draws);
      visitor(wdl.losses);
    }
  };
  visit_wdl(results.singles);
  for (auto& row : results.cells) {
    for (auto& cell : row) visitor(cell);
  }
  visit_wdl(results.repeats);
  visitor(results.ignored.unfinished);
  visitor(results.ignored.voided);
  visitor(results.ignored.unknown_player);
  visitor(results.ignored.against_itself);
  visit_wdl(results.unplayed);
}

class PageReader {
 public:
  explicit PageReader(std::string_view page) : rest_(page) {}

  /// Reads an entry; false if there is none.
  bool next() {
    take(first_ ? '[' : ',');
    first_ = false;
    take('[');
    read(opponent_);
    results_ = {};
    visit_numbers(results_, [&](std::uint64_t& number) {
      if (!rest_.starts_with(',')) return;
      take(',');
      read(number);
    });
    take(']');
    return ok_;
  }
  bool at_end() const { return rest_ == "]"; }

  std::int64_t opponent() const { return opponent_; }
  const PairResults& results() const { return results_; }

 private:
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
  std::array<std::uint64_t, numbers_of_results> numbers{};
  std::size_t count = 0, used = 0;
  visit_numbers(results, [&](std::uint64_t number) {
    numbers[count++] = number;
    if (number != 0) used = count;
  });
  page_ += page_.empty() ? "[[" : ",[";
  page_ += std::to_string(opponent);
  for (std::size_t i = 0; i < used; ++i) {
    page_ += ',';
    page_ += std::to_string(numbers[i]);
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
