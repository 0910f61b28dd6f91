#include "notation/records/forms/record_form.h"

#include <algorithm>
#include <utility>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "notation/game_types.h"
#include "notation/records/forms/abstract_play.h"
#include "notation/records/forms/csv_record.h"
#include "notation/records/forms/foreign_record.h"
#include "notation/records/forms/json_record.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

WrittenRecord write_as_json(const CheckedRecord& checked, const CheckOptions&) {
  return {write_json_record(checked.record) + '\n', {}, {}};
}

WrittenRecord write_as_pgn(const CheckedRecord& checked, const CheckOptions&) {
  return {write_record(checked.record), {}, {}};
}

WrittenRecord write_for_abstract_play(const CheckedRecord& checked, const CheckOptions& defaults) {
  const auto line = write_abstract_play(checked, defaults);
  return {line ? *line + '\n' : "", abstract_play_obstacle(checked.record),
          abstract_play_losses(checked.record)};
}

WrittenRecord write_foreign(const CheckedRecord& checked, const GameType& type) {
  const std::string_view name = type.foreign_notation()->name();
  // An empty line would be no game to whoever reads it.
  if (checked.record.turns().empty()) {
    return {{}, message("{0} holds only games with turns", name), {}};
  }
  const auto line = write_foreign_record(checked.record, type);
  if (line) return {*line + '\n', {}, foreign_losses(checked.record, type)};
  return {{},
          message("{0} holds only games of {1} from the usual start", name, type.title()),
          foreign_losses(checked.record, type)};
}

/// Decodes the source of a form other than PGN, whose reader does so itself, on several threads.
RecordReading decoded(RecordReading read) {
  return [read = std::move(read)](ByteSource& source, const ReadOptions& options,
                                  const RecordSink& sink) {
    DecodedSource text(source, options.encoding);
    bool is_noted = text.other_encoding().title.empty();
    ReadOptions noting = options;
    noting.work = [&](CheckedRecord& record) {
      if (!std::exchange(is_noted, true)) note_encoding(text.other_encoding(), options, record);
      if (options.work) options.work(record);
    };
    read(text, noting, sink);
  };
}

RecordForm foreign_form(const GameType& type) {
  const auto read = [&type](ByteSource& source, const ReadOptions& options, const auto& sink) {
    read_foreign_records(source, type, options, sink);
  };
  const auto write = [&type](const CheckedRecord& checked, const CheckOptions&) {
    return write_foreign(checked, type);
  };
  return {std::string(type.foreign_notation()->name()),
          decoded(read),
          write,
          {".txt", ".json", ".jsonl"}};
}

/// The list of forms; each game's foreign notation is an additional form.
const std::vector<RecordForm>& record_forms() {
  static const std::vector<RecordForm> forms = [] {
    std::vector<RecordForm> all = {
        {"pgn", read_records, write_as_pgn, {".pgn"}},
        {"json", decoded(read_json_records), write_as_json, {".json", ".jsonl"}},
        {"abstractplay", decoded(read_abstract_play), write_for_abstract_play, {".json", ".jsonl"}},
        {"csv", decoded(read_csv_records), nullptr, {".csv", ".tsv"}},
    };
    for (const GameType* type : game_types()) {
      if (type->foreign_notation()) all.push_back(foreign_form(*type));
    }
    all.push_back({"log", decoded(read_log_records), nullptr, {".log", ".json", ".jsonl"}, true});
    return all;
  }();
  return forms;
}

/// `.tgz` and its like are compressed tar archives.
constexpr std::string_view archive_endings[] = {".zip",  ".tar", ".tgz", ".tbz",
                                                ".tbz2", ".txz", ".tzst"};

/// The name without folders and the ending of a compression, in lower case.
std::string decompressed_name(std::string_view file) {
  std::string name = lower_case(file.substr(file.rfind('/') + 1));
  for (const std::string_view ending : {".gz", ".zst", ".bz2", ".xz"}) {
    if (!name.ends_with(ending)) continue;
    name.resize(name.size() - ending.size());
    break;
  }
  return name;
}

}  // namespace

bool RecordForm::is_in(std::string_view file) const {
  const std::string bare = decompressed_name(file);
  const bool is_archive =
      std::any_of(std::begin(archive_endings), std::end(archive_endings),
                  [&](std::string_view ending) { return bare.ends_with(ending); });
  return is_archive || std::any_of(endings.begin(), endings.end(),
                                   [&](std::string_view ending) { return bare.ends_with(ending); });
}

bool RecordForm::is_in_archived(std::string_view file) const {
  return is_in(file) || decompressed_name(file).find('.') == std::string::npos;
}

bool RecordForm::excludes(Content content) const {
  const bool is_table = content == Content::table || content == Content::games_table;
  switch (content) {
    case Content::unknown:
    case Content::nothing:
      return false;
    case Content::records:
      return name != "pgn";
    case Content::json:
      return std::find(endings.begin(), endings.end(), ".json") == endings.end();
    default:
      return !is_table || name != "csv";
  }
}

const RecordForm& usual_form() { return record_forms().front(); }

const RecordForm* find_record_form(std::string_view name) {
  const auto& forms = record_forms();
  const auto form = std::find_if(forms.begin(), forms.end(),
                                 [&](const RecordForm& known) { return known.name == name; });
  return form == forms.end() ? nullptr : &*form;
}

const RecordForm& form_of_record(std::string_view text) {
  const Content content = content_of(text);
  if (content == Content::games_table) return *find_record_form("csv");
  if (content != Content::json) return usual_form();
  const auto has_key = [&](std::string_view key) {
    return text.find("\"" + std::string(key) + "\"") != text.npos;
  };
  if (text.substr(std::min(text.find('{'), text.size())).starts_with("{\"v\":")) {
    return *find_record_form("log");
  }
  if (has_key("header")) return *find_record_form("abstractplay");
  return *find_record_form(has_key("actions") && !has_key("movetext") ? "softserve" : "json");
}

std::vector<std::string> form_names() {
  std::vector<std::string> names;
  for (const RecordForm& form : record_forms()) names.push_back(form.name);
  return names;
}

std::vector<std::string> written_form_names() {
  std::vector<std::string> names;
  for (const RecordForm& form : record_forms()) {
    if (!form.is_read_only) names.push_back(form.name);
  }
  return names;
}

WrittenRecord write_as(const CheckedRecord& checked, std::string_view form,
                       const CheckOptions& defaults) {
  const RecordForm* known = find_record_form(form);
  if (known && known->write) return known->write(checked, defaults);
  throw ValueError(message("no game can be written in '{0}'", printable(form)));
}

}  // namespace schiri
