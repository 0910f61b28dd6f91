// What scripts find in a page: its texts and the browser's languages.
globalThis.schiriTexts = { languages: ["en"], packed: "" };
globalThis.navigator ??= { languages: ["en"] };
