// The functions that the engine calls and each page defines, only for emscripten's linker: these
// names need no definition in C++.
mergeInto(LibraryManager.library, {
  character: () => {},
  compose: () => {},
  record: () => {},
  thought: () => {},
  turn: () => {},
});
