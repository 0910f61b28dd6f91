#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

/// A named pipe that this process reads.
class Pipe {
 public:
  explicit Pipe(const std::string& path);
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();

  const std::string& path() const { return path_; }
  /// Reads available data, after waiting briefly for some.
  std::string read_some();

 private:
  std::string path_;
  int descriptor_;
};

/// A run of the program in parallel with the test. The destructor kills it.
class Child {
 public:
  /// Standard error is written to a file, standard output is discarded.
  Child(std::vector<std::string> arguments, const std::string& errors);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  void send(int signal) const;
  bool ended();
  /// As Run::status.
  int status() const;
  pid_t id() const { return id_; }

 private:
  pid_t id_ = 0;
  int status_ = 0;
  bool ended_ = false;
};
