import {
  placedText,
  type Issue,
  type Result,
  parseFaults,
  type Faults,
  type FaultChange,
} from '@catbird/engine';
import type { ConfigStream } from './spec.ts';

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
