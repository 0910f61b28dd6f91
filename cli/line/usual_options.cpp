#include "cli/line/usual_options.h"

#include "cli/line/defaults.h"
#include "cli/print/output_language.h"
#include "core/base/message.h"
#include "core/base/parallel.h"
#include "notation/text/printable.h"

namespace schiri::cli {

Option* add_database(Command& command, std::string& db, const std::string& about) {
  Option* const option = command.add_file("--db", db, about)->required();
  command.before_reading([option, &db] {
    if (!defaults().database) return;
    db = *defaults().database;
    option->required(false);
  });
  return option;
}

Option* add_database_or(const std::vector<std::string>& files, Command& command, std::string& db,
                        const std::string& about) {
  Option* const option = command.add_file("--db", db, about);
  command.after_reading([&files, &db] {
    if (db.empty() && files.empty()) db = defaults().database.value_or("");
  });
  return option;
}

Option* add_threads(Command& command, unsigned& threads, const std::string& about) {
  threads = static_cast<unsigned>(processor_count());
  command.before_reading([&threads] { threads = defaults().threads.value_or(threads); });
  return command.add_option("-j,--threads", threads, about)
      ->range(1, most_threads)
      ->default_text("one for each processor");
}

Option* add_repeats(Command& command, bool& each) {
  return command
      .add_option_function(
          "--repeats", [&each](const std::string& word) { each = word == "count"; },
          "Count identical games once, or each of them: once or count (once)")
      ->one_of({"once", "count"});
}

namespace {

/// Where the commands keep the language that was given.
std::vector<std::string*>& given_languages() {
  static std::vector<std::string*> all;
  return all;
}

}  // namespace

void add_language(Command& command) {
  if (command.has_option("--language") || speaks_english(command.first_word())) return;
  const auto take = [](const std::string& word) {
    set_output_language(word);
    for (std::string* const given : given_languages()) *given = word;
  };
  command.add_option_function("--language", take, "Set the language (that of LANG, otherwise en)")
      ->one_of(languages());
}

void add_language(Command& command, std::string& language) {
  if (speaks_english(command.first_word())) {
    command.add_option("--language", language, "Set the language of the list, with titles in CSV")
        ->one_of(languages());
    return;
  }
  add_language(command);
  given_languages().push_back(&language);
}

void forget_languages() { given_languages().clear(); }

void add_delimiter(Command& command, std::string& delimiter, const char* about) {
  const auto check = [](const std::string& sign) {
    const bool is_known = sign == "," || sign == ";" || sign == "tab";
    return is_known ? Message() : message("expected , ; or tab, not '{0}'", printable(sign));
  };
  command.add_option("--delimiter", delimiter, about)->any_case()->check(check)->type_name("SIGN");
}

}  // namespace schiri::cli
