import type { GeneratorType, Scope } from './generator.ts';
import { seedOf } from './kernels/chance.ts';
import { rowFiller } from './kernels/rows.ts';

/** What came of making one value. */
export type Trial =
  { readonly ok: true; readonly bytes: number } | { readonly ok: false; readonly text: string };

/** Any fixed time will do: a trial's value is thrown away. */
const TRIAL_MS = Date.UTC(2026, 0, 1);
const ROW_BYTES = '{"":}\n'.length;

/** Makes one value of a type with these arguments, to learn whether they work, and how long a value is. Never throws. */
export function tryType(
  type: GeneratorType,
  args: readonly unknown[],
  sources: Pick<Scope, 'randomizer' | 'faker'>,
): Trial {
  try {
    const cell = type.compile(args, { ...sources, path: '', lead: '{"":' });
    const batch = { first: 0, count: 0, bytes: new Uint8Array(0), ends: new Uint32Array(0) };
    rowFiller([cell], seedOf(0))(batch, 0, 1, Infinity, TRIAL_MS, 0);
    return { ok: true, bytes: (batch.ends[0] ?? 0) - ROW_BYTES };
  } catch (error) {
    return {
      ok: false,
      text: error instanceof Error && error.message !== '' ? error.message : 'Unknown error',
    };
  }
}
