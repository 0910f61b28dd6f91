#include "db/repair/page_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace schiri::db {

namespace {

constexpr unsigned char table_leaf = 0x0d, table_interior = 0x05, index_leaf = 0x0a,
                        index_interior = 0x02;
constexpr std::size_t file_header = 100;
constexpr std::size_t largest_payload = std::size_t{1} << 30;

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    number = number << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0u);
  }
  return number;
}

/// Reads a number of one to nine bytes and moves past it.
std::optional<std::uint64_t> take_varint(std::string_view bytes, std::size_t& at) {
  std::uint64_t number = 0;
  for (int i = 0; i < 9; ++i) {
    if (at >= bytes.size()) return std::nullopt;
    const auto byte = static_cast<unsigned char>(bytes[at++]);
    if (i == 8) return number << 8 | byte;
    number = number << 7 | (byte & 0x7f);
    if (byte < 0x80) return number;
  }
  return number;
}

/// A value of a serial type, from its bytes.
StoredValue value_of(std::uint64_t type, std::string_view bytes) {
  if (type == 8 || type == 9) return static_cast<std::int64_t>(type - 8);
  if (type == 7) return std::bit_cast<double>(number_at(bytes, 0, 8));
  if (type >= 12 && type % 2 == 0) return Blob{};
  if (type >= 12) return std::string(bytes);
  if (bytes.empty()) return std::monostate{};
  const std::uint64_t number = number_at(bytes, 0, bytes.size());
  const int shift = static_cast<int>(64 - 8 * bytes.size());
  return static_cast<std::int64_t>(number << shift) >> shift;
}

std::size_t size_of(std::uint64_t type) {
  constexpr std::size_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
  return type < 12 ? sizes[type] : static_cast<std::size_t>((type - 12) / 2);
}

/// The columns of a record; nullopt if the bytes are not a record.
std::optional<std::vector<StoredValue>> values_of(std::string_view record) {
  std::size_t at = 0;
  const auto header = take_varint(record, at);
  if (!header || *header > record.size()) return std::nullopt;
  std::vector<StoredValue> values;
  std::size_t body = static_cast<std::size_t>(*header);
  while (at < *header) {
    const auto type = take_varint(record.substr(0, static_cast<std::size_t>(*header)), at);
    if (!type || *type == 10 || *type == 11 || *type > 2 * largest_payload) return std::nullopt;
    const std::size_t size = size_of(*type);
    if (body + size > record.size()) return std::nullopt;
    values.push_back(value_of(*type, record.substr(body, size)));
    body += size;
  }
  if (body != record.size()) return std::nullopt;
  return values;
}

}  // namespace

RandomFile::RandomFile(const std::string& path)
    : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  struct stat state {};
  if (!file_.is_open() || ::fstat(file_.number(), &state) != 0) {
    throw std::system_error(errno, std::generic_category(), path);
  }
  size_ = static_cast<std::uint64_t>(state.st_size);
}

std::string RandomFile::read(std::uint64_t at, std::size_t size) const {
  if (at + size > size_) return {};
  std::string bytes(size, '\0');
  for (std::size_t got = 0; got < size;) {
    const ssize_t more =
        ::pread(file_.number(), bytes.data() + got, size - got, static_cast<off_t>(at + got));
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return {};
    got += static_cast<std::size_t>(more);
  }
  return bytes;
}

PageFile::PageFile(const std::string& path) : file_(path) {
  read_header();
  count_pages();
  std::error_code ignored;
  if (!std::filesystem::exists(path + "-wal", ignored)) return;
  log_.emplace(path + "-wal");
  read_log();
}

void PageFile::count_pages() {
  count_ = static_cast<std::size_t>((file_.size() + page_size_ - 1) / page_size_);
}

void PageFile::read_header() {
  const std::string header = file_.read(0, file_header);
  has_header_ = header.starts_with(std::string_view("SQLite format 3\0", 16));
  if (!has_header_) return;
  const auto size = static_cast<std::size_t>(number_at(header, 16, 2));
  const std::size_t page_size = size == 1 ? 65536 : size;
  if (page_size < 512 || !std::has_single_bit(page_size)) return;
  page_size_ = page_size;
  reserved_ = std::min<std::size_t>(number_at(header, 20, 1), page_size_ - 480);
  count_pages();
  if (!schema().roots.empty()) return;
  // Then this page may be damaged as well.
  page_size_ = usual_page_size;
  reserved_ = 0;
}

/// Reads frames up to the last that committed, each with the checksum of all before it.
void PageFile::read_log() {
  constexpr std::size_t log_header = 32, frame_header = 24;
  const std::string beginning = log_->read(0, log_header);
  if (beginning.empty()) return;
  const std::uint64_t magic = number_at(beginning, 0, 4);
  if (magic != 0x377f0682 && magic != 0x377f0683) return;
  if (number_at(beginning, 8, 4) != page_size_) return;
  const bool big_endian = magic == 0x377f0683;
  std::uint32_t sum[2] = {0, 0};
  const auto add = [&](std::string_view bytes) {
    for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
      std::uint32_t words[2];
      for (std::size_t w = 0; w < 2; ++w) {
        auto word = static_cast<std::uint32_t>(number_at(bytes, i + 4 * w, 4));
        if (!big_endian) word = __builtin_bswap32(word);
        words[w] = word;
      }
      sum[0] += words[0] + sum[1];
      sum[1] += words[1] + sum[0];
    }
  };
  add(std::string_view(beginning).substr(0, 24));
  std::map<std::uint32_t, std::uint64_t> pending;
  const std::size_t frame_size = frame_header + page_size_;
  for (std::uint64_t at = log_header;; at += frame_size) {
    const std::string frame = log_->read(at, frame_size);
    if (frame.empty() || frame.compare(8, 8, beginning, 16, 8) != 0) break;
    add(std::string_view(frame).substr(0, 8));
    add(std::string_view(frame).substr(frame_header));
    if (number_at(frame, 16, 4) != sum[0] || number_at(frame, 20, 4) != sum[1]) break;
    pending[static_cast<std::uint32_t>(number_at(frame, 0, 4))] = at + frame_header;
    if (const auto pages = static_cast<std::size_t>(number_at(frame, 4, 4))) {
      for (const auto& [number, place] : pending) log_pages_[number] = place;
      pending.clear();
      count_ = pages;
    }
  }
}

/// The page of a number; empty if there is none or it is unreadable.
std::string PageFile::page(std::uint32_t number) const {
  if (number == 0 || number > count_) return {};
  if (const auto found = log_pages_.find(number); found != log_pages_.end()) {
    return log_->read(found->second, page_size_);
  }
  return file_.read((number - std::uint64_t{1}) * page_size_, page_size_);
}

PageFile::Schema PageFile::schema() const {
  const Tree tree = this->tree(1);
  Schema schema{{}, tree.missing};
  for (const std::uint32_t page : tree.pages) {
    const bool good = visit_rows(page, [&](StoredRow& row) {
      if (row.values.size() != 5) return;
      const auto* type = std::get_if<std::string>(&row.values[0]);
      const auto* name = std::get_if<std::string>(&row.values[1]);
      const auto* root = std::get_if<std::int64_t>(&row.values[3]);
      if (type && name && root && *type == "table") {
        schema.roots.emplace(*name, static_cast<std::uint32_t>(*root));
      }
    });
    if (!good) ++schema.missing;
  }
  return schema;
}

PageFile::Tree PageFile::tree(std::uint32_t root) const {
  Tree tree;
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> open = {root};
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    open.pop_back();
    const std::string bytes = page(number);
    const std::size_t header = number == 1 ? file_header : 0;
    const auto type = bytes.empty() ? 0 : static_cast<unsigned char>(bytes[header]);
    if (!seen.insert(number).second) {
      ++tree.missing;
      continue;
    }
    const bool interior = type == table_interior || type == index_interior;
    const std::size_t cells = interior ? number_at(bytes, header + 3, 2) : 0;
    if (header + 12 + 2 * cells > bytes.size() ||
        (!interior && type != table_leaf && type != index_leaf)) {
      ++tree.missing;
      continue;
    }
    if (type != table_interior) tree.pages.push_back(number);
    if (interior) {
      // The last child first, so that leaves come in the order of their rows.
      open.push_back(static_cast<std::uint32_t>(number_at(bytes, header + 8, 4)));
      for (std::size_t i = cells; i-- > 0;) {
        const std::size_t cell = number_at(bytes, header + 12 + 2 * i, 2);
        open.push_back(static_cast<std::uint32_t>(number_at(bytes, cell, 4)));
      }
    }
  }
  return tree;
}

std::set<std::uint32_t> PageFile::free_pages() const {
  std::set<std::uint32_t> free;
  const std::string first = page(1);
  auto trunk = static_cast<std::uint32_t>(has_header_ ? number_at(first, 32, 4) : 0);
  while (trunk != 0 && free.insert(trunk).second) {
    const std::string bytes = page(trunk);
    if (bytes.empty()) break;
    const std::size_t leaves = std::min<std::size_t>(number_at(bytes, 4, 4), usable() / 4 - 2);
    for (std::size_t i = 0; i < leaves; ++i) {
      free.insert(static_cast<std::uint32_t>(number_at(bytes, 8 + 4 * i, 4)));
    }
    trunk = static_cast<std::uint32_t>(number_at(bytes, 0, 4));
  }
  return free;
}

std::vector<std::uint32_t> PageFile::pages_with_rows() const {
  const std::set<std::uint32_t> free = free_pages();
  std::vector<std::uint32_t> pages;
  for (std::uint32_t number = 2; number <= count_; ++number) {
    const std::string bytes = page(number);
    if (bytes.empty() || free.contains(number)) continue;
    const auto type = static_cast<unsigned char>(bytes[0]);
    if (type == table_leaf || type == index_leaf || type == index_interior) {
      pages.push_back(number);
    }
  }
  return pages;
}

std::optional<std::string> PageFile::payload(std::string_view page, std::size_t at,
                                             std::uint64_t size, bool of_table) const {
  if (size > largest_payload || size > page_size_ * count_) return std::nullopt;
  const std::uint64_t u = usable();
  const std::uint64_t most = of_table ? u - 35 : (u - 12) * 64 / 255 - 23;
  const std::uint64_t least = (u - 12) * 32 / 255 - 23;
  std::uint64_t local = size;
  if (size > most) {
    local = least + (size - least) % (u - 4);
    if (local > most) local = least;
  }
  if (at + local + (local < size ? 4 : 0) > page.size()) return std::nullopt;
  std::string bytes(page.substr(at, static_cast<std::size_t>(local)));
  auto next = static_cast<std::uint32_t>(
      local < size ? number_at(page, at + static_cast<std::size_t>(local), 4) : 0);
  while (bytes.size() < size) {
    const std::string overflow = this->page(next);
    if (overflow.empty()) return std::nullopt;
    bytes.append(overflow, 4, std::min<std::size_t>(size - bytes.size(), usable() - 4));
    next = static_cast<std::uint32_t>(number_at(overflow, 0, 4));
  }
  return bytes;
}

bool PageFile::visit_cells(std::uint32_t number, bool of_table,
                           const std::function<void(StoredRow&)>& visitor) const {
  const std::string bytes = page(number);
  const std::size_t header = number == 1 ? file_header : 0;
  if (bytes.size() < header + 8) return false;
  const auto type = static_cast<unsigned char>(bytes[header]);
  const bool interior = type == index_interior;
  if (of_table ? type != table_leaf : type != index_leaf && !interior) return false;
  bool good = true;
  const std::size_t cells = number_at(bytes, header + 3, 2);
  for (std::size_t i = 0; i < cells; ++i) {
    std::size_t at = number_at(bytes, header + (interior ? 12 : 8) + 2 * i, 2);
    if (interior) at += 4;  // its child page
    const auto size = take_varint(bytes, at);
    const auto id = of_table ? take_varint(bytes, at) : 0;
    const auto record = size && id ? payload(bytes, at, *size, of_table) : std::nullopt;
    auto values = record ? values_of(*record) : std::nullopt;
    if (!values) {
      good = false;
      continue;
    }
    StoredRow row{static_cast<std::int64_t>(*id), std::move(*values)};
    visitor(row);
  }
  return good;
}

bool PageFile::visit_rows(std::uint32_t page,
                          const std::function<void(StoredRow&)>& visitor) const {
  return visit_cells(page, true, visitor);
}

bool PageFile::visit_keys(std::uint32_t page,
                          const std::function<void(StoredRow&)>& visitor) const {
  return visit_cells(page, false, visitor);
}

}  // namespace schiri::db
