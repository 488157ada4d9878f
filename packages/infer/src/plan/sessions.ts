import { groupedBy } from '../decide/column.ts';
import type { Member, Spec } from '../decide/decision.ts';
import { prefixOf } from '../decide/key-patterns.ts';
import { namesOf } from '../decide/enumerations.ts';
import { meanOf, deviationOf, significant } from '../decide/statistics.ts';
import { byRow } from './delays.ts';
import { eventOf } from '../event-time.ts';
import type { FieldPlan } from './field-plan.ts';
import { following } from './tables.ts';

const LEAST_SESSIONS = 30;
/** Steps of a session on average. */
const LEAST_STEPS = 2;
const MOST_STATES = 30;
/** How far the states after a state are from those of all rows, on average: 0 if each row draws its own. */
const LEAST_MEMORY = 0.25;
/** Longest session beside the span of the sample: the rows of a user who comes back are no session. */
const MOST_SPAN = 0.2;

/** The steps of each session: states in their order, and the milliseconds of each. */
type Sessions = readonly (readonly { readonly state: unknown; readonly ms: number }[])[];

/**
 * Makes journeys of sessions: a key whose rows are near each other in time, and a field whose next value depends on the present one, such as
 * pages of a visit. Shares of the moves and the waits between them come from the sample.
 */
export function withSessions(fields: readonly FieldPlan[]): FieldPlan[] {
  const event = eventOf(fields);
  if (event === undefined) return [...fields];
  const ms = byRow(event);
  for (const key of fields.filter(isKey))
    for (const state of fields.filter((field) => isState(field) && !staysTheSame(field, key))) {
      const sessions = sessionsOf(key, state, ms);
      if (sessions === undefined) continue;
      return fields.map((field) => {
        if (field === key) return asSession(key, state.name);
        if (field === state) return asJourney(state, sessions);
        return staysTheSame(field, key) ? following(field, ownerOf(field, key, fields)) : field;
      });
    }
  return [...fields];
}

const isPlain = ({ name, nulls, missing, table, tableOf, cells, isSettled }: FieldPlan): boolean =>
  // Settings need a name to refer to.
  name !== '' &&
  isSettled !== true &&
  nulls === 0 &&
  missing === 0 &&
  table === undefined &&
  tableOf === undefined &&
  cells !== undefined;

const isKey = (field: FieldPlan): boolean =>
  isPlain(field) && ['key', 'UUID'].includes(field.decision.kind) && field.decision.members === undefined;

const isState = (field: FieldPlan): boolean =>
  isPlain(field) &&
  field.decision.kind === 'enumeration' &&
  field.decision.spec['per'] === undefined &&
  (field.decision.members?.length ?? Infinity) <= MOST_STATES;

function sessionsOf(key: FieldPlan, state: FieldPlan, ms: readonly number[]): Sessions | undefined {
  const steps = ms.map((each, row) => ({ state: state.cells?.[row], ms: each }));
  const sessions = [...groupedBy(steps, (_, row) => key.cells?.[row]).values()];
  const rows = key.cells?.length ?? 0;
  if (sessions.length < LEAST_SESSIONS || rows < LEAST_STEPS * sessions.length) return undefined;
  const span = Math.max(...endsOf(ms)) - Math.min(...endsOf(ms));
  const longest = Math.max(...sessions.map((steps) => (steps.at(-1)?.ms ?? 0) - (steps[0]?.ms ?? 0)));
  if (!(longest <= MOST_SPAN * span)) return undefined;
  return memoryOf(sessions) >= LEAST_MEMORY ? sessions : undefined;
}

/** The first and the last time: rows are in their order. */
const endsOf = (ms: readonly number[]): number[] => [ms[0] ?? 0, ms.at(-1) ?? 0];

/** Marks the end of a session in place of a next state. */
const END = Symbol('end');

/** How often each state follows each. */
function movesOf(
  sessions: Sessions,
  nameOf = (state: unknown): unknown => state,
): Map<unknown, Map<unknown, number>> {
  const moves = new Map<unknown, Map<unknown, number>>();
  for (const steps of sessions)
    steps.forEach(({ state }, n) => {
      const from = nameOf(state);
      const next = n + 1 < steps.length ? nameOf(steps[n + 1]?.state) : END;
      const counts = moves.get(from) ?? new Map<unknown, number>();
      counts.set(next, (counts.get(next) ?? 0) + 1);
      moves.set(from, counts);
    });
  return moves;
}

/** Mean total variation of the states after each state from the states of all rows. */
function memoryOf(sessions: Sessions): number {
  const all = groupedBy(sessions.flat(), ({ state }) => state);
  const rows = sessions.flat().length;
  let [apart, moves] = [0, 0];
  for (const counts of movesOf(sessions).values()) {
    counts.delete(END);
    const sum = sumOf(counts);
    if (sum === 0) continue;
    moves += sum;
    for (const [state, steps] of all)
      apart += (sum * Math.abs(steps.length / rows - (counts.get(state) ?? 0) / sum)) / 2;
  }
  return moves === 0 ? 0 : apart / moves;
}

const sumOf = (counts: ReadonlyMap<unknown, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Sessions that may have another value. */
const EXCEPTIONS = 0.002;

/** Whether each session has one value of a plain field, in its two or more rows. */
function staysTheSame(field: FieldPlan, key: FieldPlan): boolean {
  const { spec, kind, helpers = {}, time } = field.decision;
  // At most with a hidden key of its own, by which its values repeat.
  const [helper, ...more] = Object.entries(helpers);
  const isOwn =
    time === undefined &&
    more.length === 0 &&
    spec['per'] === helper?.[0] &&
    (helper === undefined || helper[1].type === 'catbird.key');
  if (!isPlain(field) || !isOwn || kind === 'constant') return false;
  const first = new Map<unknown, unknown>();
  let again = 0;
  let others = 0;
  (key.cells ?? []).forEach((session, row) => {
    const value = field.cells?.[row];
    if (!first.has(session)) first.set(session, value);
    else {
      again++;
      if (first.get(session) !== value) others++;
    }
  });
  return again >= LEAST_SESSIONS && others <= EXCEPTIONS * again;
}

/** What a field follows that stays the same in a session: another key that does, such as its user, or the session. Keys follow earlier ones. */
const ownerOf = (field: FieldPlan, key: FieldPlan, fields: readonly FieldPlan[]): FieldPlan =>
  fields
    .slice(0, isKey(field) ? fields.indexOf(field) : undefined)
    .filter((other) => other !== field && other !== key && isKey(other))
    .find((other) => staysTheSame(other, key) && staysTheSame(field, other)) ?? key;

function asSession(field: FieldPlan, of: string): FieldPlan {
  const { decision } = field;
  const { form, prefix, pattern } = (decision.spec['params'] ?? {}) as {
    form?: string;
    prefix?: string;
    pattern?: string | string[];
  };
  const [first] = [pattern].flat();
  const shape =
    decision.kind === 'UUID' || form === 'uuid'
      ? { form: 'uuid' }
      : form === 'text'
        ? { form, prefix }
        : first === undefined
          ? { form: 'integer' }
          : { form: 'text', prefix: prefixOf(first, field.name) };
  return {
    ...field,
    decision: {
      ...decision,
      reason: `Identifies sessions that move through ${of}`,
      spec: { type: 'catbird.session', params: { of, ...shape } },
      helpers: {},
    },
  };
}

function asJourney(field: FieldPlan, sessions: Sessions): FieldPlan {
  const { decision } = field;
  const { members = [], confirmable } = decision;
  const labels = new Map(members.map(({ value, label }: Member) => [value, label]));
  return {
    ...field,
    decision: {
      ...decision,
      reason: `${decision.reason}; the next one of a session depends on the present one`,
      spec: journeySpec(sessions, labels),
      ...(confirmable === undefined
        ? {}
        : {
            confirmable: {
              // Of a journey, it is no state.
              values: confirmable.values.filter(({ value }) => value !== 'end'),
              spec: (isConfirmed) =>
                journeySpec(
                  sessions,
                  namesOf(members, (value) => value !== 'end' && isConfirmed(value)),
                ),
            },
          }),
    },
  };
}

/** A journey through the states by their names. */
function journeySpec(sessions: Sessions, names: ReadonlyMap<unknown, unknown>): Spec {
  const nameOf = (state: unknown): unknown => names.get(state);
  const moves = movesOf(sessions, nameOf);
  const start = new Map<unknown, number>();
  for (const [first] of sessions)
    if (first !== undefined) start.set(nameOf(first.state), (start.get(nameOf(first.state)) ?? 0) + 1);
  const waits = waitsOf(sessions, nameOf);
  return {
    type: 'catbird.journey',
    params: {
      states: Object.fromEntries([...moves].map(([state, next]) => [String(state), weightsOf(next)])),
      start: weightsOf(start),
      ...(waits.length === 0 ? {} : { wait: Object.fromEntries(waits) }),
    },
  };
}

const weightsOf = (counts: ReadonlyMap<unknown, number>): Record<string, number> =>
  Object.fromEntries([...counts].map(([next, count]) => [next === END ? 'end' : String(next), count]));

/** The wait in each state, log-normal. States that only end have none. */
function waitsOf(sessions: Sessions, nameOf: (state: unknown) => unknown): [string, object][] {
  const logs = new Map<string, number[]>();
  for (const steps of sessions)
    steps.slice(1).forEach(({ ms }, n) => {
      const from = steps[n];
      if (from === undefined) return;
      const state = String(nameOf(from.state));
      logs.set(state, [...(logs.get(state) ?? []), Math.log(Math.max(1, ms - from.ms))]);
    });
  return [...logs].map(([state, each]) => {
    const mean = meanOf(each);
    return [
      state,
      {
        median: `${Math.round(significant(Math.exp(mean), 3))}ms`,
        sigma: Math.min(10, significant(deviationOf(each, mean), 3)),
      },
    ];
  });
}
