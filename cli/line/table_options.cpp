#include "cli/line/table_options.h"

#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"

namespace schiri::cli {

TableOptions for_process(TableOptions options) {
  options.language = &output_language();
  return options;
}

TableOptions for_process(const RowOptions& rows) {
  if (rows.format != Format::csv && !rows.delimiter_name.empty()) {
    throw InputError(message("--delimiter: only with --format csv"));
  }
  if (rows.format != Format::csv && rows.decimal_comma) {
    throw InputError(message("--decimal-comma: only with --format csv"));
  }
  TableOptions options = rows;
  if (!rows.delimiter_name.empty()) {
    options.delimiter = rows.delimiter_name == "tab" ? '\t' : rows.delimiter_name[0];
  }
  return for_process(std::move(options));
}

TableOptions ListOptions::resolved() const {
  if (format == Format::json && !language_name.empty()) {
    throw InputError(message("--language: only with --format text, csv or html"));
  }
  TableOptions options = for_process(static_cast<const RowOptions&>(*this));
  options.is_for_people = format == Format::csv && !language_name.empty();
  options.language = &translation_to(chosen_language(language_name));
  return options;
}

void add_table_format(Command& command, TableOptions& options,
                      std::initializer_list<Format> formats) {
  command.add_format(options.format, "Set the output format (text)", formats);
}

void add_row_options(Command& command, RowOptions& options) {
  command
      .add_option("--columns", options.columns,
                  "Print only these columns, in this order; +A adds one to the usual ones, -A "
                  "omits one, all prints all")
      ->delimiter(',')
      ->type_name("A,B,...");
  command
      .add_option("--sort", options.sort, "Sort the rows by these columns; -A in descending order")
      ->delimiter(',')
      ->type_name("A,B,...");
  command.add_option("--limit", options.limit, "Print at most N rows")->not_negative();
  add_delimiter(command, options.delimiter_name, "Separate the cells of CSV by , ; or tab (,)");
  command.add_flag("--decimal-comma", options.decimal_comma,
                   "Write numbers of CSV with a comma: 2,5");
  command.add_file("-o,--output", options.output, "Write to this file instead of standard output");
}

void add_list_options(Command& command, ListOptions& options) {
  add_table_format(command, options, {Format::text, Format::json, Format::csv, Format::html});
  add_row_options(command, options);
  add_language(command, options.language_name);
}

}  // namespace schiri::cli
