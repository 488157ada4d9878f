import type { State } from '../stream/state.ts';
import { TakenError, type Slot, type SlotEvents } from '../stream/store/slot.ts';
import { newOutcome, type Outcome } from './outcome.ts';
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
    load: () => state,
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
