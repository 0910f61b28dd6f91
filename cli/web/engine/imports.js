// The functions that the engine calls and each page defines, for emscripten's linker alone: it takes
// from here which names need no definition in C++.
mergeInto(LibraryManager.library, {
  compose: () => {},
  record: () => {},
  thought: () => {},
});
