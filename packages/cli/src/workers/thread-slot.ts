import type { State } from '../stream/state.ts';
import { TakenError, type Slot, type SlotEvents } from '../stream/store/slot.ts';
import type { Event, Order } from './protocol.ts';

/** The place of a thread's state: the main thread saves it, together with those of the others. */
export interface ThreadSlot extends Slot {
  /** Takes the main thread's answers. */
  receive(order: Extract<Order, { readonly kind: 'saved' | 'state-lost' }>): void;
}

/** @param state what an earlier process saved of the thread's rows */
export function newThreadSlot(
  { name, state }: { readonly name: string; readonly state: State | undefined },
  post: (event: Event) => void,
): ThreadSlot {
  let events: SlotEvents = { note: () => undefined, fail: () => undefined };
  let unsaved = 0;
  let saving: Outcome<void> | undefined;
  return {
    name,
    isShared: false,
    load: () => state && { ok: true, state },
    claim: async () => undefined,
    save(given) {
      unsaved++;
      saving ??= newOutcome();
      post({ kind: 'state', state: given });
    },
    saved: () => saving?.promise,
    follow: (given) => void (events = given),
    receive(order) {
      if (order.kind === 'saved') unsaved--;
      else {
        unsaved = 0;
        events.fail(order.isTaken ? new TakenError(name) : new Error(order.message));
      }
      if (unsaved > 0) return;
      saving?.resolve();
      saving = undefined;
    },
    close: async () => undefined,
  };
}

/** A promise, and what settles it the first time. */
interface Outcome<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise that is not settled. Nobody has to wait for it. */
export function newOutcome<Value>(): Outcome<Value> {
  let settle: Omit<Outcome<Value>, 'promise'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<Value>((resolve, reject) => (settle = { resolve, reject }));
  // Whoever waits for it gets the error, too.
  promise.catch(() => undefined);
  return { promise, ...settle };
}
