#include <optional>

#include "cli/otb/change_each.h"
#include "cli/otb/entry_options.h"
#include "cli/otb/otb_commands.h"
#include "core/base/names.h"
#include "notation/trf/player_fields.h"

namespace schiri::cli {

namespace {

struct ChangePlayerOptions {
  std::string file;
  std::vector<std::string> names;
  std::optional<std::string> new_name;
  PlayerOptions player;
  bool no_rating = false;
};

ExitStatus run_otb_change(const ChangePlayerOptions& options) {
  otb::EntrantChange change;
  if (options.new_name) change.name = otb::read_name(*options.new_name);
  if (options.player.rating) change.rating = options.player.rating;
  if (options.no_rating) change.rating.emplace(std::nullopt);
  if (options.player.club) change.club = otb::read_name(*options.player.club);
  change.details = options.player.read_details();
  if (!change.name && !change.rating && !change.club && change.details.empty()) {
    throw InputError(message(
        "nothing to change: specify --name, --rating, --no-rating, --club, --fide-id, --title, "
        "--federation, --sex or --born"));
  }
  for (const auto& [is_told, option] : {std::pair(change.name.has_value(), "--name"),
                                        std::pair(options.player.has_fide_id(), "--fide-id")}) {
    if (is_told && options.names.size() > 1) {
      throw InputError(message("{0}: specify one name only", option));
    }
  }
  return change_each(
      options.file, options.names,
      [&](otb::Journal& journal, const std::string& name) { journal.change(name, change); }, true);
}

}  // namespace

void add_otb_change(OtbCommands& commands) {
  const auto change =
      commands.add("change", "Change a player's name, rating, club and other details",
                   "change cup.otb 'Ana Berg' --name 'Anna Berg'", run_otb_change);
  change.app.add_option("NAME", change.options.names, "The players")->required();
  change.app.add_option("--name", change.options.new_name, "Set the name")->type_name("NAME");
  change.options.player.add_to(change.app);
  change.app.add_flag("--no-rating", change.options.no_rating, "Remove the rating")
      ->excludes(change.app.get_option("--rating"));
}

}  // namespace schiri::cli
