import { CHUNK_ROWS } from '../engine/cell.ts';
import type { Value } from '../engine/scan.ts';
import type { Choice } from '../structure/variants.ts';
import {
  from1,
  from2,
  hasTexts,
  isEntries,
  isNumeric,
  mapped,
  numbersOf,
  same,
  united,
  type Loop2,
  type Vector,
} from './vector.ts';

const [FALSE, TRUE, NULL] = [0, 1, 2];
const BOOLEANS: readonly Value[] = [false, true, null];

/** An operator that compares or joins two values; undefined if it needs them one by one. */
export function logical(operator: string, left: Vector, right: Vector): Vector | undefined {
  switch (operator) {
    case '==':
    case '===':
      return equality(left, right);
    case '!=':
    case '!==': {
      const equal = equality(left, right);
      return equal && negation(equal);
    }
    case '&&':
      return conjunction(left, right);
    case '||':
      return disjunction(left, right);
    case '??':
      return unlessNull(left, right);
    default:
      return comparison(operator, left, right);
  }
}

const booleans = ({ run }: Vector): Vector => ({ table: BOOLEANS, run });

/** `TRUE`, `FALSE`, or `NULL` if neither holds. Without a branch, which the processor would mispredict. */
const compared = (holds: boolean, fails: boolean): number =>
  NULL - (NULL - TRUE) * Number(holds) - (NULL - FALSE) * Number(fails);

const COMPARISONS: ReadonlyMap<string, Loop2> = new Map<string, Loop2>([
  [
    '<',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = compared(x[r] < y[r], x[r] >= y[r]);
    },
  ],
  [
    '<=',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = compared(x[r] <= y[r], x[r] > y[r]);
    },
  ],
  [
    '>',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = compared(x[r] > y[r], x[r] <= y[r]);
    },
  ],
  [
    '>=',
    (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = compared(x[r] >= y[r], x[r] < y[r]);
    },
  ],
]);

/** Compares numbers; undefined if both sides may be texts. */
function comparison(operator: string, left: Vector, right: Vector): Vector | undefined {
  const loop = COMPARISONS.get(operator);
  if (loop === undefined || (hasTexts(left) && hasTexts(right))) return undefined;
  return booleans(from2(numbersOf(left), numbersOf(right), loop));
}

const sameNumbers: Loop2 = (x, y, result, rows) => {
  for (let r = 0; r < rows; r++)
    result[r] = Number(x[r] === y[r]) + Number(x[r] !== x[r]) * Number(y[r] !== y[r]);
};

const sameEntries: Loop2 = (x, y, result, rows) => {
  for (let r = 0; r < rows; r++) result[r] = Number(x[r] === y[r]);
};

/** Whether values are equal; undefined for numbers and other values on either side. */
function equality(left: Vector, right: Vector): Vector | undefined {
  if (isNumeric(left) && isNumeric(right))
    return booleans(from2(numbersOf(left), numbersOf(right), sameNumbers));
  if (!isEntries(left) || !isEntries(right)) return undefined;
  const { places } = united([left.table, right.table]);
  const [x, y] = [left, right].map(({ run }, i) => ({ run: mapped(run, places[i]) }));
  return booleans(from2(x, y, sameEntries));
}

/** 1 where the value is true, else 0. */
const truth = ({ table = [], run }: Vector): Vector =>
  table.includes(true)
    ? {
        run: mapped(
          run,
          Float64Array.from(table, (value) => (value === true ? TRUE : FALSE)),
        ),
      }
    : same(FALSE);

export const negation = (part: Vector): Vector =>
  booleans(
    from1(truth(part), (x, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = 1 - x[r];
    }),
  );

const conjunction = (left: Vector, right: Vector): Vector =>
  booleans(
    from2(truth(left), truth(right), (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = x[r] * y[r];
    }),
  );

const disjunction = (left: Vector, right: Vector): Vector =>
  booleans(
    from2(truth(left), truth(right), (x, y, result, rows) => {
      for (let r = 0; r < rows; r++) result[r] = Math.max(x[r], y[r]);
    }),
  );

/** One value or the other; undefined for numbers and other values on either side. */
export const choice = (test: Vector, yes: Vector, no: Vector): Vector | undefined =>
  chosenWhere(truth(test), yes, no);

/** The first value, or the second where the first is null. */
export const unlessNull = (first: Vector, second: Vector): Vector | undefined =>
  chosenWhere(present(first), first, second);

const present = ({ table, run }: Vector): Vector =>
  table === undefined
    ? from1({ run }, (x, result, rows) => {
        for (let r = 0; r < rows; r++) result[r] = x[r] === x[r] ? TRUE : FALSE;
      })
    : {
        run: mapped(
          run,
          Float64Array.from(table, (value) => (value === null ? FALSE : TRUE)),
        ),
      };

function chosenWhere(test: Vector, yes: Vector, no: Vector): Vector | undefined {
  if (isEntries(yes) && isEntries(no)) {
    const { table, places } = united([yes.table, no.table]);
    return {
      table,
      run: selected(test, { run: mapped(yes.run, places[0]) }, { run: mapped(no.run, places[1]) }),
    };
  }
  if (!isNumeric(yes) || !isNumeric(no)) return undefined;
  return { run: selected(test, numbersOf(yes), numbersOf(no)) };
}

function selected(test: Vector, yes: Vector, no: Vector): Vector['run'] {
  const result = new Float64Array(CHUNK_ROWS);
  return (chunk, subject) => {
    const holds = test.run(chunk, subject);
    putSelected(holds, yes.run(chunk, subject), no.run(chunk, subject), chunk.rows, result);
    return result;
  };
}

/** Scratch: both values. Valid within one iteration. */
const pair = new Float64Array(2);

/** Sets one value or the other, without a branch. */
function putSelected(
  holds: Float64Array,
  yes: Float64Array,
  no: Float64Array,
  rows: number,
  result: Float64Array,
): void {
  const either = pair;
  for (let r = 0; r < rows; r++) {
    either[FALSE] = no[r];
    either[TRUE] = yes[r];
    result[r] = either[holds[r] | 0];
  }
}

/** Chooses 1 where the value is true, else 0. */
export function where(test: Vector): Choice {
  const { run } = truth(test);
  return (chunk, subject, chosen) => {
    const holds = run(chunk, subject);
    for (let r = 0; r < chunk.rows; r++) chosen[r] = holds[r];
  };
}
