import type { RegisteredSchemas } from '@catbird/stream';
import type { PlainSchema } from '../types/plain.ts';

/** One of the threads that send a stream, and what the main thread read for it. */
export interface WorkerPart {
  /** From 0 to `count − 1`. */
  readonly index: number;
  readonly count: number;
  readonly schema: PlainSchema & { readonly name: string };
  /** The schemas of rows and keys in a registry, if they are there. */
  readonly registered: RegisteredSchemas | undefined;
}

/** The shares of whole things that are dealt out to `count` workers: they differ by one at most, and are at least 1. */
export const dealt = (whole: number, { index, count }: Pick<WorkerPart, 'index' | 'count'>): number =>
  Math.max(1, Math.floor(whole / count) + (index < whole % count ? 1 : 0));
