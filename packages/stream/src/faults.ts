import { faultIssues } from './config/faults.ts';
import type { StreamKeys } from './config/keys.ts';
import type { ConfigStream } from './config/spec.ts';
import type { StreamTime } from './config/timing.ts';
import { type Issue, type Schema, unfitSettings, type Faults, type FaultChange } from '@catbird/engine';

/** Faults that do not fit the fields and the times of a stream. */
export function streamFaultIssues(
  { options, optionOf }: Pick<ConfigStream, 'options' | 'optionOf'>,
  { faults, faultChanges }: { readonly faults: Faults; readonly faultChanges: readonly FaultChange[] },
  { schema, timing, shape }: { readonly schema: Schema } & Pick<StreamTime, 'timing' | 'shape'>,
): readonly Issue[] {
  const stream = { schema, isTimed: timing !== undefined, perSecond: constantRate(options, shape) };
  const unfit = (each: Faults, prefix: string): readonly Issue[] =>
    faultIssues(unfitSettings(each, stream), prefix);
  const name = optionOf('faults');
  return [
    ...unfit(faults, name.startsWith('--') ? `${name} ` : `${name}.`),
    ...faultChanges.flatMap((each, n) => unfit(each.faults, `${optionOf('faultChanges')}.${n}.faults.`)),
  ];
}

/** Rows per second of a stream whose rows have the clock's time. Undefined: they vary, or come as fast as they can. */
export const constantRate = (
  { eps = 1 }: Pick<StreamKeys, 'eps'>,
  shape: StreamTime['shape'],
): number | undefined => (shape === undefined && Number.isFinite(eps) ? eps : undefined);
