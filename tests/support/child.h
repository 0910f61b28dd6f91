#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

/// A pipe with a name, which this process reads.
class Pipe {
 public:
  explicit Pipe(const std::string& path);
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();

  const std::string& path() const { return path_; }
  /// Reads what is there, waiting a moment for something to come.
  std::string read_some();

 private:
  std::string path_;
  int descriptor_;
};

/// A run of the program that goes on while the test does. Killed at the end.
class Child {
 public:
  /// What it writes to standard error goes into a file, its output nowhere.
  Child(std::vector<std::string> arguments, const std::string& errors);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  void send(int signal) const;
  bool ended();
  /// As in Run.
  int status() const;
  pid_t id() const { return id_; }

 private:
  pid_t id_ = 0;
  int status_ = 0;
  bool ended_ = false;
};
