// A checked record as bytes and back, so that it can be sent to another process.
#include <charconv>

#include "cli/library/handles.h"
#include "core/base/text.h"

namespace schiri::library {

namespace {

constexpr std::string_view mark = "schiri record " SCHIRI_VERSION;

/// Writes texts, each after its length: `5:Anna,`.
class ByteWriter {
 public:
  void text(std::string_view value) {
    bytes_.append(std::to_string(value.size())).append(":").append(value);
  }
  template <class Number>
  void number(Number value) {
    text(std::to_string(static_cast<std::uint64_t>(value)));
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads what ByteWriter has written. Throws WrongUse for anything else.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : left_(bytes) {}

  std::string text() {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), size);
    const auto read = static_cast<std::size_t>(end - left_.data());
    if (error != std::errc() || read >= left_.size() || *end != ':' ||
        size > left_.size() - read - 1) {
      fail();
    }
    std::string value(left_.substr(read + 1, size));
    left_.remove_prefix(read + 1 + size);
    return value;
  }
  std::size_t number() {
    const auto value = parse_number<std::uint64_t>(text());
    if (!value) fail();
    return *value;
  }
  /// A number from 0 to `most`.
  std::size_t number(std::size_t most) {
    const std::size_t value = number();
    if (value > most) fail();
    return value;
  }
  /// The number of elements that follow, each of which takes some bytes.
  std::size_t count() { return number(left_.size()); }
  void finish() const {
    if (!left_.empty()) fail();
  }
  [[noreturn]] static void fail() {
    throw WrongUse("these bytes are not a record that this version of schiri has saved");
  }

 private:
  std::string_view left_;
};

void write(ByteWriter& bytes, const std::vector<Finding>& findings) {
  bytes.number(findings.size());
  for (const Finding& finding : findings) {
    bytes.text(code_name(finding.code));
    for (const std::size_t number :
         {finding.line, finding.column, finding.turn, finding.caret, finding.length}) {
      bytes.number(number);
    }
    bytes.text(finding.message.english());
    bytes.text(finding.excerpt);
  }
}

std::vector<Finding> read_findings(ByteReader& bytes) {
  std::vector<Finding> findings;
  for (std::size_t left = bytes.count(); left > 0; --left) {
    const auto code = find_code(bytes.text());
    if (!code) ByteReader::fail();
    Finding& finding = findings.emplace_back(Finding{*code});
    for (std::size_t* const number :
         {&finding.line, &finding.column, &finding.turn, &finding.caret, &finding.length}) {
      *number = bytes.number();
    }
    finding.message = bytes.text();
    finding.excerpt = bytes.text();
  }
  return findings;
}

void write(ByteWriter& bytes, const GameCheck& check) {
  for (const std::size_t number : {check.index, check.line, check.turns}) bytes.number(number);
  bytes.text(check.game);
  bytes.text(check.variant);
  bytes.number(check.black_began);
  bytes.text(check.result);
  bytes.number(check.ending ? static_cast<std::size_t>(check.ending->outcome) + 1 : 0);
  bytes.text(check.ending ? check.ending->reason : "");
  bytes.number(check.allows_claim ? 1u + *check.allows_claim : 0u);
  write(bytes, check.errors);
  write(bytes, check.warnings);
}

GameCheck read_check(ByteReader& bytes) {
  GameCheck check;
  for (std::size_t* const number : {&check.index, &check.line, &check.turns}) {
    *number = bytes.number();
  }
  check.game = bytes.text();
  check.variant = bytes.text();
  check.black_began = bytes.number(1) == 1;
  check.result = bytes.text();
  const std::size_t ending = bytes.number(3);
  const char* const reason = lasting(bytes.text());
  if (ending) check.ending = Ending{static_cast<Outcome>(ending - 1), reason};
  const std::size_t claim = bytes.number(2);
  if (claim) check.allows_claim = claim == 2;
  check.errors = read_findings(bytes);
  check.warnings = read_findings(bytes);
  return check;
}

void write(ByteWriter& bytes, const Record& record) {
  bytes.number(record.tags.size());
  for (const Tag& tag : record.tags) {
    bytes.text(tag.name);
    bytes.text(tag.value);
  }
  bytes.number(record.movetext.size());
  for (const Element& element : record.movetext) {
    bytes.number(element.kind);
    bytes.text(element.text);
  }
  bytes.text(record.result);
  bytes.number(record.trailing_comments.size());
  for (const std::string& comment : record.trailing_comments) bytes.text(comment);
}

Record read_record(ByteReader& bytes) {
  Record record;
  for (std::size_t left = bytes.count(); left > 0; --left) {
    std::string name = bytes.text();
    record.tags.push_back({std::move(name), bytes.text()});
  }
  constexpr auto last = static_cast<std::size_t>(Element::Kind::variation_word);
  for (std::size_t left = bytes.count(); left > 0; --left) {
    const auto kind = static_cast<Element::Kind>(bytes.number(last));
    record.movetext.push_back({kind, bytes.text()});
  }
  record.result = bytes.text();
  for (std::size_t left = bytes.count(); left > 0; --left) {
    record.trailing_comments.push_back(bytes.text());
  }
  return record;
}

}  // namespace

std::string bytes_of(const schiri_record& record) {
  ByteWriter bytes;
  bytes.text(mark);
  const CheckOptions& options = record.read.check;
  for (const auto& text : {record.form, options.game, options.variant, options.roll}) {
    bytes.text(text);
  }
  bytes.number(options.strict);
  bytes.number(options.overrides_game);
  bytes.number(record.read.max_game_bytes);
  bytes.number(record.is_whole);
  bytes.number(record.is_edited);
  write(bytes, record.checked.check);
  write(bytes, record.checked.record);
  bytes.text(record.checked.text);
  return bytes.bytes();
}

std::unique_ptr<schiri_record> record_from(std::string_view saved) {
  ByteReader bytes(saved);
  if (bytes.text() != mark) ByteReader::fail();
  auto record = std::make_unique<schiri_record>();
  CheckOptions& options = record->read.check;
  for (std::string* const text : {&record->form, &options.game, &options.variant, &options.roll}) {
    *text = bytes.text();
  }
  options.strict = bytes.number(1) == 1;
  options.overrides_game = bytes.number(1) == 1;
  record->read.max_game_bytes = bytes.number();
  record->is_whole = bytes.number(1) == 1;
  record->is_edited = bytes.number(1) == 1;
  record->read.keep = Keep::records;
  record->read.keep_text = true;
  record->checked.check = read_check(bytes);
  record->checked.record = read_record(bytes);
  record->checked.text = bytes.text();
  bytes.finish();
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
