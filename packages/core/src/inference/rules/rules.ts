import type { Copied, Member, Spec } from '../decide/decision.ts';
import { numericLaw } from '../decide/numbers.ts';
import { isPersonal } from '../decide/personal.ts';
import type { Row } from '../observe/observe.ts';
import { freeName, type Computed, type Evidence, type FieldPlan, type Names } from '../plan/field-plan.ts';
import { isTabular } from '../plan/tables.ts';
import { isColumn, type Column } from './search/columns.ts';
import type { Data, Field, List } from './search/data.ts';
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
          rules.filter(({ inputs, lists = [] }) =>
            [...inputs, ...lists].every((input) => paths.has(pathOf(input).replace(/\[\]$/, ''))),
          ),
        ]),
      );
      const nullable = flat(plans).filter((plan) => isNullable(plan, usable.get(plan.path) ?? []));
      return following(plans, { found, usable, nullable: nullable.map(({ path }) => path), isAsked });
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
  /** Objects that are null by a rule: no path leads into them. */
  readonly nullable: readonly string[];
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

function withRules(plan: FieldPlan, applying: Applying, freeName: (suffix: string) => string): FieldPlan {
  const { usable, isAsked } = applying;
  if (plan.isSettled === true) return plan;
  const rules = usable.get(plan.path) ?? [];
  const condition = rules.find((rule) => isCondition(rule) && rule.isCertain);
  const rule = rules.find((each) => !isCondition(each));
  const conditional: FieldPlan =
    condition === undefined
      ? plan
      : {
          ...plan,
          condition: {
            form: condition.form === 'null' ? 'null' : 'present',
            ...evidenceOf(condition, plan, applying),
          },
        };
  if (rule === undefined) return conditional;
  if (!rule.isCertain && !isAsked(plan.path))
    return { ...conditional, doubtful: evidenceOf(rule, plan, applying) };
  return computed(conditional, rule, applying, freeName);
}

/** Whether an object becomes null by a rule. */
const isNullable = ({ fields, count, isSettled }: FieldPlan, rules: readonly Proven[]): boolean =>
  fields !== undefined &&
  count === undefined &&
  isSettled !== true &&
  rules.some(({ form, isCertain }) => form === 'null' && isCertain);

/** How a field reads another one: by a path, or by an expression only, if an object on the way may be null. */
function referenceTo(
  from: string,
  to: Field | List,
  { found, nullable }: Pick<Applying, 'found' | 'nullable'>,
): { readonly path?: string; readonly text: string } {
  const path = found.reference(from, to);
  const full = pathOf(to);
  const object = nullable.find((each) => full.startsWith(`${each}.`) && !from.startsWith(`${each}.`));
  if (object === undefined) return { path, text: expressionName(path) };
  const member = full.slice(object.length + 1);
  const read = expressionName(path.slice(0, -member.length - 1));
  return { text: `get(${read}, ${JSON.stringify(member)})` };
}

/** How a rule is written for a field. @param drawn the hidden field that it reads */
function writerOf({ path }: FieldPlan, applying: Applying, names: Names, drawn: string): Writer {
  return {
    ref: (to) => referenceTo(path, to, applying).text,
    value: ({ full, kind }, value) =>
      kind === 'flag' ? String(value) : JSON.stringify(names.value(full, value)),
    text: (text) => names.text(path, text, placeholderOf(text)),
    drawn: drawn === '' ? '…' : expressionName(drawn),
  };
}

function evidenceOf({ write, checked }: Proven, plan: FieldPlan, applying: Applying, drawn = ''): Evidence {
  return {
    ...checked,
    expression: (names) => write(writerOf(plan, applying, names, drawn)),
  };
}

/** A field that a rule computes. */
function computed(
  plan: FieldPlan,
  rule: Proven,
  applying: Applying,
  freeName: (suffix: string) => string,
): FieldPlan {
  const { form, target, inputs, isInstant = false } = rule;
  const { decision } = plan;
  const suffix = rule.drawn?.name ?? (rule.ends === undefined ? undefined : 'end');
  const drawn = suffix === undefined ? '' : freeName(suffix);
  const evidence = evidenceOf(rule, plan, applying, drawn);
  const { data } = applying.found;
  const [input] = inputs;
  const spec = (names: Names): Spec => {
    const path = input === undefined ? undefined : referenceTo(plan.path, input, applying).path;
    if (form === 'equal' && !isInstant && path !== undefined) return { type: 'catbird.ref', params: path };
    if (rule.cases !== undefined && path !== undefined) return lookUp(plan, rule, path, names);
    const text = evidence.expression(names);
    return { type: 'catbird.expression', params: isInstant ? (decision.time?.print(text) ?? text) : text };
  };
  const keepsValues = form === 'threshold' || form === 'look-up';
  const { confirmable, helpers: _helpers, members, time: _time, ...rest } = decision;
  const made: Computed = {
    ...evidence,
    spec,
    helpers: helpersOf(plan, rule, data, drawn),
    texts: textsOf(rule),
  };
  return {
    ...plan,
    nulls: nullsOf(plan, target, inputs, data),
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
  { path }: FieldPlan,
  { cases = new Map(), inputs }: Proven,
  field: string,
  names: Names,
): Spec {
  const nameOf = (of: string, value: unknown): unknown =>
    typeof value === 'boolean' ? value : names.value(of, value);
  const named = [...cases].map(([key, value]) => [
    String(nameOf(inputs[0]?.full ?? '', key)),
    nameOf(path, value),
  ]);
  return { type: 'catbird.lookup', params: { field, cases: Object.fromEntries(named) } };
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
