#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <iostream>
#include <map>
#include <set>

#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/faulty_system.h"
#include "tests/support/operations.h"
#include "tests/support/run.h"

// Every command that is worth it, disturbed at every place: it says what is wrong and ends, blames
// nobody, and going on ends with the same as without it. As SQLite tests itself: the n-th call of a
// kind fails, for n = 1, 2, 3, ... until none does any more. Likewise for limits that are narrower
// and narrower, and for signals, which are raised at calls, as those are the same moments on every
// machine.

namespace {

// Whoever takes a database for locked waits half a minute, and may do so for several of them.
constexpr std::chrono::seconds patience{200};

/// The files of a folder and of those in it, by their paths.
std::map<std::string, std::string> files_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string().substr(folder.size() + 1);
    files[path] = entry.is_regular_file() ? read_file(entry.path()) : "";
  }
  return files;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

bool speaks_of_crash(const std::string& errors) {
  for (const char* sign : {"terminate called", "what():", "Assertion", "std::"}) {
    if (errors.find(sign) != errors.npos) return true;
  }
  return false;
}

/// What a disturbed run may do besides what it does undisturbed.
struct Allowed {
  std::set<int> statuses = {3};
  bool silence = false;    ///< it need not say why
  bool leftovers = false;  ///< what it had begun to write may stay
};

/// An operation that is tried again and again from the same beginning.
class Trial {
 public:
  using Disturbed = std::function<Run(const Words& words, const RunOptions& options)>;

  /// On the disk of a folder, else with other temporary files.
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
    begin_anew();
    undisturbed_ = run_schiri(operation.command, "", in(folder_));
    INFO(operation.name << ": " << undisturbed_.err);
    REQUIRE(undisturbed_.status <= 1);
    contents_ = contents(folder_, operation.results);
    files_after_ = files_of(folder_);
  }

  /// From now on the files are somebody's, by number; all that goes on is done by us.
  void give_to(const std::string& user) {
    owner_ = user;
    std::filesystem::permissions(directory_.file(""), std::filesystem::perms(0755));
  }

  /// Runs it disturbed, and goes on undisturbed. Returns what is wrong; empty if nothing is.
  std::string run(const Disturbed& disturbed, const Allowed& allowed) {
    begin_anew();
    const Run run = disturbed(operation_.command, in(folder_));
    std::string wrong = judge(run, allowed);
    if (wrong.empty() && run.status != undisturbed_.status) wrong = go_on();
    if (wrong.empty() && !allowed.leftovers) wrong = leftovers();
    return wrong.empty() ? "" : wrong + "; status " + std::to_string(run.status) + ": " + run.err;
  }

 private:
  static RunOptions in(const std::string& folder) { return {folder, patience}; }

  void begin_anew() const {
    std::filesystem::remove_all(folder_);
    std::filesystem::copy(before_, folder_, std::filesystem::copy_options::recursive);
    if (!owner_.empty()) run_program("chown", {"-R", owner_ + ":" + owner_, folder_});
  }

  std::string judge(const Run& run, const Allowed& allowed) const {
    if (run.hung) return "it hangs";
    if (speaks_of_crash(run.err)) return "it crashes";
    if (run.status == undisturbed_.status) {
      if (run.out != undisturbed_.out) return "it said something else: " + run.out;
      return compare("it is not done");
    }
    if (operation_.reports_damage && run.status == 1) return "";
    if (!allowed.statuses.contains(run.status)) return "it ends otherwise";
    if (!allowed.silence && run.err.find("schiri: ") == run.err.npos) return "it does not say why";
    return "";
  }

  std::string compare(const std::string& complaint) const {
    const std::string now = contents(folder_, operation_.results);
    if (now == contents_) return "";
    const auto [difference, other] =
        std::mismatch(now.begin(), now.end(), contents_.begin(), contents_.end());
    return complaint + ": '" + first_line(std::string(difference, now.end())) + "' instead of '" +
           first_line(std::string(other, contents_.end())) + "'";
  }

  std::string go_on() const {
    if (files_of(folder_) == files_before_) return "";  // then it goes as it went undisturbed
    if (!operation_.is_repeatable && compare("").empty()) return "";  // it was done at the end
    const std::vector<Words> command = {operation_.command};
    Run run;
    for (const Words& words : operation_.again.empty() ? command : operation_.again) {
      run = run_schiri(words, "", in(folder_));
      if (run.hung || run.status >= 128) return "going on crashes: " + run.err;
      if (run.status == undisturbed_.status) break;
    }
    std::string wrong = compare("going on ends otherwise");
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
};

/// What can strike a call, for how many calls at a time, as in tests/programs/faulty_system.cpp.
struct Fault {
  std::string kind;
  std::string effect;
  std::vector<int> spans;

  std::string text(int from, int span) const {
    return kind + "=" + std::to_string(from) + "-" + std::to_string(from + span - 1) + ":" + effect;
  }
};

constexpr int ever = 1'000'000;

// What comes again and again for ever is not among those that one tries again after.
const std::vector<Fault> failures = {
    {"open", "EMFILE", {1, ever}},
    {"open", "EACCES", {1}},
    {"open", "EINTR", {1}},
    {"dup", "EMFILE", {1, ever}},
    {"child-dup", "EMFILE", {1, ever}},
    {"pipe", "EMFILE", {1, 3, ever}},
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

/// The calls that signals are raised at.
const std::vector<std::string> moments = {"open",   "file-read", "file-write", "pipe-read",
                                          "sync",   "close",     "poll",       "fork",
                                          "rename", "unlink",    "pipe-write"};

const std::vector<std::pair<std::string, int>> signals = {
    {"SIGINT", SIGINT}, {"SIGTERM", SIGTERM}, {"SIGHUP", SIGHUP}, {"SIGKILL", SIGKILL}};

struct Tally {
  std::uint64_t operations = 0, faults = 0, places = 0;
};

std::ostream& operator<<(std::ostream& out, const Tally& tally) {
  return out << tally.operations << " operations, " << tally.faults << " disturbances of each, "
             << tally.places << " places in all";
}

void complain_of(const Operation& operation, const std::string& disturbance,
                 const std::string& wrong) {
  if (!wrong.empty()) FAIL_CHECK(operation.name << ", " << disturbance << ": " << wrong);
}

/// Which n are tried: each up to a number, then in steps that are larger and larger.
struct Stride {
  int dense;
  int growth;  ///< a step is this part of n

  int after(int n) const { return n < dense ? n + 1 : n + std::max(1, n / growth); }
};

/// One fault at one place; returns whether it has struck. Complains as a test.
bool strike(Trial& trial, const Operation& operation, const std::string& fault,
            const Allowed& allowed) {
  bool struck = false;
  const auto disturbed = [&](const Words& words, const RunOptions& options) {
    const FaultySystem system(fault);
    const Run run = run_schiri(words, "", options);
    struck = system.strikes() > 0;
    return run;
  };
  complain_of(operation, fault, trial.run(disturbed, allowed));
  return struck;
}

/// From the first call to the last.
std::uint64_t sweep(Trial& trial, const Operation& operation, const Fault& fault, int span,
                    const Stride& stride, Allowed allowed) {
  // What lasts keeps one from clearing up as well.
  // What cannot be removed stays.
  allowed.leftovers = allowed.leftovers || span == ever || fault.kind == "unlink";
  std::uint64_t places = 0;
  for (int n = 1; strike(trial, operation, fault.text(n, span), allowed); n = stride.after(n)) {
    ++places;
  }
  return places;
}

void sweep_failures(const std::vector<Operation>& operations, const std::string& what) {
  Tally tally;
  for (const Operation& operation : operations) {
    Trial trial(operation);
    ++tally.operations;
    tally.faults = 0;
    for (const Fault& fault : failures) {
      for (const int span : fault.spans) {
        ++tally.faults;
        tally.places += sweep(trial, operation, fault, span, {8, 3}, {});
      }
    }
  }
  std::cout << "failing calls, " << what << ": " << tally << std::endl;
}

Allowed allowed_of(int signal) { return {{130, 128 + signal}, true, true}; }

void sweep_signals(const std::vector<Operation>& operations, const std::string& what) {
  Tally tally;
  for (const Operation& operation : operations) {
    Trial trial(operation);
    ++tally.operations;
    tally.faults = 0;
    for (const std::string& moment : moments) {
      for (const auto& [name, signal] : signals) {
        ++tally.faults;
        tally.places += sweep(trial, operation, {moment, name, {}}, 1, {4, 2}, allowed_of(signal));
      }
    }
  }
  std::cout << "signals, " << what << ": " << tally << std::endl;
}

/// A limit of the system, as `prlimit` sets it.
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

// What it complains of goes into a file as well, which must have room for a sentence.
const std::vector<Limit> limits = {
    {"nofile", from_to(3, 48, 1)},
    {"as", from_to(12'000'000, 2'000'000'000, 1.15)},
    {"fsize", from_to(512, 2'000'000, 1.3)},
};

/// With a limit; nothing where even the version cannot be printed under it.
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
    tally.faults = limits.size();
    for (const Limit& limit : limits) {
      for (const std::uint64_t value : limit.values) {
        const std::string option = "--" + limit.name + "=" + std::to_string(value);
        const auto limited = with_limit({"prlimit", option});
        if (!limited) continue;
        ++tally.places;
        complain_of(operation, option, trial.run(*limited, {.leftovers = true}));
      }
    }
  }
  std::cout << "limits, " << what << ": " << tally << std::endl;
}

/// A user of whom no process runs, so that a limit on their number is this program's alone.
std::string lonely_user() { return std::to_string(1'000'000 + getpid()); }

/// A disk of its own below a folder, as long as it lives. This process and those it starts see it,
/// nobody else.
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
  /// Leaves room for this many more pages.
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
      throw std::runtime_error("the disk cannot be changed");
    }
  }

  std::string path_;
  bool is_mounted_;
};

/// Of a disk with this much room, or one that nothing can be written to.
void sweep_disks(const std::vector<Operation>& operations, const std::string& what) {
  const TemporaryDirectory directory;
  const Disk disk(directory.file("disk"));
  if (!disk.is_mounted()) {
    WARN("no disk can be mounted here, so that none is full");
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
    for (const std::uint64_t pages : from_to(0, 120, 1.2)) {
      ++tally.places;
      complain_of(operation, "room for " + std::to_string(pages) + " pages",
                  trial.run(on([&] { disk.leave_room(pages); }), {}));
    }
    ++tally.places;
    complain_of(operation, "nothing can be written",
                trial.run(on([&] { disk.set_read_only(); }), {}));
  }
  tally.faults = 2;
  std::cout << "disks, " << what << ": " << tally << std::endl;
}

/// As somebody who may have this many processes and threads.
void sweep_processes(const std::vector<Operation>& operations, const std::string& what) {
  const std::string lonely = lonely_user();
  const auto as_lonely = [&](std::uint64_t most) {
    return with_limit({"setpriv", "--reuid=" + lonely, "--regid=" + lonely, "--clear-groups",
                       "prlimit", "--nproc=" + std::to_string(most)});
  };
  if (!as_lonely(1)) {
    WARN("this user cannot become another one, so that the number of processes is not limited");
    return;
  }
  Tally tally;
  for (const Operation& operation : operations) {
    Trial trial(operation);
    trial.give_to(lonely);
    ++tally.operations;
    for (const std::uint64_t most : from_to(1, 16, 1)) {
      ++tally.places;
      complain_of(operation, "--nproc=" + std::to_string(most), trial.run(*as_lonely(most), {}));
    }
  }
  tally.faults = 1;
  std::cout << "processes, " << what << ": " << tally << std::endl;
}

/// The operations in parts of which each takes about as long.
std::vector<Operation> part(const std::string& name, const TemporaryDirectory& mark) {
  if (name == "events") return event_operations(mark);
  if (name == "databases") return database_operations();
  if (name == "changes of databases") return change_operations();
  if (name == "records") return record_operations();
  return otb_operations();
}

// The ways of disturbing them, each a test by itself for each part, so that they run side by side.
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
  const TemporaryDirectory mark;
  Way::sweep(part(name, mark), name);
  CHECK(all_gone(mark));
}

/// Some of them, each with some of what can come upon it.
struct Sample {
  std::string operation;
  std::vector<std::string> disturbances;
};

/// Calls `check(operation, disturbances)` for each.
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
    const auto operation = std::find_if(all.begin(), all.end(), [&](const Operation& candidate) {
      return candidate.name == sample.operation;
    });
    REQUIRE(operation != all.end());
    check(*operation, sample.disturbances);
  }
  CHECK(all_gone(mark));
}

}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

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

TEST_CASE("sweep: at some places each operation is what it is undisturbed") {
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
      INFO(operation.name << ", " << fault << " does not strike any more");
      CHECK(strike(trial, operation, fault, allowed));
    }
  });
}

TEST_CASE("sweep: under some limits each operation is what it is undisturbed") {
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
      if (limited) complain_of(operation, option, trial.run(*limited, {.leftovers = true}));
    }
  });
}

#endif
