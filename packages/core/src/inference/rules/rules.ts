import type { Copied, Member, Spec } from '../decide/decision.ts';
import { numericLaw } from '../decide/numbers.ts';
import { isPersonal } from '../decide/personal.ts';
import type { Row } from '../observe/observe.ts';
import { freeName, type Computed, type Evidence, type FieldPlan, type Names } from '../plan/field-plan.ts';
import { isTabular } from '../plan/tables.ts';
import { isColumn, type Column } from './search/columns.ts';
import type { Data } from './search/data.ts';
import { rulesOf, type Proven, type Rules } from './search/search.ts';
import { expressionName, pathOf, type Writer } from './search/write.ts';
import { placeholderOf } from './names.ts';

/** Rules of a sample, which its fields can follow. */
export interface SampleRules {
  /** The fields with the rules that they follow. @param isAsked whether a field follows a rule although some rows break it */
  readonly applied: (fields: readonly FieldPlan[], isAsked: (path: string) => boolean) => FieldPlan[];
}

/** Finds the rules of rows. */
export function rulesIn(rows: readonly Row[], fields: readonly FieldPlan[]): SampleRules {
  const byPath = new Map(flat(fields).map((plan) => [plan.path, plan]));
  const doubles = doublesIn(flat(fields).map(({ path }) => path));
  const found = rulesOf(rows, {
    isUsable: (full) => !doubles.has(full) && byPath.has(full.replace(/\[\]$/, '')),
    isFixed(full) {
      const decision = byPath.get(full)?.decision;
      return decision?.kind === 'sequence' || decision?.time?.isOrdered === true;
    },
  });
  const byTarget = new Map<string, readonly Proven[]>();
  for (const rule of found.rules) {
    const path = pathOf(rule.target);
    if (isWritable(rule, byPath) && isShort(rule, found))
      byTarget.set(path, [...(byTarget.get(path) ?? []), rule]);
  }
  return {
    applied(plans, isAsked) {
      const paths = new Set(flat(plans).map(({ path }) => path));
      const usable = new Map(
        [...byTarget].map(([path, rules]) => [
          path,
          rules.filter(({ inputs }) => inputs.every(({ full }) => paths.has(full.replace(/\[\]$/, '')))),
        ]),
      );
      return following(plans, { found, usable, isAsked });
    },
  };
}

const flat = (plans: readonly FieldPlan[]): FieldPlan[] =>
  plans.flatMap((plan) => [plan, ...flat(plan.fields ?? [])]);

/** Paths of several fields: `a.b` is a name, too. */
const doublesIn = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.filter((path, i) => paths.indexOf(path) !== i));

/** Whether names stand for the values in a rule: those of an enumeration. Tables keep look-ups in one object. */
function isWritable({ form, target, inputs }: Proven, plans: ReadonlyMap<string, FieldPlan>): boolean {
  const plan = plans.get(pathOf(target));
  if (plan === undefined || plan.isSettled === true) return false;
  const isNamed = (column: Column): boolean =>
    column.kind === 'flag' || areNamed(column, plans.get(column.full)?.decision.members);
  const tag = inputs.find((column) => form !== 'threshold' && isTag(form, column, inputs));
  if (tag !== undefined && !isNamed(tag)) return false;
  if (form === 'look-up' && tag !== undefined && isInTable(plan, tag)) return false;
  const needsNames = form === 'threshold' || form === 'look-up';
  return !needsNames || !isColumn(target) || isNamed(target);
}

/** Characters of an expression, up to which names of any length fit in. */
const MOST_CHARACTERS = 1_200;

/** Whether an expression can have a rule. A look-up is none. */
function isShort({ write, cases, target }: Proven, { reference }: Rules): boolean {
  const from = pathOf(target);
  const text = write({
    ref: (to) => expressionName(reference(from, to)),
    value: (_, value) => JSON.stringify(value),
    text: (literal) => literal,
    drawn: from,
  });
  return cases !== undefined || text.length <= MOST_CHARACTERS;
}

/** Whether a table keeps a look-up of a field in its own object. */
const isInTable = ({ path, cells = [] }: FieldPlan, { full, counts }: Column): boolean =>
  isTabular(cells.length, counts.size) &&
  path.slice(0, path.lastIndexOf('.') + 1) === full.slice(0, full.lastIndexOf('.') + 1);

const BY_TAG: ReadonlySet<Proven['form']> = new Set(['look-up', 'sign', 'formula by tag', 'present', 'null']);

const isTag = (form: Proven['form'], column: Column, inputs: readonly Column[]): boolean =>
  BY_TAG.has(form) && column === inputs[0];

const areNamed = ({ counts }: Column, members: readonly Member[] | undefined): boolean => {
  const known = new Set(members?.map(({ value }) => value));
  return known.size > 0 && [...counts.keys()].every((value) => known.has(value));
};

interface Applying {
  readonly found: Rules;
  readonly usable: ReadonlyMap<string, readonly Proven[]>;
  readonly isAsked: (path: string) => boolean;
}

/** Fields of one object, and those within them, with their rules. */
function following(plans: readonly FieldPlan[], applying: Applying): FieldPlan[] {
  const taken = new Set(
    plans.flatMap(({ name, decision }) => [name, ...Object.keys(decision.helpers ?? {})]),
  );
  return plans.map((plan) => {
    const fields = plan.fields === undefined ? {} : { fields: following(plan.fields, applying) };
    return withRules({ ...plan, ...fields }, applying, (suffix) => freeName(taken, `${plan.name}_${suffix}`));
  });
}

const isCondition = ({ form }: Proven): boolean => form === 'present' || form === 'null';

function withRules(
  plan: FieldPlan,
  { found, usable, isAsked }: Applying,
  freeName: (suffix: string) => string,
): FieldPlan {
  if (plan.isSettled === true) return plan;
  const rules = usable.get(plan.path) ?? [];
  const condition = rules.find(
    (rule) => isCondition(rule) && rule.isCertain && mayBeNull(rule, plan, usable),
  );
  const rule = rules.find((each) => !isCondition(each));
  const conditional: FieldPlan =
    condition === undefined
      ? plan
      : {
          ...plan,
          condition: {
            form: condition.form === 'null' ? 'null' : 'present',
            ...evidenceOf(condition, plan, found),
          },
        };
  if (rule === undefined) return conditional;
  if (!rule.isCertain && !isAsked(plan.path))
    return { ...conditional, doubtful: evidenceOf(rule, plan, found) };
  return computed(conditional, rule, found, freeName);
}

/** Whether no rule reads a member of an object that would be null: paths lead only into objects that always exist. */
const mayBeNull = (
  { form }: Proven,
  { path, fields, count }: FieldPlan,
  usable: Applying['usable'],
): boolean =>
  form !== 'null' ||
  fields === undefined ||
  count !== undefined ||
  [...usable].every(
    ([target, rules]) =>
      target.startsWith(`${path}.`) ||
      rules.every(({ inputs }) => inputs.every(({ full }) => !full.startsWith(`${path}.`))),
  );

/** How a rule is written for a field. @param drawn the hidden field that it reads */
function writerOf(plan: FieldPlan, { reference }: Rules, names: Names, drawn: string): Writer {
  return {
    ref: (to) => expressionName(reference(plan.path, to)),
    value: ({ full, kind }, value) =>
      kind === 'flag' ? String(value) : JSON.stringify(names.value(full, value)),
    text: (text) => names.text(plan.path, text, placeholderOf(text)),
    drawn: drawn === '' ? '…' : expressionName(drawn),
  };
}

function evidenceOf({ write, checked }: Proven, plan: FieldPlan, found: Rules, drawn = ''): Evidence {
  return {
    ...checked,
    expression: (names) => write(writerOf(plan, found, names, drawn)),
  };
}

/** A field that a rule computes. */
function computed(
  plan: FieldPlan,
  rule: Proven,
  found: Rules,
  freeName: (suffix: string) => string,
): FieldPlan {
  const { form, target, inputs, isInstant = false } = rule;
  const { decision } = plan;
  const suffix = rule.drawn?.name ?? (rule.ends === undefined ? undefined : 'end');
  const drawn = suffix === undefined ? '' : freeName(suffix);
  const evidence = evidenceOf(rule, plan, found, drawn);
  const [input] = inputs;
  const spec = (names: Names): Spec => {
    if (form === 'equal' && !isInstant && input !== undefined)
      return { type: 'catbird.ref', params: found.reference(plan.path, input) };
    if (rule.cases !== undefined && input !== undefined) return lookUp(plan, rule.cases, input, found, names);
    const text = evidence.expression(names);
    return { type: 'catbird.expression', params: isInstant ? (decision.time?.print(text) ?? text) : text };
  };
  const keepsValues = form === 'threshold' || form === 'look-up';
  const { confirmable, helpers: _helpers, members, time: _time, ...rest } = decision;
  const made: Computed = {
    ...evidence,
    spec,
    helpers: helpersOf(plan, rule, found.data, drawn),
    texts: textsOf(rule),
  };
  return {
    ...plan,
    nulls: nullsOf(plan, target, inputs, found.data),
    isSettled: true,
    computed: made,
    decision: {
      ...rest,
      confidence: 1 - rule.checked.broken.length / rule.checked.rows,
      ...(keepsValues && members !== undefined ? { members } : {}),
      ...(keepsValues && confirmable !== undefined ? { confirmable } : {}),
    },
  };
}

/** A constant for each value of a field. */
function lookUp(
  plan: FieldPlan,
  cases: ReadonlyMap<unknown, unknown>,
  input: Column,
  { reference }: Rules,
  names: Names,
): Spec {
  const nameOf = (path: string, value: unknown): unknown =>
    typeof value === 'boolean' ? value : names.value(path, value);
  const named = [...cases].map(([key, value]) => [String(nameOf(input.full, key)), nameOf(plan.path, value)]);
  return {
    type: 'catbird.lookup',
    params: { field: reference(plan.path, input), cases: Object.fromEntries(named) },
  };
}

/** Decimals of a law. */
const MOST_DECIMALS = 12;

/** The hidden fields of a rule: the gaps, sizes or ends that are drawn. */
function helpersOf(
  plan: FieldPlan,
  { drawn: numbers, ends }: Proven,
  data: Data,
  name: string,
): Computed['helpers'] {
  if (numbers !== undefined) {
    const decimals = Math.min(MOST_DECIMALS, numbers.decimals);
    const values = [...numbers.of(data)]
      .filter((x) => !Number.isNaN(x))
      .map((x) => Number(x.toFixed(decimals)));
    const { spec } = numericLaw(values, decimals, '');
    return () => ({ [name]: { ...spec, hidden: true } });
  }
  if (ends === undefined) return () => ({});
  const sorted = [...ends].toSorted(([, a], [, b]) => b - a);
  return (names) => {
    const weights = new Map<string, number>();
    for (const [n, [end, count]] of sorted.entries()) {
      const text = names.text(plan.path, end, placeholderOf(end, n));
      weights.set(text, (weights.get(text) ?? 0) + count);
    }
    const params = { values: [...weights.keys()], weights: [...weights.values()] };
    return { [name]: { type: 'catbird.pickWeighted', params, hidden: true } };
  };
}

/** Texts seen less often are not offered: they may belong to one person. */
const LEAST_SEEN = 5;

/** Texts of the sample in a rule that may be copied. */
function textsOf({ texts = [], ends, checked: { rows } }: Proven): readonly Copied[] {
  const offered = [...(ends ?? [])].filter(([, count]) => count >= LEAST_SEEN);
  return [...texts.map((text) => [text, rows] as const), ...offered]
    .filter(([text]) => !isPersonal(text))
    .map(([value, count]) => ({ value, share: count / rows }));
}

/** The share of nulls in rows whose inputs are known: in the others, the value is null by itself. */
function nullsOf(plan: FieldPlan, target: Proven['target'], inputs: readonly Column[], data: Data): number {
  if (plan.nulls === 0 || !('table' in target)) return 0;
  const values = data.values(target);
  const own = inputs.filter(({ table }) => table === target.table).map((column) => data.values(column));
  const nulls = values.filter(
    (value, row) => value === null && own.every((of) => of[row] !== null && of[row] !== undefined),
  ).length;
  return nulls === 0 ? 0 : Number(Math.min(plan.nulls, nulls / values.length).toPrecision(3));
}
