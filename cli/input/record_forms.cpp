#include "cli/input/record_forms.h"

#include <string>
#include <vector>

#include "cli/line/command.h"
#include "core/base/text.h"
#include "notation/text/printable.h"

namespace schiri::cli {

const RecordForm& record_form(std::string_view name) {
  if (const RecordForm* form = find_record_form(name)) return *form;
  throw InputError(message("unknown record format '{0}'", printable(name)));
}

void add_format_options(Command& command, std::string& from, ReadOptions& read) {
  command.add_option("--from", from, "Set the format of the input (pgn)")->one_of(form_names());
  const std::vector<std::string> names = encoding_names();
  command
      .add_option_function(
          "--encoding", [&read](const std::string& name) { read.encoding = *find_encoding(name); },
          "Set the encoding of the files (detected)")
      ->check([names](const std::string& name) {
        if (find_encoding(name)) return Message();
        return message("expected {0}, not '{1}'", any_of({names.begin(), names.end()}),
                       printable(name));
      })
      ->type_name("NAME:{" + join(names, ",") + "}");
  command
      .add_option_function(
          "--date-order",
          [&read](const std::string& order) {
            read.check.date_order = order == "dmy" ? DateOrder::day_first : DateOrder::month_first;
          },
          "Read dates as 3.4.2026 in this order, which otherwise is unknown")
      ->one_of({"dmy", "mdy"});
}

}  // namespace schiri::cli
