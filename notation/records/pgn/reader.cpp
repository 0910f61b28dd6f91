#include "notation/records/pgn/reader.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/parallel.h"
#include "notation/records/pgn/game_checker.h"
#include "notation/records/pgn/movetext.h"
#include "notation/records/pgn/segment.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 18;

/// A part of a file's text, cut at a certain beginning of a game, in a buffer of its own.
struct Block {
  std::vector<char> buffer;  ///< never shrunk, because clearing it again would cost time
  std::size_t size = 0;      ///< then text_padding zeros
  bool is_last = false;      ///< the source ends here
  bool too_large = false;    ///< the beginning of a game that is too large, whose rest was skipped
  std::size_t skipped_lines = 0;
  OtherEncoding other_encoding;  ///< with the file's first block

  std::string_view text() const { return {buffer.data(), size}; }
};

/// Cuts a source into blocks.
class BlockReader {
 public:
  BlockReader(DecodedSource& source, std::size_t max_game_bytes)
      : source_(source),
        max_game_bytes_(max_game_bytes),
        unreported_encoding_(source.other_encoding()) {
    fill();
    while (next_.text().starts_with(byte_order_mark)) drop(byte_order_mark.size());
  }

  /// Rethrows an exception of the source, if any.
  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  /// False at the end of the source. The buffer that `block` had is used for the next one.
  bool next(Block& block) {
    while (true) {
      fill();
      if (next_.size == 0) return false;
      if (at_end_) return take(next_.size, block);
      const std::size_t cut = find_last_beginning(next_.text());
      if (cut) return take(cut, block);
      if (next_.size > max_game_bytes_ + block_size) {
        const std::size_t complete = complete_games_length(next_.text());
        return complete ? take(complete, block) : take_too_large(block);
      }
      wanted_ = next_.size + std::max(block_size, next_.size / 2);
    }
  }

 private:
  void fill() {
    while (!at_end_ && next_.size < wanted_) at_end_ = !read_more();
  }

  /// A failing source ends here; the games before are still checked, but not the one within which
  /// it ends.
  bool read_more() {
    const std::size_t before = next_.size;
    if (next_.buffer.size() < wanted_ + text_padding) next_.buffer.resize(wanted_ + text_padding);
    try {
      next_.size += source_.read(next_.buffer.data() + before, wanted_ - before);
    } catch (const std::system_error&) {
      failure_ = std::current_exception();
      next_.size = ended_games_length(next_.text());
      return false;
    }
    return next_.size > before;
  }

  /// Passes on the first `size` bytes with their buffer, and keeps the others.
  bool take(std::size_t size, Block& block) {
    std::swap(block.buffer, next_.buffer);
    block.size = size;
    block.too_large = false;
    block.skipped_lines = 0;
    block.other_encoding = std::exchange(unreported_encoding_, {});
    const std::size_t rest = std::exchange(next_.size, next_.size - size) - size;
    if (next_.buffer.size() < rest + text_padding) next_.buffer.resize(rest + text_padding);
    char* const end = block.buffer.data() + size;
    std::copy_n(end, rest, next_.buffer.data());
    std::fill_n(end, text_padding, '\0');
    wanted_ = block_size;
    block.is_last = at_end_ && rest == 0;
    return true;
  }

  void drop(std::size_t count) {
    char* const text = next_.buffer.data();
    next_.size -= count;
    std::copy_n(text + count, next_.size, text);
  }

  /// Keeps the beginning of a game that is too large and skips its rest.
  bool take_too_large(Block& block) {
    const char* const text = next_.buffer.data();
    const char* const game = skip_between_games(text, text, text + next_.size);
    const auto before = static_cast<std::size_t>(game - text);
    take(std::min(next_.size, before + max_game_bytes_ + 1), block);
    block.too_large = true;
    while (true) {
      const char *begin = next_.buffer.data(), *end = begin + next_.size;
      const char* next = begin == end ? end : find_next_segment(begin, begin, end);
      // An incomplete empty line and a bracket at the end may be the beginning of the next game.
      const auto uncertain = std::min<std::ptrdiff_t>(end - begin, tail_kept);
      const char* sure = next < end || at_end_ ? next : end - uncertain;
      block.skipped_lines += static_cast<std::size_t>(std::count(begin, sure, '\n'));
      drop(static_cast<std::size_t>(sure - begin));
      if (next < end || at_end_) return true;
      wanted_ = block_size + tail_kept;
      fill();
    }
  }

  static constexpr std::ptrdiff_t tail_kept = 4096;

  ByteSource& source_;
  std::size_t max_game_bytes_;
  OtherEncoding unreported_encoding_;  ///< empty once reported
  Block next_;                         ///< as far as it was read
  std::size_t wanted_ = block_size;
  bool at_end_ = false;
  std::exception_ptr failure_;
};

struct CheckedBlock {
  std::vector<CheckedRecord> records;
  std::size_t lines = 0;
  std::size_t checker = 0;  ///< the thread that made the records
};

/// Checks a block; lines count from 1 within it.
void check_block(const Block& block, const ReadOptions& options, CheckedBlock& checked) {
  checked.records.clear();
  const auto keep = [&](CheckedRecord&& record) {
    const bool is_first = checked.records.empty() && !block.other_encoding.title.empty();
    if (is_first) note_encoding(block.other_encoding, options, record);
    if (options.work) options.work(record);
    checked.records.push_back(std::move(record));
  };
  const Extent extent = block.too_large ? Extent::segment
                        : block.is_last ? Extent::end
                                        : Extent::front;
  const std::size_t line = check_games(block.text(), 1, extent, options, keep);
  checked.lines = line - 1 + block.skipped_lines;
}

/// Passes a block's records to the sink, numbered through the file.
class RecordEmitter {
 public:
  explicit RecordEmitter(const RecordSink& sink) : sink_(sink) {}

  bool deliver(CheckedBlock& block) {
    for (CheckedRecord& record : block.records) {
      record.check.index = ++index_;
      record.check.line += lines_;
      for (auto* findings : {&record.check.errors, &record.check.warnings}) {
        for (Finding& finding : *findings) finding.line += lines_;
      }
      if (!sink_(record)) return false;
    }
    lines_ += block.lines;
    return true;
  }

 private:
  const RecordSink& sink_;
  std::size_t index_ = 0;
  std::size_t lines_ = 0;
};

/// Threads that check blocks, and the blocks that wait for them or have been checked, in their
/// order. Memory and threads are reused, because both are costly compared with checking; objects
/// are freed by the thread that made them, because otherwise threads would contend for each other's
/// heaps.
class Checkers {
 public:
  explicit Checkers(const ReadOptions& options)
      : options_(options), slots_(4 * options.threads), spare_(options.threads) {
    start_threads(threads_, 0, options.threads, [this](std::size_t checker) { work(checker); });
  }

  ~Checkers() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    filled_come_.notify_all();
  }

  /// False if the system has started none.
  bool has_threads() const { return !threads_.empty(); }
  bool has_room() const { return filled_ - taken_ < slots_.size(); }
  bool has_blocks() const { return filled_ > taken_; }

  /// The slot of the next block, if there is room; `put` passes it on.
  Block& room() { return slot(filled_).block; }

  void put() {
    {
      const std::lock_guard lock(mutex_);
      slot(filled_).is_checked = false;
      ++filled_;
    }
    filled_come_.notify_one();
  }

  /// Waits for the oldest block; the returned block is valid until the next call. Rethrows an
  /// exception of its check.
  CheckedBlock& take() {
    Slot& oldest = slot(taken_);
    {
      std::unique_lock lock(mutex_);
      if (looked_at_) spare_[looked_at_->checker].push_back(std::move(looked_at_));
      checked_come_.wait(lock, [&] { return oldest.is_checked; });
      looked_at_ = std::move(oldest.checked);
    }
    ++taken_;
    if (oldest.failure) std::rethrow_exception(oldest.failure);
    return *looked_at_;
  }

 private:
  struct Slot {
    Block block;
    std::unique_ptr<CheckedBlock> checked;
    std::exception_ptr failure;
    bool is_checked = false;
  };

  Slot& slot(std::size_t number) { return slots_[number % slots_.size()]; }

  void work(std::size_t checker) {
    while (Slot* next = next_filled()) {
      std::unique_ptr<CheckedBlock> checked;
      try {
        checked = spare_block(checker);
        check_block(next->block, options_, *checked);
      } catch (...) {
        next->failure = std::current_exception();
      }
      {
        const std::lock_guard lock(mutex_);
        next->checked = std::move(checked);
        next->is_checked = true;
      }
      checked_come_.notify_one();
    }
  }

  Slot* next_filled() {
    std::unique_lock lock(mutex_);
    filled_come_.wait(lock, [&] { return closed_ || begun_ < filled_; });
    return closed_ ? nullptr : &slot(begun_++);
  }

  /// A block for the records of the thread.
  std::unique_ptr<CheckedBlock> spare_block(std::size_t checker) {
    const std::lock_guard lock(mutex_);
    auto& spare = spare_[checker];
    if (spare.empty()) {
      auto block = std::make_unique<CheckedBlock>();
      block->checker = checker;
      return block;
    }
    auto block = std::move(spare.back());
    spare.pop_back();
    return block;
  }

  const ReadOptions& options_;
  std::vector<Slot> slots_;
  std::vector<std::vector<std::unique_ptr<CheckedBlock>>> spare_;  ///< of each thread
  std::unique_ptr<CheckedBlock> looked_at_;
  // Numbers of blocks: submitted, started by a thread, collected.
  std::size_t filled_ = 0, begun_ = 0, taken_ = 0;
  bool closed_ = false;
  std::mutex mutex_;
  std::condition_variable filled_come_, checked_come_;
  std::vector<std::jthread> threads_;
};

/// Reads on this thread. Returns false if the sink stopped.
bool read_alone(BlockReader& blocks, const ReadOptions& options, RecordEmitter& deliverer) {
  Block block;
  CheckedBlock checked;
  while (blocks.next(block)) {
    check_block(block, options, checked);
    if (!deliverer.deliver(checked)) return false;
  }
  return true;
}

/// Reads on several threads. Returns false if the sink stopped.
bool read_in_parallel(BlockReader& blocks, const ReadOptions& options, RecordEmitter& deliverer) {
  Checkers checkers(options);
  if (!checkers.has_threads()) return read_alone(blocks, options, deliverer);
  bool more = true;
  while (true) {
    while (more && checkers.has_room()) {
      more = blocks.next(checkers.room());
      if (more) checkers.put();
    }
    if (!checkers.has_blocks()) return true;
    if (!deliverer.deliver(checkers.take())) return false;
  }
}

}  // namespace

void note_encoding(const OtherEncoding& encoding, const ReadOptions& options,
                   CheckedRecord& record) {
  GameCheck& check = record.check;
  auto& list = options.check.strict ? check.errors : check.warnings;
  const Message what = encoding.is_guess
                           ? message(
                                 "the file is taken for {0} text, which --encoding overrides; "
                                 "records are UTF-8",
                                 encoding.title)
                           : message("the file is {0} text; records are UTF-8", encoding.title);
  list.insert(list.begin(), {Code::spelling, check.line, 1, 0, what, {}, 0, 0});
  record.encoding = encoding;
}

void read_records(ByteSource& source, const ReadOptions& options, const RecordSink& sink) {
  DecodedSource decoded(source, options.encoding);
  BlockReader blocks(decoded, options.max_game_bytes);
  RecordEmitter deliverer(sink);
  const auto read = options.threads > 1 ? read_in_parallel : read_alone;
  if (!read(blocks, options, deliverer)) return;
  blocks.rethrow_failure();
}

std::optional<CheckedRecord> read_one_record(std::string_view text, ReadOptions options) {
  options.max_game_bytes = std::max(options.max_game_bytes, text.size());
  std::optional<CheckedRecord> first;
  TextSource source(text);
  read_records(source, options, [&](CheckedRecord& record) {
    first = std::move(record);
    return false;
  });
  return first;
}

}  // namespace schiri
