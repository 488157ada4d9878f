import {
  placedText,
  type Issue,
  type Result,
  parseFaults,
  type Faults,
  type FaultChange,
  type Schema,
  unfitSettings,
} from '@catbird/engine';
import type { ConfigStream } from './spec.ts';
import type { StreamKeys } from './keys.ts';
import type { StreamTime } from './timing.ts';

/** The faults of a stream and their changes. */
type FaultOptions = Result<{ readonly faults: Faults; readonly faultChanges: readonly FaultChange[] }>;

/** `--faults `, or `faults.` where it is a key. */
const faultsPrefix = (optionOf: ConfigStream['optionOf']): string => {
  const name = optionOf('faults');
  return name.startsWith('--') ? `${name} ` : `${name}.`;
};

/** Reads `faults` and `faultChanges`. */
export function readFaults({ options, optionOf }: Pick<ConfigStream, 'options' | 'optionOf'>): FaultOptions {
  const faults = parseFaults(options.faults ?? {});
  const issues = faults.ok ? [] : faultIssues(faults.issues, faultsPrefix(optionOf));
  const faultChanges = readChanges(options.faultChanges ?? [], optionOf('faultChanges'), issues);
  return faults.ok && issues.length === 0
    ? { ok: true, faults: faults.faults, faultChanges }
    : { ok: false, issues };
}

/** @param issues receives those that are found */
function readChanges(given: unknown, name: string, issues: Issue[]): readonly FaultChange[] {
  if (!Array.isArray(given)) {
    issues.push({ message: `${name} must be a list of changes` });
    return [];
  }
  return given.map((each: unknown, n): FaultChange => {
    const { position, faults } = asEntries(each);
    if (!Number.isSafeInteger(position) || Number(position) < 0)
      issues.push({ message: `${name}.${n}.position must be a whole number from 0 up` });
    const read = parseFaults(faults);
    if (!read.ok) issues.push(...faultIssues(read.issues, `${name}.${n}.faults.`));
    return { position: Number(position), faults: read.ok ? read.faults : {} };
  });
}

const asEntries = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** Issues of faults, whose messages begin with their places. @param prefix of the settings: `--faults `, or `faults.` */
export const faultIssues = (issues: readonly Issue[], prefix: string): Issue[] =>
  issues.map((issue) => {
    const start = (issue.path ?? []).length > 0 ? prefix : prefix.replace(/\.$/, ': ');
    return { ...issue, message: `${start}${placedText(issue)}` };
  });

/** Faults that do not fit the fields and the times of a stream. */
export function streamFaultIssues(
  { options, optionOf }: Pick<ConfigStream, 'options' | 'optionOf'>,
  { faults, faultChanges }: { readonly faults: Faults; readonly faultChanges: readonly FaultChange[] },
  { schema, timing, shape }: { readonly schema: Schema } & Pick<StreamTime, 'timing' | 'shape'>,
): readonly Issue[] {
  const stream = { schema, isTimed: timing !== undefined, perSecond: constantRate(options, shape) };
  const unfit = (each: Faults, prefix: string): readonly Issue[] =>
    faultIssues(unfitSettings(each, stream), prefix);
  return [
    ...unfit(faults, faultsPrefix(optionOf)),
    ...faultChanges.flatMap((each, n) => unfit(each.faults, `${optionOf('faultChanges')}.${n}.faults.`)),
  ];
}

/** Rows per second of a stream whose rows have the clock's time. Undefined: they vary, or come as fast as they can. */
export const constantRate = (
  { eps = 1 }: Pick<StreamKeys, 'eps'>,
  shape: StreamTime['shape'],
): number | undefined => (shape === undefined && Number.isFinite(eps) ? eps : undefined);
