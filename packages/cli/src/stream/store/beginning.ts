import * as z from 'zod/mini';
import { attempt } from '../../files/attempt.ts';
import type { Store } from './store.ts';

/** What all shards of a stream agree on: the first one to start decides. */
export interface SharedBeginning {
  /** The number of shards. */
  readonly shards: number;
  /** When the first one started, in milliseconds since 1970. */
  readonly startMs: number;
}

const beginning = z.object({ shards: z.int().check(z.positive()), startMs: z.number() });

/** The key of a beginning beside those of the shards. */
const BEGINNING_KEY = 'start';

/**
 * The beginning in a store. It is the given one if there is none.
 *
 * @returns undefined if the store holds something else
 * @throws DeliveryError if the store does not respond
 */
export async function sharedBeginning(
  store: Store,
  given: SharedBeginning,
): Promise<SharedBeginning | undefined> {
  if ((await store.load(BEGINNING_KEY)) === undefined)
    await store.save(BEGINNING_KEY, JSON.stringify(given), undefined);
  const found = await store.load(BEGINNING_KEY);
  return attempt(() => z.parse(beginning, JSON.parse(found?.text ?? '')));
}
