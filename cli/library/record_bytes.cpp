// A checked record as bytes and back, so that it can be sent to another process. One function for
// each struct passes its members to what writes or reads them.
#include <charconv>

#include "cli/library/handles.h"
#include "core/base/text.h"

namespace schiri::library {

namespace {

constexpr std::string_view mark = "schiri record " SCHIRI_VERSION;

/// Writes texts, each after its length: `5:Anna,`.
class ByteWriter {
 public:
  static constexpr bool reads = false;

  void text(std::string_view value) {
    bytes_.append(std::to_string(value.size())).append(":").append(value);
  }
  template <class Number>
  void number(Number value, std::size_t = 0) {
    text(std::to_string(static_cast<std::uint64_t>(value)));
  }
  void list(const auto& elements, const auto& pass) {
    number(elements.size());
    for (const auto& element : elements) pass(element);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads what ByteWriter has written. Throws WrongUse for anything else.
class ByteReader {
 public:
  static constexpr bool reads = true;

  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  void text(std::string& value) {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), size);
    const auto read = static_cast<std::size_t>(end - left_.data());
    if (error != std::errc() || read >= left_.size() || *end != ':' ||
        size > left_.size() - read - 1) {
      fail();
    }
    value = left_.substr(read + 1, size);
    left_.remove_prefix(read + 1 + size);
  }
  /// A number from 0 to `most`.
  template <class Number>
  void number(Number& value, std::size_t most = SIZE_MAX) {
    std::string written;
    text(written);
    const auto read = parse_number<std::uint64_t>(written);
    if (!read || *read > most) fail();
    value = static_cast<Number>(*read);
  }
  void list(auto& elements, const auto& pass) {
    std::size_t count = 0;
    number(count, left_.size());  // each takes some bytes
    for (; count > 0; --count) pass(elements.emplace_back());
  }
  void finish() const {
    if (!left_.empty()) fail();
  }
  [[noreturn]] static void fail() {
    throw WrongUse("these bytes are not a record that this version of schiri has saved");
  }

 private:
  std::string_view left_;
};

template <class Bytes>
void pass_findings(Bytes& bytes, auto& findings) {
  bytes.list(findings, [&](auto& finding) {
    bytes.number(finding.code, all_codes().size() - 1);
    for (auto* number :
         {&finding.line, &finding.column, &finding.turn, &finding.caret, &finding.length}) {
      bytes.number(*number);
    }
    std::string text = finding.message.english();
    bytes.text(text);
    if constexpr (Bytes::reads) finding.message = text;
    bytes.text(finding.excerpt);
  });
}

template <class Bytes>
void pass_check(Bytes& bytes, auto& check) {
  for (auto* number : {&check.index, &check.line, &check.turns}) bytes.number(*number);
  bytes.text(check.game);
  bytes.text(check.variant);
  bytes.number(check.black_began, 1);
  bytes.text(check.result);
  std::size_t ending = check.ending ? static_cast<std::size_t>(check.ending->outcome) + 1 : 0;
  std::string reason(check.ending ? check.ending->reason : "");
  std::size_t claim = check.allows_claim ? 1u + *check.allows_claim : 0u;
  bytes.number(ending, 3);
  bytes.text(reason);
  bytes.number(claim, 2);
  if constexpr (Bytes::reads) {
    if (ending) check.ending = Ending{static_cast<Outcome>(ending - 1), lasting(reason)};
    if (claim) check.allows_claim = claim == 2;
  }
  pass_findings(bytes, check.errors);
  pass_findings(bytes, check.warnings);
}

void pass_record(auto& bytes, auto& record) {
  bytes.list(record.tags, [&](auto& tag) {
    bytes.text(tag.name);
    bytes.text(tag.value);
  });
  bytes.list(record.movetext, [&](auto& element) {
    bytes.number(element.kind, static_cast<std::size_t>(Element::Kind::variation_word));
    bytes.text(element.text);
  });
  bytes.text(record.result);
  bytes.list(record.trailing_comments, [&](auto& comment) { bytes.text(comment); });
}

void pass_all(auto& bytes, auto& record) {
  std::string version(mark);
  bytes.text(version);
  if (version != mark) ByteReader::fail();
  auto& options = record.read.check;
  for (auto* text : {&record.form, &options.game, &options.variant, &options.roll}) {
    bytes.text(*text);
  }
  for (auto* flag :
       {&options.strict, &options.overrides_game, &record.is_whole, &record.is_edited}) {
    bytes.number(*flag, 1);
  }
  bytes.number(record.read.max_game_bytes);
  pass_check(bytes, record.checked.check);
  pass_record(bytes, record.checked.record);
  bytes.text(record.checked.text);
}

}  // namespace

std::string bytes_of(const schiri_record& record) {
  ByteWriter bytes;
  pass_all(bytes, record);
  return bytes.bytes();
}

std::unique_ptr<schiri_record> record_from(std::string_view saved) {
  ByteReader bytes(saved);
  auto record = std::make_unique<schiri_record>();
  pass_all(bytes, *record);
  bytes.finish();
  record->read.keep = Keep::records;
  record->read.keep_text = true;
  record->refresh();
  if (record->checked.check.turns > record->at.size()) ByteReader::fail();
  return record;
}

}  // namespace schiri::library

using namespace schiri::library;

char* schiri_record_save(const schiri_record* record, size_t* size) {
  return guarded_pointer([&] {
    const std::string bytes = bytes_of(need(record, "the record"));
    need(size, "the room for the size") = bytes.size();
    return hand_over(bytes);
  });
}

schiri_record* schiri_record_load(const char* bytes, size_t size) {
  return guarded_pointer([&] {
    return record_from({&need(bytes, "the record's bytes"), size}).release();
  });
}
