import { DeliveryError } from '@catbird/core/destinations';

/** How a client is opened and let go. */
export interface LineOptions<Client> {
  /**
   * Opens a client; the signal tells that nobody waits for it any more.
   *
   * @throws DeliveryError
   */
  readonly connect: (signal: AbortSignal) => Promise<Client>;
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

/** A client that is open or on its way. */
interface Opening<Client> {
  readonly client: Promise<Client>;
  /** Tells that nobody waits for it any more. */
  giveUp(): void;
}

/** How long a goodbye may take before the client is dropped, in milliseconds. */
const GOODBYE_MS = 500;

/** A line that is not open yet. Clients are to be told not to open themselves again: when to try again is the run's to say. */
export function newLine<Client>({ connect, drop, end }: LineOptions<Client>): Line<Client> {
  let current: Opening<Client> | undefined;
  const opened = (): Opening<Client> => {
    const given = new AbortController();
    const opening = { client: connect(given.signal), giveUp: () => given.abort() };
    opening.client.catch(() => forget(opening));
    current = opening;
    return opening;
  };
  const forget = (opening: Opening<Client>): void => {
    if (current === opening) current = undefined;
  };
  const letGo = (opening: Opening<Client>): void => {
    forget(opening);
    opening.giveUp();
    // One that did not open needs no dropping.
    opening.client.then(drop, () => undefined);
  };
  return {
    async use(signal, act) {
      signal.throwIfAborted();
      const opening = current ?? opened();
      const abort = aborted(signal);
      try {
        return await Promise.race([opening.client.then(act), abort.rejects]);
      } catch (error) {
        if (signal.aborted || isBroken(error)) letGo(opening);
        throw signal.aborted ? signal.reason : error;
      } finally {
        abort.ignore();
      }
    },
    async close() {
      const opening = current;
      current = undefined;
      if (opening === undefined) return;
      const over = new AbortController();
      const late = setTimeout(() => over.abort(), GOODBYE_MS);
      const tooLate = aborted(over.signal);
      // A goodbye that fails is a goodbye.
      await Promise.race([opening.client.then(end), tooLate.rejects]).catch(() => undefined);
      clearTimeout(late);
      tooLate.ignore();
      letGo(opening);
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
