import { BITS, LEAST_ROWS, agrees, arrangement, chanceOf, errorBits } from './proof.ts';
import { isColumn, isKnown, type Column, type Described } from './described.ts';
import type { Data, Field, Table } from './data.ts';
import type { Rule } from './rule.ts';
import { isOneOf } from './tags.ts';
import { type Source, pathOf } from './write.ts';

/** Share of the rows that may differ. */
const WRONG = 0.01;
/** Rows with a field and without, that a rule needs. */
const LEAST_OF_EACH = 5;
/** Share of the rows that must have the tag. */
const TAGGED = 0.98;

/** Whether a field is there, in rows in which the object around it is. */
interface State {
  readonly of: Field;
  readonly form: 'present' | 'null';
  /** Undefined: the object around it is missing. */
  readonly isThere: (data: Data) => (row: number) => boolean | undefined;
  /** The column itself, if it is one. */
  readonly column: Column | undefined;
  readonly there: number;
  readonly rows: number;
}

/** Fields that exist, or are not null, as a tag says; or together with another field. */
export function presenceRules(described: Described, tags: readonly Source[], data: Data): readonly Rule[] {
  const states = statesOf(described, data);
  return states.flatMap((state, i): Rule[] => {
    const rules = tags.flatMap((tag) => byTag(state, tag, tags.length, described.table, data) ?? []);
    const [best] = rules.toSorted((a, b) => a.cost - b.cost);
    return [best ?? together(state, states.slice(0, i), described.table, data)].filter(
      (rule) => rule !== undefined,
    );
  });
}

function statesOf({ table, columns, lists, objects }: Described, data: Data): readonly State[] {
  const fieldAt = (path: string): Field => ({ table, path, isTime: false });
  const all: readonly Field[] = [
    ...columns.filter(({ path }) => path !== ''),
    ...objects,
    ...lists.map(({ name }) => fieldAt(name)),
  ];
  return all.flatMap((of) => {
    const end = of.path.lastIndexOf('.');
    const around = end < 0 ? undefined : fieldAt(of.path.slice(0, end));
    const column = isColumn(of) ? of : undefined;
    const state = (form: State['form']): State | undefined =>
      stateOf(data, table, {
        of,
        form,
        column,
        isThere: (from) => isThere(from.values(of), valuesAround(from, around), form),
      });
    return state('present') ?? state('null') ?? [];
  });
}

const valuesAround = (data: Data, field: Field | undefined): readonly unknown[] | undefined =>
  field === undefined ? undefined : data.values(field);

const isThere =
  (values: readonly unknown[], outer: readonly unknown[] | undefined, form: State['form']) =>
  (row: number): boolean | undefined => {
    if (outer !== undefined && (outer[row] === undefined || outer[row] === null)) return undefined;
    const value = values[row];
    // A missing field says nothing about null.
    if (form === 'null') return value === undefined ? undefined : value !== null;
    return value !== undefined;
  };

/** A field of some rows. */
function stateOf(data: Data, table: Table, state: Omit<State, 'there' | 'rows'>): State | undefined {
  const of = state.isThere(data);
  let [there, rows] = [0, 0];
  for (let row = 0; row < data.size(table); row++) {
    const is = of(row);
    if (is === undefined) continue;
    rows++;
    if (is) there++;
  }
  if (rows < LEAST_ROWS || there < LEAST_OF_EACH || rows - there < LEAST_OF_EACH) return undefined;
  return { ...state, there, rows };
}

/** The condition on a tag under which a field is there. */
function byTag(state: State, tag: Source, tags: number, table: Table, data: Data): Rule | undefined {
  const { of, form, column, there, rows } = state;
  const path = pathOf(of);
  if (tag.column === column || tag.column.full.startsWith(`${path}.`)) return undefined;
  const { counts, tagged } = countsOf(state.isThere(data), tag, data.size(table));
  if (tagged < TAGGED * rows) return undefined;
  const wrong = [...counts.values()].reduce((sum, count) => sum + Math.min(...count), 0);
  const yes = [...counts].filter(([, [a, b]]) => a > b).map(([key]) => key);
  const no = [...counts.keys()].filter((key) => !yes.includes(key));
  if (yes.length === 0 || no.length === 0) return undefined;
  const sizes = [there, rows - there];
  if (wrong > WRONG * tagged || !agrees(1 - wrong / tagged, chanceOf(sizes))) return undefined;
  const bits = arrangement(sizes) - counts.size - Math.log2(tags) - errorBits(wrong, tagged, 2);
  if (bits < BITS) return undefined;
  return {
    form,
    target: of,
    inputs: [tag.column],
    cost: counts.size + wrong / 2,
    evidence: { rows: tagged, wrong, bits },
    write: (writer) => isOneOf(writer, tag.column, yes),
    check(from) {
      const [value, key] = [state.isThere(from), tag.reader(from)];
      return checkPresence(from.size(table), value, (row) =>
        isKnown(key(row)) ? yes.includes(key(row)) : undefined,
      );
    },
  };
}

/** Rows with a field and without, for each value of a tag. */
function countsOf(is: (row: number) => boolean | undefined, tag: Source, size: number) {
  const counts = new Map<unknown, [yes: number, no: number]>();
  let tagged = 0;
  for (let row = 0; row < size; row++) {
    const [value, key] = [is(row), tag.of(row)];
    if (value === undefined || !isKnown(key)) continue;
    tagged++;
    const count = counts.get(key) ?? [0, 0];
    counts.set(key, count);
    count[value ? 0 : 1]++;
  }
  return { counts, tagged };
}

function checkPresence(
  size: number,
  is: (row: number) => boolean | undefined,
  expected: (row: number) => boolean | undefined,
): { readonly rows: number; readonly broken: readonly number[] } {
  const broken: number[] = [];
  let rows = 0;
  for (let row = 0; row < size; row++) {
    const [a, b] = [is(row), expected(row)];
    if (a === undefined || b === undefined) continue;
    rows++;
    if (a !== b) broken.push(row);
  }
  return { rows, broken };
}

/** An earlier field of the same rows. */
function together(state: State, earlier: readonly State[], table: Table, data: Data): Rule | undefined {
  const { of, form, there, rows } = state;
  const is = state.isThere(data);
  for (const other of earlier) {
    const { column } = other;
    if (other.form !== form || column === undefined || pathOf(of).startsWith(`${pathOf(other.of)}.`))
      continue;
    const check = checkPresence(data.size(table), is, other.isThere(data));
    const wrong = check.broken.length;
    const sizes = [there, rows - there];
    if (check.rows < TAGGED * rows || wrong > WRONG * check.rows) continue;
    if (!agrees(1 - wrong / check.rows, chanceOf(sizes))) continue;
    const bits = arrangement(sizes) - 1 - Math.log2(earlier.length + 1) - errorBits(wrong, check.rows, 2);
    if (bits < BITS) continue;
    return {
      form,
      target: of,
      inputs: [column],
      cost: 1,
      evidence: { rows: check.rows, wrong, bits },
      write: ({ ref }) => `${ref(column)} != null`,
      check: (from) => checkPresence(from.size(table), state.isThere(from), other.isThere(from)),
    };
  }
  return undefined;
}
