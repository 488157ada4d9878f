import { jsonOf } from '@catbird/engine';
import type { State, StateReading } from '../state.ts';

/** An earlier state; undefined if there is none. */
export type Loaded = StateReading | undefined;

/** What happens to the saves of a state. */
export interface SlotEvents {
  /** Something to tell people. */
  note(text: string): void;
  /** The state can no longer be saved. Called once. */
  fail(cause: unknown): void;
}

/** The place of a stream's state: a file, or a key of a shared store. Belongs to the process that saved last. */
export interface Slot {
  /** As messages name it, without credentials. */
  readonly name: string;
  /** Whether other machines can read it. */
  readonly isShared: boolean;
  /** The state when this process started. */
  load(): Loaded;
  /**
   * Saves a state for the first time, and keeps the process before this one from saving its own.
   *
   * @throws Error if it cannot be saved; `TakenError` if a third process has saved since `load`; `StaleError` if the process before this
   *   one has, and now cannot any more
   */
  claim(state: State): Promise<void>;
  /**
   * Saves a state: at once, or when the store takes it. A later one replaces one that waits.
   *
   * @throws Error if it cannot be saved at once; `TakenError`
   */
  save(state: State): void;
  /** Resolves once no state waits to be saved, whether it was saved or not. Undefined: none waits. */
  saved(): Promise<void> | undefined;
  /** Tells what happens to later saves. */
  follow(events: SlotEvents): void;
  close(): Promise<void>;
}

/** Another process goes on with the stream: it has saved its state. */
export class TakenError extends Error {
  override readonly name = 'TakenError';

  constructor(slot: string) {
    super(`The stream went on elsewhere: another process has taken over ${slot}`);
  }
}

/** The process before this one has saved since its state was loaded. It cannot any more, so the state has to be loaded once more. */
export class StaleError extends Error {
  override readonly name = 'StaleError';

  constructor(slot: string) {
    super(`The state ${slot} has changed since it was loaded`);
  }
}

/** The process that saved a state; undefined if it is none. That of older versions does not say. */
export function processIn(text: string): string | undefined {
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null) return undefined;
  return 'process' in value ? String(value.process) : '';
}
