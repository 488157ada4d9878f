import type { Ownership } from './ownership.ts';
import { ownershipByLocks } from './tab-locks.ts';
import { ownershipByMessages } from './tab-messages.ts';

/** Ownership in this browser. @param locks undefined: it has none */
export const ownershipIn = (locks: LockManager | undefined): Ownership =>
  locks === undefined ? ownershipByMessages(new BroadcastChannel('catbird-runs')) : ownershipByLocks(locks);
