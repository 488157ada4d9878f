import type { Member } from '../decide/decision.ts';
import type { Row } from '../observe/observe.ts';
import { flat, freeName, type FieldPlan } from '../plan/field-plan.ts';
import { isTabular } from '../plan/tables.ts';
import { computed, evidenceOf, type Applying } from './computed.ts';
import { isColumn, type Column } from './search/described.ts';
import { rulesOf, type Proven, type Rules } from './search/search.ts';
import { expressionName, pathOf } from './search/write.ts';

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
