import type { FieldPlan } from './field-plan.ts';

/** Fields that are combined with one another. */
const MOST_FIELDS = 40;
/** Rows that a formula is read from. */
const LEAST_ROWS = 50;
/** Rows that rule out most formulas. */
const TRIED = 30;
/** Share of the rows in which a formula must hold. */
const HOLDS = 0.99;

interface Formula {
  readonly apply: (a: number, b: number) => number;
  readonly text: (a: string, b: string) => string;
  /** Whether a and b may change places. */
  readonly isSymmetric: boolean;
}

const FORMULAS: readonly Formula[] = [
  { apply: (a, b) => a + b, text: (a, b) => `${a} + ${b}`, isSymmetric: true },
  { apply: (a, b) => a * b, text: (a, b) => `${a} * ${b}`, isSymmetric: true },
  { apply: (a, b) => a - b, text: (a, b) => `${a} - ${b}`, isSymmetric: false },
];

/** Numbers of a field by row; NaN where there is none. */
interface Numbers {
  readonly field: FieldPlan;
  readonly values: readonly number[];
  readonly decimals: number;
}

/** Replaces fields that are a sum, a difference or a product of two others by an expression. */
export function withFormulas(fields: readonly FieldPlan[]): FieldPlan[] {
  const columns = fields.filter(isNumeric).slice(0, MOST_FIELDS).map(numbersOf);
  const computed = new Map<string, string>();
  const reads = new Map<string, readonly string[]>();
  for (const target of columns) {
    if (target.field.isChosen === true) continue;
    const others = columns.filter(
      ({ field }) => field !== target.field && !leadsTo(field.name, target.field.name, reads),
    );
    const found = formulaFor(target, others);
    if (found === undefined) continue;
    computed.set(target.field.name, found.text);
    reads.set(target.field.name, found.reads);
  }
  return fields.map((field) => {
    const text = computed.get(field.name);
    if (text === undefined) return field;
    const { confirmable: _confirmable, helpers: _helpers, members: _members, ...decision } = field.decision;
    const spec = { type: 'catbird.expression', params: text };
    return {
      ...field,
      nulls: 0,
      decision: { ...decision, reason: `Computed: ${text}`, confidence: HOLDS, spec },
    };
  });
}

/** Whether a field is computed from another, directly or not. */
function leadsTo(name: string, target: string, reads: ReadonlyMap<string, readonly string[]>): boolean {
  return name === target || (reads.get(name) ?? []).some((each) => leadsTo(each, target, reads));
}

const isNumeric = ({ cells, decision, missing }: FieldPlan): boolean =>
  missing === 0 &&
  cells !== undefined &&
  cells.length >= LEAST_ROWS &&
  ['whole number', 'number', 'enumeration'].includes(decision.kind);

function numbersOf(field: FieldPlan): Numbers {
  const values = (field.cells ?? []).map((cell) => (typeof cell === 'number' ? cell : Number.NaN));
  const decimals = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0);
  return { field, values, decimals };
}

/** Decimals as written, up to 6. */
const decimalsOf = (value: number): number => Math.min(6, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0);

function formulaFor(
  target: Numbers,
  others: readonly Numbers[],
): { text: string; reads: string[] } | undefined {
  if (!varies(target)) return undefined;
  const varied = others.filter(varies);
  for (const [i, a] of varied.entries())
    for (const [j, b] of varied.entries())
      for (const formula of FORMULAS) {
        if (i === j || (formula.isSymmetric && j < i) || !holds(target, a, b, formula)) continue;
        const names = [a, b].map(({ field }) => `field(${JSON.stringify(field.name)})`);
        const [first = '', second = ''] = names;
        return {
          text: `round(${formula.text(first, second)}, ${target.decimals})`,
          reads: [a.field.name, b.field.name],
        };
      }
  return undefined;
}

/** Zeros and constants would make many formulas true. */
function varies({ values }: Numbers): boolean {
  const known = values.filter((value) => !Number.isNaN(value) && value !== 0);
  return known.length >= 0.5 * values.length && new Set(known).size >= 5;
}

function holds(c: Numbers, a: Numbers, b: Numbers, formula: Formula): boolean {
  const tolerance = 0.501 * 10 ** -c.decimals;
  const agrees = (row: number): boolean => {
    const value = formula.apply(a.values[row] ?? Number.NaN, b.values[row] ?? Number.NaN);
    const target = c.values[row] ?? Number.NaN;
    // Null where an operand is null.
    if (Number.isNaN(value) || Number.isNaN(target)) return Number.isNaN(value) === Number.isNaN(target);
    return Math.abs(value - target) <= tolerance + Math.abs(target) * 1e-9;
  };
  const rows = c.values.length;
  let wrong = 0;
  for (let i = 0; i < rows; i++) {
    if (!agrees(i)) wrong++;
    if (wrong > (i < TRIED ? 1 : (1 - HOLDS) * rows)) return false;
  }
  return true;
}
