import type { Ownership } from './ownership.ts';
import { newRunId } from './kept-run.ts';

/** Ownership in this browser. @param locks undefined: it has none */
export const ownershipIn = (locks: LockManager | undefined): Ownership =>
  locks === undefined ? ownershipByMessages(new BroadcastChannel('catbird-runs')) : ownershipByLocks(locks);

const PREFIX = 'catbird-run-';

/** Ownership by the browser's locks, which end with the tab, however it ends. */
export function ownershipByLocks(locks: LockManager): Ownership {
  let release = (): void => undefined;
  let owned: string | undefined;
  let request: Promise<unknown> | undefined;
  /** What was given up, until the browser has freed it. */
  let givenUp: Promise<unknown> | undefined;
  const giveUp = (): void => {
    release();
    givenUp = request;
  };
  return {
    take(id) {
      if (id === owned) return Promise.resolve(true);
      return new Promise((answer) => {
        const asked = locks
          .request(PREFIX + id, { ifAvailable: true }, (lock) => {
            answer(lock !== null);
            if (lock === null) return undefined;
            giveUp();
            owned = id;
            request = asked;
            return new Promise<void>((free) => (release = free));
          })
          // Where storage is blocked, so are locks: nothing is kept that another tab could take.
          .catch(() => answer(true));
      });
    },
    release() {
      owned = undefined;
      giveUp();
    },
    async others() {
      await givenUp;
      const { held = [] } = await locks.query();
      const names = held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name] : []));
      return new Set(names.map((name) => name.slice(PREFIX.length)).filter((id) => id !== owned));
    },
  };
}

/** What tabs say to each other. */
type Message =
  /** Who has this run? Absent: who has any? */
  | { readonly ask: string; readonly id?: string | undefined }
  /** The answer to that question: this tab has it, or is about to. */
  | { readonly answer: string; readonly id: string };

/** Other tabs have this long to answer, in milliseconds. */
const ANSWER_MS = 500;

/**
 * Ownership for pages without locks: a tab asks the others, and has what none of them claims. If two ask at once, the one with the
 * lower question has it.
 */
export function ownershipByMessages(channel: BroadcastChannel, answerMs = ANSWER_MS): Ownership {
  let owned: string | undefined;
  let wanted: { readonly id: string; readonly ask: string; isLost: boolean } | undefined;
  const open = new Map<string, Set<string>>();
  const tell = (message: Message): void => channel.postMessage(message);

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('answer' in data) {
      open.get(data.answer)?.add(data.id);
      return;
    }
    const { ask, id } = data;
    if (owned !== undefined && (id ?? owned) === owned) tell({ answer: ask, id: owned });
    if (wanted === undefined || (id ?? wanted.id) !== wanted.id) return;
    if (id !== undefined && ask < wanted.ask) wanted.isLost = true;
    else tell({ answer: ask, id: wanted.id });
  });

  const answers = async (ask: string, id?: string): Promise<ReadonlySet<string>> => {
    const claimed = new Set<string>();
    open.set(ask, claimed);
    tell({ ask, id });
    await new Promise((over) => setTimeout(over, answerMs));
    open.delete(ask);
    return claimed;
  };
  return {
    async take(id) {
      if (id === owned) return true;
      const mine = (wanted = { id, ask: newRunId(), isLost: false });
      const claimed = await answers(mine.ask, id);
      // It may have been released meanwhile.
      if (wanted !== mine) return false;
      wanted = undefined;
      if (mine.isLost || claimed.has(id)) return false;
      owned = id;
      return true;
    },
    release() {
      owned = undefined;
      wanted = undefined;
    },
    others: () => answers(newRunId()),
  };
}
