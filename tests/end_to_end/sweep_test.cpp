#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <csignal>

#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/commands.h"
#include "tests/support/faulty_system.h"
#include "tests/support/operations.h"
#include "tests/support/run.h"

namespace sweep_test {

// Disturbs operations with valuable data wherever they make system calls. The program must report
// the error and end, and resuming must give the undisturbed result. The first and the last call of
// each call site fail, in ways that take turns; a call site is a function with its nearest callers.
// Likewise the program is killed at the first call and gets another signal at the last one. Limits
// are raised step by step until the operation succeeds.
//
// This gives up the calls of a site between its first and its last one, each way in which a call
// fails at each site, and limits beyond those with which an operation succeeds.

// A program that regards a database as locked waits half a minute, possibly several times.
constexpr std::chrono::seconds patience{1500};

/// The files of a folder and its subfolders by path.
std::map<std::string, std::string> files_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string().substr(folder.size() + 1);
    files[path] = entry.is_regular_file() ? read_file(entry.path()) : "";
  }
  return files;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

bool reports_crash(const std::string& errors) {
  for (const char* sign : {"terminate called", "what():", "Assertion", "std::"}) {
    if (errors.find(sign) != errors.npos) return true;
  }
  return false;
}

/// Deviations from the undisturbed run that are permitted.
struct Allowed {
  std::set<int> statuses = {3};
  bool silence = false;    ///< no error message is required
  bool leftovers = false;  ///< incomplete output files may stay
};

/// An operation that is run repeatedly from the same initial files.
class Trial {
 public:
  using Disturbed = std::function<Run(const Words& words, const RunOptions& options)>;

  /// On the disk of a folder; otherwise in a temporary folder.
  explicit Trial(const Operation& operation, const std::string& disk = "")
      : operation_(operation), folder_((disk.empty() ? directory_.file("") : disk + "/") + "now") {
    std::filesystem::create_directory(before_);
    write_inputs(before_);
    for (const Words& words : operation.before) {
      const Run run = run_schiri(words, "", in(before_));
      INFO(operation.name << ": " << run.err);
      REQUIRE(run.status <= 1);
    }
    files_before_ = files_of(before_);
    reset();
    undisturbed_ = run_schiri(operation.command, "", in(folder_));
    INFO(operation.name << ": " << undisturbed_.err);
    REQUIRE(undisturbed_.status <= 1);
    contents_ = contents(folder_, operation.results);
    files_after_ = files_of(folder_);
  }

  /// Changes the owner of the files to this user id; resuming still runs as the current user.
  void change_owner(const std::string& user) {
    owner_ = user;
    std::filesystem::permissions(directory_.file(""), std::filesystem::perms(0755));
  }

  /// Runs the operation disturbed and resumes it undisturbed. Returns an error message or an empty
  /// string.
  std::string run(const Disturbed& disturbed, const Allowed& allowed) {
    reset();
    const Run run = disturbed(operation_.command, in(folder_));
    was_disturbed_ = run.status != undisturbed_.status;
    std::string wrong = judge(run, allowed);
    // What a failing disk has not given is damage, which has been reported.
    const bool is_result = operation_.reports_damage && run.status == 1;
    if (wrong.empty() && !is_result && was_disturbed_) wrong = resume();
    if (wrong.empty() && !allowed.leftovers) wrong = leftovers();
    return wrong.empty() ? "" : wrong + "; status " + std::to_string(run.status) + ": " + run.err;
  }

  /// Whether the last run ended in another way than undisturbed.
  bool was_disturbed() const { return was_disturbed_; }

 private:
  static RunOptions in(const std::string& folder) { return {folder, patience}; }

  void reset() const {
    std::filesystem::remove_all(folder_);
    std::filesystem::copy(before_, folder_, std::filesystem::copy_options::recursive);
    if (!owner_.empty()) run_program("chown", {"-R", owner_ + ":" + owner_, folder_});
  }

  std::string judge(const Run& run, const Allowed& allowed) const {
    if (run.hung) return "it hangs";
    if (reports_crash(run.err)) return "it crashes";
    if (run.status == undisturbed_.status) {
      if (run.out != undisturbed_.out) return "the output differs: " + run.out;
      return compare("the result differs");
    }
    if (operation_.reports_damage && run.status == 1) return "";
    if (!allowed.statuses.contains(run.status)) return "unexpected status";
    if (!allowed.silence && run.err.find("schiri: ") == run.err.npos) return "no error message";
    return "";
  }

  std::string compare(const std::string& message) const {
    const std::string now = contents(folder_, operation_.results);
    if (now == contents_) return "";
    const auto [difference, other] =
        std::mismatch(now.begin(), now.end(), contents_.begin(), contents_.end());
    return message + ": '" + first_line(std::string(difference, now.end())) + "' instead of '" +
           first_line(std::string(other, contents_.end())) + "'";
  }

  std::string resume() const {
    if (files_of(folder_) == files_before_) return "";                // as before the first run
    if (!operation_.is_repeatable && compare("").empty()) return "";  // it was completed
    const std::vector<Words> command = {operation_.command};
    Run run;
    for (const Words& words : operation_.again.empty() ? command : operation_.again) {
      run = run_schiri(words, "", in(folder_));
      if (run.hung || run.status >= 128) return "resuming crashes: " + run.err;
      if (run.status == undisturbed_.status) break;
    }
    std::string wrong = compare("resuming gives another result");
    return wrong.empty() ? "" : wrong + " (" + std::to_string(run.status) + ": " + run.err + ")";
  }

  std::string leftovers() const {
    std::string names;
    for (const auto& [path, text] : files_of(folder_)) {
      if (!files_after_.contains(path) && !files_before_.contains(path)) names += " " + path;
    }
    return names.empty() ? "" : "it leaves behind" + names;
  }

  const Operation& operation_;
  TemporaryDirectory directory_;
  std::string before_ = directory_.file("before"), folder_;
  std::string owner_;
  std::map<std::string, std::string> files_before_, files_after_;
  Run undisturbed_;
  std::string contents_;
  bool was_disturbed_ = false;
};

constexpr int ever = 1'000'000;

/// The effect of a fault and the number of consecutive calls that have it.
struct Effect {
  std::string name;
  int span;
};

/// The effects on a kind of call, as in tests/programs/faulty_system.cpp.
struct Effects {
  std::string kind;
  std::string name;
  std::vector<int> spans;
};

// Errors after which a program retries occur only a limited number of times.
const std::vector<Effects> failures = {
    {"open", "EMFILE", {1, ever}},
    {"open", "EACCES", {1}},
    {"open", "EINTR", {1}},
    {"dup", "EMFILE", {1, ever}},
    {"child-dup", "EMFILE", {1, ever}},
    {"pipe", "EMFILE", {1, 3, ever}},
    {"child-pipe", "EMFILE", {1, ever}},
    {"fork", "EAGAIN", {1, 3, ever}},
    {"child-fork", "ENOMEM", {1, ever}},
    {"clone", "EAGAIN", {1, ever}},
    {"mmap", "ENOMEM", {1, ever}},
    {"file-write", "ENOSPC", {1, 3, ever}},
    {"file-write", "EIO", {1, ever}},
    {"file-write", "EINTR", {1, 3}},
    {"file-write", "SHORT", {1, 3}},
    {"pipe-write", "EINTR", {1, 3}},
    {"pipe-write", "ENOMEM", {1}},
    {"child-pipe-write", "EINTR", {1}},
    {"file-read", "EIO", {1, ever}},
    {"file-read", "EINTR", {1, 3}},
    {"file-read", "SHORT", {1, ever}},
    {"pipe-read", "EINTR", {1, 3}},
    {"sync", "EIO", {1, ever}},
    {"sync", "ENOSPC", {1}},
    {"truncate", "EIO", {1, ever}},
    {"rename", "EACCES", {1, ever}},
    {"rename", "ENOSPC", {1}},
    {"unlink", "EACCES", {1, ever}},
    {"mkdir", "ENOSPC", {1, ever}},
    {"close", "EIO", {1}},
    {"close", "EINTR", {1, 3}},
    {"poll", "EINTR", {1, 3}},
    {"poll", "ENOMEM", {1}},
    {"child-poll", "EINTR", {1}},
    {"lock", "ENOLCK", {1, ever}},
};

/// The calls at which signals are raised.
const std::vector<std::string> moments = {"open",   "file-read", "file-write", "pipe-read",
                                          "sync",   "close",     "poll",       "fork",
                                          "rename", "unlink",    "pipe-write"};

const std::vector<std::pair<std::string, int>> signals = {
    {"SIGKILL", SIGKILL}, {"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP}};

/// The disturbances of a part. Some that are planned do not occur, because calls depend on time.
struct Tally {
  std::uint64_t operations = 0, sites = 0, planned = 0, occurred = 0;
};

std::ostream& operator<<(std::ostream& out, const Tally& tally) {
  out << tally.operations << " operations, ";
  if (tally.sites > 0) out << tally.sites << " call sites, ";
  return out << tally.occurred << " disturbances";
}

void check_outcome(const Operation& operation, const std::string& disturbance,
                   const std::string& wrong) {
  if (!wrong.empty()) FAIL_CHECK(operation.name << ", " << disturbance << ": " << wrong);
}

/// Injects one fault at one call; returns whether it occurred. Fails the test on an error.
bool strike(Trial& trial, const Operation& operation, const std::string& fault,
            const Allowed& allowed) {
  bool struck = false;
  const auto disturbed = [&](const Words& words, const RunOptions& options) {
    const FaultySystem system(fault);
    const Run run = run_schiri(words, "", options);
    struck = system.strikes() > 0;
    return run;
  };
  check_outcome(operation, fault, trial.run(disturbed, allowed));
  return struck;
}

/// An effect on the n-th call of a site.
struct Disturbance {
  int call;
  Effect effect;
};

/// How to disturb a call site; and its number, and the number of those of the same kind of call.
using Plan = std::function<std::vector<Disturbance>(const CallSite& site, std::size_t number,
                                                    std::size_t count)>;

void sweep_sites(
    const std::vector<Operation>& operations, const std::string& what, const Plan& plan,
    const std::function<Allowed(const std::string& kind, const Effect& effect)>& allowed) {
  Tally tally;
  for (const Operation& operation : operations) {
    Trial trial(operation);
    ++tally.operations;
    const auto sites = call_sites([&] {
      const auto undisturbed = [](const Words& words, const RunOptions& options) {
        return run_schiri(words, "", options);
      };
      check_outcome(operation, "recorded", trial.run(undisturbed, {}));
    });
    REQUIRE_FALSE(sites.empty());
    std::map<std::string, std::size_t> counts, numbers;
    for (const CallSite& site : sites) ++counts[site.kind];
    for (const CallSite& site : sites) {
      ++tally.sites;
      for (const auto& [call, effect] : plan(site, numbers[site.kind]++, counts[site.kind])) {
        ++tally.planned;
        tally.occurred += strike(trial, operation, site.fault(call, effect.name, effect.span),
                                 allowed(site.kind, effect));
      }
    }
  }
  std::cout << what << ": " << tally << " of " << tally.planned << std::endl;
  CHECK(tally.occurred * 2 >= tally.planned);
}

/// Two effects on each site, so that each effect on this kind of call occurs. A database is locked
/// in many places, which handle a failure alike: one effect on each of them.
std::vector<Disturbance> plan_failures(const CallSite& site, std::size_t number,
                                       std::size_t count) {
  std::vector<Effect> effects;
  for (const Effects& some : failures) {
    if (some.kind != site.kind) continue;
    for (const int span : some.spans) effects.push_back({some.name, span});
  }
  const std::size_t least = site.kind == "lock" ? 1 : 2, size = effects.size(),
                    wanted = std::max(least, size / count + 1);
  std::vector<Disturbance> planned;
  for (std::size_t i = 0; i < std::min(size, wanted); ++i) {
    planned.push_back({i % 2 == 0 ? 1 : site.calls, effects[(number * wanted + i) % size]});
  }
  return planned;
}

void sweep_failures(const std::vector<Operation>& operations, const std::string& what) {
  // A lasting fault also prevents the cleanup, and files that cannot be removed stay.
  sweep_sites(operations, "failing calls, " + what, plan_failures,
              [](const std::string& kind, const Effect& effect) {
                return Allowed{{3}, false, effect.span == ever || kind == "unlink"};
              });
}

Allowed allowed_of(int signal) { return {{130, 128 + signal}, true, true}; }

/// A kill at the first call, and another signal at the last.
std::vector<Disturbance> plan_signals(const CallSite& site, std::size_t number, std::size_t) {
  if (std::count(moments.begin(), moments.end(), site.kind) == 0) return {};
  const auto& [name, signal] = signals[1 + number % (signals.size() - 1)];
  return {{1, {signals[0].first, 1}}, {site.calls, {name, 1}}};
}

void sweep_signals(const std::vector<Operation>& operations, const std::string& what) {
  sweep_sites(
      operations, "signals, " + what, plan_signals, [](const std::string&, const Effect& effect) {
        const auto signal =
            std::find_if(signals.begin(), signals.end(),
                         [&](const auto& candidate) { return candidate.first == effect.name; });
        return allowed_of(signal->second);
      });
}

/// Calls `disturbs` with growing values until the operation has succeeded with three of them.
void raise(const std::vector<std::uint64_t>& values,
           const std::function<bool(std::uint64_t value)>& disturbs) {
  int undisturbed = 0;
  for (const std::uint64_t value : values) {
    if (!disturbs(value) && ++undisturbed == 3) return;
  }
}

/// A resource limit of `prlimit`.
struct Limit {
  std::string name;
  std::vector<std::uint64_t> values;
};

std::vector<std::uint64_t> from_to(std::uint64_t from, std::uint64_t to, double factor) {
  std::vector<std::uint64_t> values;
  for (std::uint64_t value = from; value <= to;
       value =
           std::max(value + 1, static_cast<std::uint64_t>(static_cast<double>(value) * factor))) {
    values.push_back(value);
  }
  return values;
}

// Standard error is a file with the same limit, which must hold one message.
const std::vector<Limit> limits = {
    {"nofile", from_to(3, 48, 1)},
    {"as", from_to(12'000'000, 2'000'000'000, 1.15)},
    {"fsize", from_to(512, 2'000'000, 1.3)},
};

/// Runs under a limit; empty if not even the version can be printed.
std::optional<Trial::Disturbed> with_limit(const Words& prefix) {
  const auto limited = [prefix](const Words& words, const RunOptions& options) {
    return run_program(prefix[0],
                       Words(prefix.begin() + 1, prefix.end()) + Words{SCHIRI_PROGRAM} + words, "",
                       options);
  };
  if (limited({"--version"}, {"", patience}).status != 0) return std::nullopt;
  return limited;
}

void sweep_limits(const std::vector<Operation>& operations, const std::string& what) {
  Tally tally;
  for (const Operation& operation : operations) {
    Trial trial(operation);
    ++tally.operations;
    for (const Limit& limit : limits) {
      raise(limit.values, [&](std::uint64_t value) {
        const std::string option = "--" + limit.name + "=" + std::to_string(value);
        const auto limited = with_limit({"prlimit", option});
        if (!limited) return true;
        ++tally.occurred;
        check_outcome(operation, option, trial.run(*limited, {.leftovers = true}));
        return trial.was_disturbed();
      });
    }
  }
  std::cout << "limits, " << what << ": " << tally << std::endl;
}

/// A user without processes, so that a limit of their number concerns only this program.
std::string unused_user() { return std::to_string(1'000'000 + getpid()); }

/// A mounted disk in a folder, visible only to this process and its children.
class Disk {
 public:
  explicit Disk(const std::string& path) : path_(path) {
    std::filesystem::create_directory(path);
    is_mounted_ = unshare(CLONE_NEWNS) == 0 &&
                  mount("", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                  mount("schiri-test", path.c_str(), "tmpfs", 0, "size=64m") == 0;
  }
  Disk(const Disk&) = delete;
  Disk& operator=(const Disk&) = delete;
  ~Disk() {
    if (is_mounted_) umount2(path_.c_str(), MNT_DETACH);
  }

  bool is_mounted() const { return is_mounted_; }
  /// Leaves space for this many more pages.
  void leave_room(std::uint64_t pages) const {
    struct statvfs state {};
    statvfs(path_.c_str(), &state);
    const std::uint64_t used = (state.f_blocks - state.f_bfree) * state.f_frsize;
    change(0, "size=" + std::to_string(used + pages * state.f_frsize));
  }
  void leave_all_room() const { change(0, "size=64m"); }
  void set_read_only() const { change(MS_RDONLY, ""); }

 private:
  void change(unsigned long flags, const std::string& options) const {
    if (mount("schiri-test", path_.c_str(), "tmpfs", MS_REMOUNT | flags, options.c_str()) != 0) {
      throw std::runtime_error("cannot remount the disk");
    }
  }

  std::string path_;
  bool is_mounted_;
};

/// Tests a disk with limited space, and a read-only one.
void sweep_disks(const std::vector<Operation>& operations, const std::string& what) {
  const TemporaryDirectory directory;
  const Disk disk(directory.file("disk"));
  if (!disk.is_mounted()) {
    WARN("not tested: no disk can be mounted");
    return;
  }
  Tally tally;
  for (const Operation& operation : operations) {
    Trial trial(operation, directory.file("disk"));
    ++tally.operations;
    const auto on = [&](const std::function<void()>& change) {
      return [&disk, change](const Words& words, const RunOptions& options) {
        change();
        const Run run = run_schiri(words, "", options);
        disk.leave_all_room();
        return run;
      };
    };
    raise(from_to(0, 120, 1.2), [&](std::uint64_t pages) {
      ++tally.occurred;
      check_outcome(operation, "room for " + std::to_string(pages) + " pages",
                    trial.run(on([&] { disk.leave_room(pages); }), {}));
      return trial.was_disturbed();
    });
    ++tally.occurred;
    check_outcome(operation, "nothing can be written",
                  trial.run(on([&] { disk.set_read_only(); }), {}));
  }
  std::cout << "disks, " << what << ": " << tally << std::endl;
}

/// Tests as a user with a limited number of processes and threads.
void sweep_processes(const std::vector<Operation>& operations, const std::string& what) {
  const std::string user = unused_user();
  const auto as_unused_user = [&](std::uint64_t most) {
    return with_limit({"setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups", "prlimit",
                       "--nproc=" + std::to_string(most)});
  };
  if (!as_unused_user(1)) {
    WARN("not tested: this user cannot run programs as another user");
    return;
  }
  Tally tally;
  for (const Operation& operation : operations) {
    Trial trial(operation);
    trial.change_owner(user);
    ++tally.operations;
    raise(from_to(1, 16, 1), [&](std::uint64_t most) {
      ++tally.occurred;
      check_outcome(operation, "--nproc=" + std::to_string(most),
                    trial.run(*as_unused_user(most), {}));
      return trial.was_disturbed();
    });
  }
  std::cout << "processes, " << what << ": " << tally << std::endl;
}

/// The operations of a part; all parts take similar time.
std::vector<Operation> part(const std::string& name, const TemporaryDirectory& mark) {
  if (name == "events") return event_operations(mark);
  if (name == "databases") return database_operations();
  if (name == "changes of databases") return change_operations();
  if (name == "records") return record_operations();
  return otb_operations();
}

// The kinds of disturbance; each is a separate test for each part, so that they run in parallel.
struct Failures {
  static constexpr auto sweep = sweep_failures;
};
struct Signals {
  static constexpr auto sweep = sweep_signals;
};
struct Limits {
  static constexpr auto sweep = sweep_limits;
};
struct Disks {
  static constexpr auto sweep = sweep_disks;
};
struct Processes {
  static constexpr auto sweep = sweep_processes;
};

template <typename Way>
void sweep_part(const std::string& name) {
  if (cannot_preload()) return;
  const TemporaryDirectory mark;
  Way::sweep(part(name, mark), name);
  CHECK(all_gone(mark));
}

/// Selected disturbances of one operation.
struct Sample {
  std::string operation;
  std::vector<std::string> disturbances;
};

/// Calls `check(operation, disturbances)` for each sample.
void visit_samples(
    const std::vector<Sample>& samples,
    const std::function<void(const Operation&, const std::vector<std::string>&)>& check) {
  const TemporaryDirectory mark;
  std::vector<Operation> all;
  for (const char* name :
       {"events", "databases", "changes of databases", "records", "over-the-board events"}) {
    const auto more = part(name, mark);
    all.insert(all.end(), more.begin(), more.end());
  }
  for (const Sample& sample : samples) {
    if (!has_otb() && sample.operation.starts_with("otb: ")) continue;
    const auto operation = std::find_if(all.begin(), all.end(), [&](const Operation& candidate) {
      return candidate.name == sample.operation;
    });
    REQUIRE(operation != all.end());
    check(*operation, sample.disturbances);
  }
  CHECK(all_gone(mark));
}

#define SCHIRI_WAYS Failures, Signals, Limits, Disks, Processes
TEMPLATE_TEST_CASE("sweep: events", "[long]", SCHIRI_WAYS) { sweep_part<TestType>("events"); }
TEMPLATE_TEST_CASE("sweep: databases", "[long]", SCHIRI_WAYS) { sweep_part<TestType>("databases"); }
TEMPLATE_TEST_CASE("sweep: changes of databases", "[long]", SCHIRI_WAYS) {
  sweep_part<TestType>("changes of databases");
}
TEMPLATE_TEST_CASE("sweep: records", "[long]", SCHIRI_WAYS) { sweep_part<TestType>("records"); }
TEMPLATE_TEST_CASE("sweep: over-the-board events", "[long]", SCHIRI_WAYS) {
  sweep_part<TestType>("over-the-board events");
}

TEST_CASE("sweep: sampled faults do not change the result of an operation") {
  if (cannot_preload()) return;
  const std::vector<Sample> samples = {
      {"event of two programs",
       {"fork=3-3:EAGAIN", "pipe=7-7:EMFILE", "file-write=40-1000000:ENOSPC",
        "sync=12-1000000:EIO"}},
      {"resume", {"file-write=30-30:EIO", "fork=3-3:SIGKILL"}},
      {"import",
       {"clone=2-2:EAGAIN", "file-write=9-9:SIGKILL", "sync=8-8:EIO", "unlink=2-2:SIGTERM"}},
      {"export", {"file-write=1-1:ENOSPC", "rename=1-1:EACCES", "open=2-2:EMFILE"}},
      {"merge", {"file-write=20-20:SIGKILL", "lock=9-9:ENOLCK", "mmap=1-1:ENOMEM"}},
      {"backup", {"rename=1-1:ENOSPC", "file-write=4-1000000:ENOSPC"}},
      {"validate", {"file-read=1-1:EIO"}},
      {"convert in place", {"rename=1-1:EACCES", "file-write=1-1:ENOSPC"}},
      {"salvage", {"file-read=88-1000087:EIO", "sync=8-1000007:EIO", "truncate=2-2:EIO"}},
      {"otb: pair", {"open=1-1:EACCES", "file-write=1-1:ENOSPC", "file-write=1-1:SHORT"}},
      {"ratings", {"file-write=1-1:ENOSPC"}},
  };
  visit_samples(samples, [](const Operation& operation, const std::vector<std::string>& faults) {
    Trial trial(operation);
    for (const std::string& fault : faults) {
      const bool lasts = fault.find("-1000000:") != fault.npos;
      const auto signal = std::find_if(signals.begin(), signals.end(), [&](const auto& candidate) {
        return fault.ends_with(candidate.first);
      });
      const Allowed allowed =
          signal != signals.end() ? allowed_of(signal->second) : Allowed{{3}, false, lasts};
      INFO(operation.name << ", " << fault << " does not occur");
      CHECK(strike(trial, operation, fault, allowed));
    }
  });
}

TEST_CASE("sweep: sampled limits do not change the result of an operation") {
  if (cannot_preload()) return;
  const std::vector<Sample> samples = {
      {"export", {"--nofile=4", "--fsize=1000", "--fsize=10000"}},
      {"import more", {"--nofile=5", "--fsize=100000", "--as=110000000"}},
      {"otb: pair", {"--fsize=512", "--fsize=1000"}},
      {"validate", {"--as=90000000", "--fsize=600"}},
  };
  visit_samples(samples, [](const Operation& operation, const std::vector<std::string>& options) {
    Trial trial(operation);
    for (const std::string& option : options) {
      const auto limited = with_limit({"prlimit", option});
      if (limited) check_outcome(operation, option, trial.run(*limited, {.leftovers = true}));
    }
  });
}

}  // namespace sweep_test
