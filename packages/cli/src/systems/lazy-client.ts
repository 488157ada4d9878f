import { asCertain, DeliveryError, failedCheck, type CheckResult } from '@catbird/send';

/** How to open and close a client. */
interface LazyClientOptions<Client> {
  /**
   * Opens a client. The signal aborts when it is no longer needed.
   *
   * @throws DeliveryError
   */
  readonly connect: (signal: AbortSignal) => Promise<Client>;
  /** Closes immediately, with requests in flight. */
  readonly drop: (client: Client) => void;
  /** Closes gracefully. Default: `drop`. */
  readonly end?: (client: Client) => Promise<unknown>;
}

/** A client shared by all requests: opened by the first one, and reopened by the first one after it broke. */
export interface LazyClient<Client> {
  /**
   * Runs `act` with the client. Drops the client if `act` is aborted, or fails with an error of kind `network` or `timeout`.
   *
   * @throws DeliveryError of `connect` or `act`; the signal's reason if aborted
   */
  use<Result>(signal: AbortSignal, act: (client: Client) => Promise<Result>): Promise<Result>;
  /** Idempotent. */
  close(): Promise<void>;
}

/** A client that is open or opening. */
interface Opening<Client> {
  readonly client: Promise<Client>;
  /** Aborts the signal of `connect`. */
  abort(): void;
}

/** Maximum duration of a graceful close before the client is dropped. */
const CLOSE_MS = 500;

/** A client that opens on first use. Disable the client's own reconnects: the run decides when to retry. */
export function newLazyClient<Client>({ connect, drop, end }: LazyClientOptions<Client>): LazyClient<Client> {
  let current: Opening<Client> | undefined;
  const opened = (): Opening<Client> => {
    const given = new AbortController();
    const opening = { client: connect(given.signal).catch(throwUnsent), abort: () => given.abort() };
    opening.client.catch(() => forget(opening));
    current = opening;
    return opening;
  };
  const forget = (opening: Opening<Client>): void => {
    if (current === opening) current = undefined;
  };
  const dropOpening = (opening: Opening<Client>): void => {
    forget(opening);
    opening.abort();
    // A client that failed to open needs no drop.
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
        if (signal.aborted || isBroken(error)) dropOpening(opening);
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
      const late = setTimeout(() => over.abort(), CLOSE_MS);
      const tooLate = aborted(over.signal);
      // A failed close also closes.
      await Promise.race([opening.client.then(end), tooLate.rejects]).catch(() => undefined);
      clearTimeout(late);
      tooLate.ignore();
      dropOpening(opening);
    },
  };
}

/** Acts once with a client of its own. @throws as `use` does */
export async function once<Client, Result>(
  lazy: LazyClient<Client>,
  signal: AbortSignal,
  act: (client: Client) => Promise<Result>,
): Promise<Result> {
  try {
    return await lazy.use(signal, act);
  } finally {
    await lazy.close();
  }
}

/** Tests a connection with a client of its own. @param act returns the result; a text is that of a success */
export async function checked<Client>(
  lazy: LazyClient<Client>,
  signal: AbortSignal,
  act: (client: Client) => Promise<CheckResult | string>,
): Promise<CheckResult> {
  try {
    const found = await once(lazy, signal, act);
    return typeof found === 'string' ? { ok: true, message: found } : found;
  } catch (error) {
    return failedCheck(error);
  }
}

/** Without a client, nothing was sent, whatever it says. */
const throwUnsent = (error: unknown): never => {
  throw error instanceof DeliveryError ? asCertain(error) : error;
};

const isBroken = (error: unknown): boolean =>
  error instanceof DeliveryError && (error.kind === 'network' || error.kind === 'timeout');

/** A promise that rejects with the signal's reason, unless ignored. */
function aborted(signal: AbortSignal): { readonly rejects: Promise<never>; ignore(): void } {
  let listener = (): void => undefined;
  const rejects = new Promise<never>((_, reject) => {
    listener = (): void => reject(signal.reason);
    signal.addEventListener('abort', listener, { once: true });
  });
  return { rejects, ignore: () => signal.removeEventListener('abort', listener) };
}

/** Clients for concurrent requests, each of which has one for itself: a client runs one statement at a time. */
export function newClientPool<Client>(open: () => LazyClient<Client>): LazyClient<Client> {
  const idle: LazyClient<Client>[] = [];
  const all: LazyClient<Client>[] = [];
  const another = (): LazyClient<Client> => {
    const added = open();
    all.push(added);
    return added;
  };
  return {
    async use(signal, act) {
      const lazy = idle.pop() ?? another();
      try {
        return await lazy.use(signal, act);
      } finally {
        idle.push(lazy);
      }
    },
    close: async () => void (await Promise.all(all.map((lazy) => lazy.close()))),
  };
}
