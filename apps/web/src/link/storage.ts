/** A switch that this browser remembers. On until it is switched off. */
interface Choice {
  isOn(): boolean;
  remember(isOn: boolean): void;
}

function newChoice(key: string): Choice {
  return {
    isOn: () => readStored(() => localStorage.getItem(key)) !== 'false',
    remember: (isOn) =>
      writeStored(() => (isOn ? localStorage.removeItem(key) : localStorage.setItem(key, 'false'))),
  };
}

/** Whether Log prints events to the console. */
export const consoleChoice = newChoice('print-events');

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
