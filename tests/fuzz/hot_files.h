#pragma once

#include <cstdint>
#include <string>
#include <vector>

// The files that SQLite leaves beside a database when a program ends during a change, with correct
// checksums: a journal with the old pages, or a log with the new pages
// (https://www.sqlite.org/fileformat2.html).

namespace schiri {

/// A page of a file.
struct Page {
  std::uint32_t number;  ///< from 1
  std::string bytes;
};

inline std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xff);
  return bytes;
}

constexpr std::uint32_t page_size = 4096;

inline std::uint32_t byte_of(const std::string& bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// A rollback journal; if it names a super-journal, it belongs to a change of several databases.
inline std::string journal_of(const std::vector<Page>& pages, std::uint32_t pages_before,
                              const std::string& super_journal = "") {
  constexpr char magic[] = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
  constexpr std::uint32_t sector = 512, nonce = 7;
  std::string text = magic + big_endian(static_cast<std::uint32_t>(pages.size())) +
                     big_endian(nonce) + big_endian(pages_before) + big_endian(sector) +
                     big_endian(page_size);
  text.resize(sector);
  for (const Page& page : pages) {
    std::uint32_t sum = nonce;
    for (std::size_t at = page_size - 200; at > 0 && at < page_size; at -= 200) {
      sum += byte_of(page.bytes, at);
    }
    text += big_endian(page.number) + page.bytes + big_endian(sum);
  }
  if (super_journal.empty()) return text;
  std::uint32_t sum = 0;
  for (const char character : super_journal) {
    sum += static_cast<std::uint32_t>(static_cast<signed char>(character));
  }
  constexpr std::uint32_t lock_page = 0x40000000 / page_size + 1;
  return text + big_endian(lock_page) + super_journal +
         big_endian(static_cast<std::uint32_t>(super_journal.size())) + big_endian(sum) + magic;
}

/// Writes a log; the last page commits a transaction.
class LogWriter {
 public:
  explicit LogWriter(std::uint32_t pages_after) : pages_after_(pages_after) {
    text_ =
        big_endian(0x377f0683) + big_endian(3007000) + big_endian(page_size) + big_endian(0) + salt;
    add_sum(text_);
    text_ += big_endian(first_) + big_endian(second_);
  }

  void add(const Page& page, bool is_last) {
    const std::string head = big_endian(page.number) + big_endian(is_last ? pages_after_ : 0);
    add_sum(head);
    add_sum(page.bytes);
    text_ += head + salt + big_endian(first_) + big_endian(second_) + page.bytes;
  }

  const std::string& text() const { return text_; }

 private:
  static constexpr char salt[] = "saltsalt";

  void add_sum(const std::string& bytes) {
    const auto word = [&](std::size_t at) {
      return byte_of(bytes, at) << 24 | byte_of(bytes, at + 1) << 16 | byte_of(bytes, at + 2) << 8 |
             byte_of(bytes, at + 3);
    };
    for (std::size_t at = 0; at + 8 <= bytes.size(); at += 8) {
      first_ += word(at) + second_;
      second_ += word(at + 4) + first_;
    }
  }

  std::uint32_t pages_after_;
  std::uint32_t first_ = 0, second_ = 0;
  std::string text_;
};

inline std::string log_of(const std::vector<Page>& pages, std::uint32_t pages_after) {
  LogWriter log(pages_after);
  for (const Page& page : pages) log.add(page, &page == &pages.back());
  return log.text();
}

}  // namespace schiri
