#include <stdexcept>
#include <string>

#include "core/base/errors.h"
#include "core/tournament/extended_schedule.h"
#include "core/tournament/system.h"

namespace schiri {

namespace {

Legs legs_of(const TournamentConfig& config) { return config.single ? Legs::one : Legs::both; }

/// A system whose games follow from their numbers, even after it was extended.
class FixedSystem : public TournamentSystem {
 public:
  std::unique_ptr<Schedule> make(const TournamentConfig& config) const override {
    if (config.earlier_plans.empty()) {
      return make_fixed(config, config.bots.size(), config.rounds);
    }
    std::vector<ExtendedSchedule::Plan> plans;
    const auto add = [&](std::size_t players, std::uint64_t rounds) {
      plans.push_back({make_fixed(config, players, rounds), players, rounds});
    };
    for (const EarlierPlan& plan : config.earlier_plans) add(plan.players, plan.rounds);
    add(config.bots.size(), config.rounds);
    return std::make_unique<ExtendedSchedule>(std::move(plans));
  }

 private:
  virtual std::unique_ptr<FixedSchedule> make_fixed(const TournamentConfig& config,
                                                    std::size_t players,
                                                    std::uint64_t rounds) const {
    return std::make_unique<RoundRobin>(players, rounds, legs_of(config));
  }
};

class RoundRobinSystem final : public FixedSystem {
 public:
  System id() const override { return System::round_robin; }
  std::string_view name() const override { return "round-robin"; }
  std::string_view title() const override { return "round-robin"; }
};

class GauntletSystem final : public FixedSystem {
 public:
  System id() const override { return System::gauntlet; }
  std::string_view name() const override { return "gauntlet"; }

  std::span<const std::string_view> own_settings() const override {
    static constexpr std::string_view own[] = {"seeds"};
    return own;
  }

 private:
  std::unique_ptr<FixedSchedule> make_fixed(const TournamentConfig& config, std::size_t players,
                                            std::uint64_t rounds) const override {
    return std::make_unique<Gauntlet>(players, config.seeds.value_or(1), rounds, legs_of(config));
  }
};

class MatchSystem final : public FixedSystem {
 public:
  System id() const override { return System::match; }
  std::string_view name() const override { return "match"; }

 private:
  std::unique_ptr<FixedSchedule> make_fixed(const TournamentConfig& config, std::size_t players,
                                            std::uint64_t rounds) const override {
    if (players != 2) {
      throw ValueError(message("a match is between two players, not {0}", players));
    }
    return std::make_unique<RoundRobin>(players, rounds, legs_of(config));
  }
};

}  // namespace

const TournamentSystem& round_robin_system() {
  static const RoundRobinSystem system;
  return system;
}

const TournamentSystem& gauntlet_system() {
  static const GauntletSystem system;
  return system;
}

const TournamentSystem& match_system() {
  static const MatchSystem system;
  return system;
}

}  // namespace schiri
