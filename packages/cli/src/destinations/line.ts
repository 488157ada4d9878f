import { DeliveryError } from '@catbird/core/destinations';

/** How a client is opened and let go. */
export interface LineOptions<Client> {
  /** @throws DeliveryError */
  readonly connect: () => Promise<Client>;
  /** Lets go at once, whatever is under way. */
  readonly drop: (client: Client) => void;
  /** Says goodbye. Default: `drop`. */
  readonly end?: (client: Client) => Promise<unknown>;
}

/** One open client for all requests, opened by the first of them, and anew by the first one after it broke. */
export interface Line<Client> {
  /**
   * Does something with the client. The client is dropped when that is aborted, or ends with an error of kind `network` or `timeout`.
   *
   * @throws DeliveryError of `connect` or `act`; the signal's reason when aborted
   */
  use<Result>(signal: AbortSignal, act: (client: Client) => Promise<Result>): Promise<Result>;
  /** May be called twice. */
  close(): Promise<void>;
}

/** How long a goodbye may take before the client is dropped, in milliseconds. */
const GOODBYE_MS = 500;

/** A line that is not open yet. Clients are to be told not to open themselves again: when to try again is the run's to say. */
export function newLine<Client>({ connect, drop, end }: LineOptions<Client>): Line<Client> {
  let current: Promise<Client> | undefined;
  const opened = (): Promise<Client> => {
    const opening = connect();
    current = opening;
    opening.catch(() => forget(opening));
    return opening;
  };
  const forget = (client: Promise<Client>): void => {
    if (current === client) current = undefined;
  };
  const letGo = (client: Promise<Client>): void => {
    forget(client);
    // One that did not open needs no dropping.
    client.then(drop, () => undefined);
  };
  return {
    async use(signal, act) {
      signal.throwIfAborted();
      const client = current ?? opened();
      const abort = aborted(signal);
      try {
        return await Promise.race([client.then(act), abort.rejects]);
      } catch (error) {
        if (signal.aborted || isBroken(error)) letGo(client);
        throw signal.aborted ? signal.reason : error;
      } finally {
        abort.ignore();
      }
    },
    async close() {
      const client = current;
      current = undefined;
      if (client === undefined) return;
      const over = new AbortController();
      const late = setTimeout(() => over.abort(), GOODBYE_MS);
      const tooLate = aborted(over.signal);
      // A goodbye that fails is a goodbye.
      await Promise.race([client.then(end), tooLate.rejects]).catch(() => undefined);
      clearTimeout(late);
      tooLate.ignore();
      letGo(client);
    },
  };
}

const isBroken = (error: unknown): boolean =>
  error instanceof DeliveryError && (error.kind === 'network' || error.kind === 'timeout');

/** A promise that rejects with the signal's reason, until it is ignored. */
function aborted(signal: AbortSignal): { readonly rejects: Promise<never>; ignore(): void } {
  let listener = (): void => undefined;
  const rejects = new Promise<never>((_, reject) => {
    listener = (): void => reject(signal.reason);
    signal.addEventListener('abort', listener, { once: true });
  });
  return { rejects, ignore: () => signal.removeEventListener('abort', listener) };
}
