/** A text in a store, and the version that a save replaces. */
export interface Stored {
  readonly text: string;
  readonly version: string;
}

/** Keeps texts for several processes, each with a version, so that none overwrites what another has saved in the meantime. */
export interface Store {
  /** @throws DeliveryError if there is no response, or an unexpected one */
  load(key: string): Promise<Stored | undefined>;
  /**
   * Replaces a text, and returns its new version; undefined if there is another version now.
   *
   * @param version the one to replace; undefined: there must be none
   * @throws DeliveryError if there is no response, or an unexpected one. The text may have been saved
   */
  save(key: string, text: string, version: string | undefined): Promise<string | undefined>;
  /** What `all` looks for, for messages: `keys catbird:orders:*`. */
  readonly pattern: string;
  /** All texts, by key. @throws DeliveryError */
  all(): Promise<ReadonlyMap<string, string>>;
  close(): Promise<void>;
}

/** Longest wait for one response. */
export const RESPONSE_MS = 10_000;

/** What to do if a server requires a password. */
export const PASSWORD_ADVICE = 'Put it into the address of the state, in CATBIRD_STATE.';
