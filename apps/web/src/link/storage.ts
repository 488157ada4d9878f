/** What a storage of the browser holds; undefined if it is blocked or its content invalid. */
export function readStored<Value>(get: () => Value): Value | undefined {
  try {
    return get();
  } catch {
    // Storage is blocked or its content invalid: nothing is remembered.
    return undefined;
  }
}

/** Writes to a storage of the browser, if it allows. */
export function writeStored(set: () => void): void {
  try {
    set();
  } catch {
    // Storage is blocked or full: what was chosen lasts until the page is closed.
  }
}
