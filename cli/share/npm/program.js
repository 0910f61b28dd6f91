// Begins schiri.js: the standard streams, which emscripten 3.1.6 takes for terminals without state.
Module.onRuntimeInitialized = () => {
  const { stat } = FS, state = require("fs").fstatSync;
  FS.stat = (path) => typeof path === "number" ? state(path) : stat(path);
  for (const stream of [0, 1, 2]) {
    const tty = require("tty").isatty(stream);
    Object.assign(FS.streams[stream], { path: stream, tty, node: { mode: state(stream).mode } });
  }
};
