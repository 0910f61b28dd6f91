#include "cli/help/embedded_files.h"
#include "cli/help/man_page.h"
#include "cli/help/program.h"

namespace schiri::cli {

namespace {

/// `FILE...`, in brackets unless it is needed.
std::string usage_of(const ProgramOption& argument) {
  const std::string name = argument.names.front() + (argument.repeated ? " ..." : "");
  return argument.required ? name : "[" + name + "]";
}

/// `-j, --threads number`.
std::string man_term(const ProgramOption& option) {
  std::string term;
  for (const std::string& name : option.names) {
    term += (term.empty() ? "" : ", ") + ManPage::bold(name);
  }
  if (option.kind != ValueKind::none) term += ' ' + ManPage::italic(option.value);
  return term;
}

/// Words are listed here where there are too many to stand beside the option.
std::string man_description(const ProgramOption& option) {
  std::string about = option.about + (option.required ? "; needed" : "");
  if (!option.only_words || option.value.find('|') != std::string::npos) return about;
  about += ": ";
  for (const std::string& word : option.words)
    about += (&word == &option.words.front() ? "" : ", ") + word;
  return about;
}

void put_option(ManPage& man, const ProgramOption& option) {
  man.raw_item(man_term(option), ManPage::plain(man_description(option)));
}

void put_command(ManPage& man, const ProgramCommand& command) {
  std::string usage = command.path;
  for (const ProgramOption& argument : command.arguments) usage += ' ' + usage_of(argument);
  man.subheading(usage);
  man.raw_paragraph(ManPage::plain(command.about + "."));
  for (const ProgramOption& argument : command.arguments) {
    man.raw_item(ManPage::italic(argument.names.front()), ManPage::plain(argument.about));
  }
  for (const ProgramOption& option : command.options) put_option(man, option);
  if (!command.footer.empty()) man.code(command.footer);
}

/// Describes commands without parts; the others only group them.
void put_commands(ManPage& man, const ProgramCommand& command) {
  if (command.parts.empty()) put_command(man, command);
  for (const ProgramCommand& part : command.parts) put_commands(man, part);
}

std::string list_of_pages() {
  std::string list;
  for (const EmbeddedFile& page : manual_pages) {
    list += (list.empty() ? "schiri-" : ", schiri-") + std::string(page.name) + "(7)";
  }
  return list;
}

}  // namespace

std::string program_man_page(const ProgramCommand& program) {
  const ManualPage overview = read_manual_page(text_of(manual_frames, "overview"));
  ManPage man("schiri", 1, overview.about);
  man.heading("Synopsis");
  man.raw_paragraph(ManPage::bold("schiri") + ' ' + ManPage::italic("command") + " [" +
                    ManPage::italic("argument") + " ...]");
  man.blocks(overview);
  man.heading("Options");
  for (const ProgramOption& option : program.options) put_option(man, option);
  man.heading("Commands");
  for (const ProgramCommand& part : program.parts) put_commands(man, part);
  man.heading("See also");
  man.paragraph(list_of_pages());
  return man.text();
}

}  // namespace schiri::cli
