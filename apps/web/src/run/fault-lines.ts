/** A log keeps this many characters. */
const MAX_CHARACTERS = 64_000_000;

/** The injected faults of a run, as JSON lines. */
export interface FaultLines {
  add(lines: string): void;
  text(): string;
}

/** Collects JSON lines up to 64 MB. */
export function newFaultLines(): FaultLines {
  const parts: string[] = [];
  let characters = 0;
  return {
    add(lines) {
      if (characters < MAX_CHARACTERS) parts.push(lines);
      characters += lines.length;
    },
    text: () => parts.join(''),
  };
}
