#include "cli/input/record_forms.h"

#include "cli/line/command.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

Encoding encoding_named(std::string_view name) {
  if (name == "latin1") return Encoding::latin1;
  if (name == "cp1252") return Encoding::cp1252;
  return name == "utf16" ? Encoding::utf16 : Encoding::utf8;
}

}  // namespace

const RecordForm& record_form(std::string_view name) {
  if (const RecordForm* form = find_record_form(name)) return *form;
  throw InputError(message("unknown record format '{0}'", printable(name)));
}

void add_format_options(Command& command, std::string& from, Encoding& encoding) {
  command.add_option("--from", from, "Set the format of the input (pgn)")->one_of(form_names());
  command
      .add_option_function(
          "--encoding", [&encoding](const std::string& name) { encoding = encoding_named(name); },
          "Set the encoding of the files (detected)")
      ->one_of({"utf8", "utf16", "latin1", "cp1252"});
}

}  // namespace schiri::cli
