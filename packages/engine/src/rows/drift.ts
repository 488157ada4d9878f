import { kindsOf } from '../generators/analysis/kinds.ts';
import { under, type Issue, type Result } from '../model/issue.ts';
import type { RowShape } from '../model/kind.ts';
import type { Schema } from '../model/schema.ts';
import { driftStart, type DriftEntry, type DriftStart } from './drift-settings.ts';
import { changedAt, pathIn, stepsOf, unknownField, type DriftStep } from './drift-steps.ts';
import { jsonPath, type JsonPath } from './json-members.ts';

/** A row after its drift. */
export interface Drifted {
  /** A line of JSON, without its newline. */
  readonly text: string;
  /** What has changed: `rename user_id`. */
  readonly changes: readonly string[];
}

/** An entry of the settings, with the paths of its fields. */
interface CompiledEntry {
  readonly start: DriftStart;
  readonly share: number;
  readonly steps: readonly (DriftStep & { readonly to: JsonPath })[];
}

/** How rows of a schema drift. */
export interface Drift {
  readonly entries: readonly CompiledEntry[];
  /** What rows can look like. The first shape is that of the schema. */
  readonly shapes: readonly RowShape[];
}

/** Reads how rows of a schema drift, or what is wrong: paths start at the list of entries. */
export function readDrift(
  schema: Pick<Schema, 'fields' | 'entities'>,
  entries: readonly DriftEntry[],
): Result<{ readonly drift: Drift }> {
  const issues: Issue[] = [];
  const compiled: CompiledEntry[] = [];
  let shapes: readonly RowShape[] = [{ number: 0, members: kindsOf(schema), changes: [] }];
  for (const [i, entry] of entries.entries()) {
    const started = { start: driftStart(entry), share: entry.share ?? 1 };
    const bit = 2 ** i;
    const before = shapes.filter(({ number }) => isPossible(number + bit, [...compiled, started]));
    const made = readEntry(entry, before, bit);
    issues.push(...under([i], made.issues));
    compiled.push({ ...started, steps: made.steps });
    shapes = [...shapes, ...made.shapes];
  }
  shapes = shapes.filter(({ number }) => number === 0 || isPossible(number, compiled));
  return issues.length > 0 ? { ok: false, issues } : { ok: true, drift: { entries: compiled, shapes } };
}

/** Whether entries may apply to a row without the others: an entry for all rows applies to those to which a later one does. */
const isPossible = (shape: number, entries: readonly Omit<CompiledEntry, 'steps'>[]): boolean =>
  !entries.some(
    (missing, i) =>
      missing.share === 1 &&
      !hasEntry(shape, i) &&
      entries.some((entry, n) => hasEntry(shape, n) && isBefore(missing.start, entry.start)),
  );

const hasEntry = (shape: number, i: number): boolean => (shape & (2 ** i)) !== 0;

/** Whether a start is surely no later than another one. */
function isBefore(one: DriftStart, other: DriftStart): boolean {
  if ('row' in one) return one.row === 0 || ('row' in other && one.row <= other.row);
  if ('ms' in one) return 'ms' in other && one.ms <= other.ms;
  return 'afterMs' in other && one.afterMs <= other.afterMs;
}

/** The steps of an entry, and what rows of any shape become by them. */
function readEntry(
  entry: DriftEntry,
  before: readonly RowShape[],
  bit: number,
): Pick<CompiledEntry, 'steps'> & {
  readonly shapes: readonly RowShape[];
  readonly issues: readonly Issue[];
} {
  const issues: Issue[] = [];
  const steps: (DriftStep & { readonly to: JsonPath })[] = [];
  let shapes = before.map((shape) => ({ ...shape, number: shape.number + bit }));
  for (const step of stepsOf(entry)) {
    const paths = shapes.map(({ members }) => pathIn(members, step));
    const to = paths.find((path) => path !== undefined);
    if (to === undefined) {
      issues.push({ path: step.at, message: unknownField(shapes[0]?.members ?? [], step.name) });
      continue;
    }
    steps.push({ ...step, to: jsonPath(to) });
    let problem: string | undefined;
    shapes = shapes.map((shape, i) => {
      if (paths[i] === undefined) return shape;
      const members = changedAt(shape.members, to, step.members);
      if (!('problem' in members)) return { ...shape, members, changes: [...shape.changes, step.label] };
      problem ??= members.problem;
      return shape;
    });
    if (problem !== undefined) issues.push({ path: step.at, message: `${step.name} ${problem}` });
  }
  return { steps, shapes, issues };
}

/**
 * A row to which entries apply; undefined if they change nothing in it.
 *
 * @param line without its newline
 * @param row its shape, whose bits are the entries, and what chooses among new values, 0 ≤ pick < 1
 */
export function drifted(
  line: string,
  { entries }: Drift,
  { shape, pick }: { readonly shape: number; readonly pick: number },
): Drifted | undefined {
  let text = line;
  const changes: string[] = [];
  entries.forEach(({ steps }, i) => {
    if (!hasEntry(shape, i)) return;
    for (const step of steps) {
      const after = step.apply(text, step.to, pick);
      if (after !== text) changes.push(step.label);
      text = after;
    }
  });
  return changes.length === 0 ? undefined : { text, changes };
}

/** What rows of a stream look like with these faults, which fit it. The first shape is that of the schema, and the only one without drift. */
export function driftShapes(
  schema: Pick<Schema, 'fields' | 'entities'>,
  entries: readonly DriftEntry[] = [],
): readonly RowShape[] {
  const read = readDrift(schema, entries);
  return read.ok ? read.drift.shapes : [];
}
