import { messagesOf } from '@catbird/engine';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { attempt } from '../../files/attempt.ts';
import { realPath } from '../../files/identity.ts';
import { takeLock } from '../../files/lock.ts';
import { loadState, readState, saveState, type State } from '../state.ts';
import { processIn, StaleError, TakenError, type Loaded, type Slot } from './slot.ts';

/**
 * Time between attempts at the lock of a file, which another process holds only while it saves, and their number. A slow disk may take
 * seconds for that, and the lock of a killed process of another machine counts for 15 s.
 */
const PAUSE_MS = 10;
const MAX_TRIES = 2000;

/** A state in a file. Saves are durable when they return. */
export function fileSlot(file: string): Slot {
  const own = randomUUID();
  let known: string | undefined;
  let loadedText: string | undefined;
  /** Acts on the file while no other process does. */
  const whileKnown = (act: (path: string, text: string | undefined) => void): void => {
    const path = realPath(file);
    exclusively(path, () => {
      const text = textIn(path);
      const process = text === undefined ? undefined : processIn(text);
      // A file that was removed is written again.
      if (process !== undefined && process !== known) throw new TakenError(file);
      act(path, text);
      known = own;
    });
  };
  const save = (state: State): void => whileKnown((path) => saveState(path, { ...state, process: own }));
  return {
    name: file,
    isShared: false,
    load(): Loaded {
      const loaded = loadState(file);
      if (loaded?.ok !== true) return loaded;
      loadedText = textIn(file);
      if (loadedText === undefined) return undefined;
      known = processIn(loadedText);
      return readState(loadedText, file);
    },
    async claim(state) {
      let isStale = false;
      whileKnown((path, text) => {
        const found = text === undefined || text === loadedText ? undefined : readState(text, file);
        const later = found?.ok === true ? found.state : undefined;
        isStale = later !== undefined;
        saveState(path, { ...(later ?? state), process: own });
      });
      if (isStale) throw new StaleError(file);
    },
    save,
    saved: () => undefined,
    follow: () => undefined,
    close: async () => undefined,
  };
}

const textIn = (path: string): string | undefined => attempt(() => readFileSync(path, 'utf8'));

/** Acts while no other process does. @throws Error if another one holds the lock for 20 s */
function exclusively(path: string, act: () => void): void {
  for (let tries = 1; ; tries++) {
    const lock = takeLock(path, null);
    if (lock.ok) {
      try {
        act();
        return;
      } finally {
        lock.release();
      }
    }
    if (tries === MAX_TRIES) throw new Error(messagesOf(lock.issues).join('. '));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}
