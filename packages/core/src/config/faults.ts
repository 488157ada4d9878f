import { parseFaults, type FaultProblem, type Faults } from '../rows/fault-settings.ts';
import type { FaultChange } from '../rows/faults.ts';
import type { ConfigStream } from './spec.ts';

/** The faults of a stream and their changes, or a line for each problem with them. */
type FaultOptions =
  | { readonly ok: true; readonly faults: Faults; readonly faultChanges: readonly FaultChange[] }
  | { readonly ok: false; readonly lines: readonly string[] };

/** Reads `faults` and `faultChanges`. */
export function readFaults({ options, optionOf }: Pick<ConfigStream, 'options' | 'optionOf'>): FaultOptions {
  const faults = parseFaults(options.faults ?? {});
  const lines = faults.ok ? [] : faultProblems(faults, '--faults ');
  const faultChanges = readChanges(options.faultChanges ?? [], optionOf('faultChanges'), lines);
  return faults.ok && lines.length === 0
    ? { ok: true, faults: faults.faults, faultChanges }
    : { ok: false, lines };
}

/** @param lines receives a line for each problem */
function readChanges(given: unknown, name: string, lines: string[]): readonly FaultChange[] {
  if (!Array.isArray(given)) {
    lines.push(`${name} must be a list of changes`);
    return [];
  }
  return given.map((each: unknown, n): FaultChange => {
    const { position, faults } = asEntries(each);
    if (!Number.isSafeInteger(position) || Number(position) < 0)
      lines.push(`${name}.${n}.position must be a whole number from 0 up`);
    const read = parseFaults(faults);
    if (!read.ok) lines.push(...faultProblems(read, `${name}.${n}.faults.`));
    return { position: Number(position), faults: read.ok ? read.faults : {} };
  });
}

const asEntries = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** The problems of faults, a line each. @param prefix of the settings: `--faults `, or `faults.` */
export const faultProblems = (
  { problems }: { readonly problems: readonly FaultProblem[] },
  prefix: string,
): string[] =>
  problems.map(({ path, text }) =>
    path.length > 0
      ? `${prefix}${path.map(String).join('.')}: ${text}`
      : `${prefix.replace(/\.$/, ': ')}${text}`,
  );
