#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace schiri {

/// A hash table with open addressing and linear probing for many small entries, which are stored in
/// one vector. At most `most_quarters` quarters of the places are taken; more means less memory and
/// longer probing.
///
/// `Kind` defines `Entry`, whose default value is a free place, `is_free(entry)`, and
/// `hash(entry)`, whose low bits are well mixed. Pointers to entries are valid until the next
/// insertion.
template <class Kind, unsigned most_quarters = 2>
class ProbingTable {
 public:
  using Entry = typename Kind::Entry;

  /// Reserves room for this many entries.
  explicit ProbingTable(std::size_t entries = 512, Kind kind = {})
      : kind_(std::move(kind)), places_(std::bit_ceil(entries * 4 / most_quarters + 1)) {}

  std::size_t size() const { return size_; }
  /// The number of places, free ones included.
  std::size_t capacity() const { return places_.size(); }

  /// The first entry of this hash for which `matches(entry)` is true; null if there is none.
  /// `matches` is also called for entries with other hashes.
  template <class Matches>
  Entry* find(std::uint64_t hash, const Matches& matches) {
    Entry& entry = probe(hash, matches);
    return kind_.is_free(entry) ? nullptr : &entry;
  }
  template <class Matches>
  const Entry* find(std::uint64_t hash, const Matches& matches) const {
    return const_cast<ProbingTable*>(this)->find(hash, matches);
  }

  /// The entry that find() returns, and false; otherwise a free place and true: the caller must
  /// fill that place at once with an entry of this hash.
  template <class Matches>
  std::pair<Entry*, bool> insert(std::uint64_t hash, const Matches& matches) {
    if (4 * (size_ + 1) > most_quarters * places_.size()) grow();
    Entry& entry = probe(hash, matches);
    const bool is_new = kind_.is_free(entry);
    size_ += is_new;
    return {&entry, is_new};
  }

  /// Calls `visitor(entry)` for each.
  template <class Visitor>
  void visit(const Visitor& visitor) const {
    for (const Entry& entry : places_) {
      if (!kind_.is_free(entry)) visitor(entry);
    }
  }

  void clear() {
    if (size_ > 0) std::fill(places_.begin(), places_.end(), Entry{});
    size_ = 0;
  }
  /// Clears the table, faster if it has few entries; `taken` must be all of them.
  void clear(std::span<Entry* const> taken) {
    for (Entry* entry : taken) *entry = Entry{};
    size_ = 0;
  }

 private:
  template <class Matches>
  Entry& probe(std::uint64_t hash, const Matches& matches) {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = hash & mask;
    while (!kind_.is_free(places_[at]) && !matches(std::as_const(places_[at]))) {
      at = (at + 1) & mask;
    }
    return places_[at];
  }

  void grow() {
    std::vector<Entry> old(2 * places_.size());
    old.swap(places_);
    for (Entry& entry : old) {
      if (kind_.is_free(entry)) continue;
      probe(kind_.hash(entry), [](const Entry&) { return false; }) = std::move(entry);
    }
  }

  [[no_unique_address]] Kind kind_;
  std::vector<Entry> places_;
  std::size_t size_ = 0;
};

/// Numbers from 0, in order of arrival, of different values that the caller stores by them.
class ArrivalNumbers {
 public:
  /// The number of the value with this hash for which `is_value(number)` is true, and false;
  /// otherwise the next number and true: the caller must store the value at once.
  template <class IsValue>
  std::pair<std::uint32_t, bool> number(std::uint32_t hash, const IsValue& is_value) {
    const auto [entry, is_new] = table_.insert(hash, [&](const Kind::Entry& known) {
      return known.hash == hash && is_value(known.number_and_one - 1);
    });
    if (is_new) *entry = {static_cast<std::uint32_t>(table_.size()), hash};
    return {entry->number_and_one - 1, is_new};
  }

 private:
  struct Kind {
    /// A number plus 1, or 0 for a free place, with the hash of its value.
    struct Entry {
      std::uint32_t number_and_one = 0;
      std::uint32_t hash = 0;
    };

    static bool is_free(const Entry& entry) { return entry.number_and_one == 0; }
    static std::uint64_t hash(const Entry& entry) { return entry.hash; }
  };

  ProbingTable<Kind> table_;
};

}  // namespace schiri
