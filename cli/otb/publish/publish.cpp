#include <filesystem>
#include <set>

#include "cli/line/usual_options.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/publish/site.h"
#include "cli/print/console.h"
#include "cli/print/output_file.h"
#include "core/base/errors.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct PublishOptions {
  std::string file;
  std::string folder;
  ListOptions list;
};

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error && std::filesystem::is_directory(folder, error)) return;
  throw UnusableError(message("{0}: cannot be made: {1}", printable(folder, 4096),
                              error ? system_message(error) : message("it is not a folder")));
}

/// Removes pages that the event no longer has.
void remove_old_pages(const std::string& folder, const std::set<std::string>& written) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!is_passing_page(name) || written.contains(name)) continue;
    std::error_code ignored;
    if (entry.is_regular_file(ignored)) std::filesystem::remove(entry.path(), ignored);
  }
}

ExitStatus run_otb_publish(const PublishOptions& options) {
  ListOptions list = options.list;
  list.format = Format::html;
  const otb::Journal journal = open_to_read(options.file);
  const auto pages = site_pages(journal, list.resolved());
  make_folder(options.folder);
  std::set<std::string> written;
  for (const SitePage& page : pages) {
    OutputFile output((std::filesystem::path(options.folder) / page.name).string(), {options.file},
                      OutputFile::Link::replace);
    output.stream() << page.html;
    output.commit();
    written.insert(page.name);
  }
  remove_old_pages(options.folder, written);
  const std::string first = (std::filesystem::path(options.folder) / "index.html").string();
  say(console::out, message("{0} pages, begin with {1}", pages.size(), printable(first, 4096)));
  return ExitStatus::done;
}

}  // namespace

void add_otb_publish(OtbCommands& commands) {
  const auto publish = commands.add(
      "publish", "Write rounds, standing, players and lists for printing as a web site",
      "cup.otb -o site", run_otb_publish);
  publish.command
      .add_folder("-o,--output", publish.options.folder,
                  "Write the files into this folder, created if missing")
      ->required();
  add_language(publish.command, publish.options.list.language_name);
}

}  // namespace schiri::cli
