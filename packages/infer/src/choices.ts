import type { Kind } from './decide/decision.ts';
import { CATEGORIES_ONLY, draftOf, type Consent, type Declare, type Draft } from './draft.ts';
import { flat, type FieldPlan } from './plan/field-plan.ts';
import { isAmbiguous, PAST_TIME, readingsOf, type Reading } from './plan/readings.ts';
import type { Row } from './observe/observe.ts';
import type { SampleRules } from './rules/rules.ts';

/** How fields are to be read, by path: the name of a reading, or `LEFT_OUT`. Unknown names change nothing. */
export type Choices = ReadonlyMap<string, string>;

/** The choice of a field that is not in the schema. */
export const LEFT_OUT = 'left out';

/** The choice of a field that follows no other, with its values drawn as they were found. */
export const ON_ITS_OWN = 'on its own';

/** The choice of a field that follows a rule although some rows break it. */
export const COMPUTED = 'computed';

/** Other ways to read a field. */
export interface Alternatives {
  /** Names that `Choices` take, the likeliest first. */
  readonly names: readonly string[];
  /** Several are as good: a person should choose. */
  readonly isAmbiguous: boolean;
}

/** Fewer rows show no relation. */
const RELATED_ROWS = 20;
/** Kinds of fields that make people and places, and follow a locale. */
const LOCAL: ReadonlySet<Kind> = new Set(['name', 'email', 'phone number', 'country code']);

/** What ties fields together. */
interface Relations {
  readonly withRelations: (fields: readonly FieldPlan[], isRow: boolean) => FieldPlan[];
  readonly declarations: Declare;
}

/** Loads what ties fields together, if there can be something. */
async function relationsOf(plans: readonly FieldPlan[]): Promise<Relations> {
  const mayBe = flat(plans).some(
    ({ cells = [], decision }) => cells.length >= RELATED_ROWS || LOCAL.has(decision.kind),
  );
  if (mayBe) return import('./plan/relations.ts');
  return { withRelations: (fields) => [...fields], declarations: () => ({}) };
}

/** Fewer rows prove no rule. */
const RULED_ROWS = 30;

/** The rules of rows, found when they are first needed. Few rows have none. */
async function rulesOf(plans: readonly FieldPlan[], rows: readonly Row[]): Promise<SampleRules> {
  if (rows.length < RULED_ROWS) return { applied: (fields) => [...fields] };
  const { rulesIn } = await import('./rules/rules.ts');
  let found: SampleRules | undefined;
  return { applied: (...asked) => (found ??= rulesIn(rows, plans)).applied(...asked) };
}

function chosenPlan(
  plan: FieldPlan,
  choice: string | undefined,
  readings: (plan: FieldPlan) => readonly Reading[],
): FieldPlan[] {
  if (choice === undefined) return [plan];
  if (choice === LEFT_OUT) return [];
  if (choice === ON_ITS_OWN) return [{ ...plan, isSettled: true }];
  const reading = readings(plan).find(({ name }) => name === choice);
  if (reading === undefined) return [plan];
  const { decision, nulls = 0 } = reading;
  const present = 1 - plan.missing;
  const share = Number(Math.min(present, plan.nulls + nulls * (present - plan.nulls)).toPrecision(3));
  // A time of the past can still follow another one.
  const isSettled = choice === PAST_TIME ? {} : { isSettled: true };
  return [{ ...plan, decision, nulls: nulls === 0 ? plan.nulls : share, ...isSettled }];
}

function isTied(plan: FieldPlan, tied: FieldPlan | undefined): boolean {
  if (tied === undefined) return false;
  const { decision, table, tableOf, entity, memberOf, condition } = tied;
  const ties = [table, tableOf, entity, memberOf, condition];
  return decision !== plan.decision || ties.some((each) => each !== undefined);
}

/** Fields of a sample, of which schemas can be made. */
export interface Draftable {
  /**
   * The schema that makes rows like the sample. It contains no text of the sample, and of its numbers only rounded bounds and round values,
   * except for values with consent.
   *
   * @param consent default: words of fields that are categories by their names or values, such as `paid`
   * @param choices other readings of some fields. Default: all as found
   */
  readonly draft: (consent?: Consent, choices?: Choices) => Draft;
  /** Other readings of the fields, by path. Takes about as long as finding the first ones. */
  readonly alternatives: () => ReadonlyMap<string, Alternatives>;
}

/**
 * Makes fields draftable. What ties them together is found with the first draft.
 *
 * @param plans fields that are not tied together yet
 * @param rows those that they were found in
 */
export async function draftable(plans: readonly FieldPlan[], rows: readonly Row[]): Promise<Draftable> {
  const { withRelations, declarations } = await relationsOf(plans);
  const rules = await rulesOf(plans, rows);
  const known = new Map<FieldPlan, readonly Reading[]>();
  const readings = (plan: FieldPlan): readonly Reading[] => {
    const column = plan.column?.();
    const found = known.get(plan) ?? (column === undefined ? [] : readingsOf(column, plan.decision));
    known.set(plan, found);
    return found;
  };
  const chosen = (fields: readonly FieldPlan[], choices: Choices): FieldPlan[] =>
    fields
      .flatMap((plan) => chosenPlan(plan, choices.get(plan.path), readings))
      .map((plan) => (plan.fields === undefined ? plan : { ...plan, fields: chosen(plan.fields, choices) }));
  const related = (fields: readonly FieldPlan[], isRow: boolean): FieldPlan[] => {
    const whole = fields.map((plan) =>
      plan.fields === undefined ? plan : { ...plan, fields: related(plan.fields, false) },
    );
    return withRelations(whole, isRow);
  };
  const settled = (choices: Choices): FieldPlan[] => {
    const isAsked = (path: string): boolean => choices.get(path) === COMPUTED;
    return related(rules.applied(chosen(plans, choices), isAsked), true);
  };
  let asFound: FieldPlan[] | undefined;
  return {
    draft(consent = CATEGORIES_ONLY, choices = new Map()) {
      const chosenPlans = choices.size === 0 ? (asFound ??= settled(choices)) : settled(choices);
      return draftOf(chosenPlans, consent, declarations);
    },
    alternatives() {
      const tied = new Map(flat(settled(new Map())).map((plan) => [plan.path, plan]));
      const found = flat(plans).map((plan): [string, Alternatives] => {
        const other = tied.get(plan.path);
        const isDoubtful = other?.doubtful !== undefined;
        const own = readings(plan).map(({ name }) => name);
        // A field that follows others can also be read on its own.
        const others = isTied(plan, other) ? (own.length === 0 ? [ON_ITS_OWN] : own) : own.slice(1);
        const names = [...(isDoubtful ? [COMPUTED] : []), ...others];
        const column = plan.column?.();
        const isOpen = column !== undefined && names.length > 0 && isAmbiguous(column, plan.decision);
        return [plan.path, { names, isAmbiguous: isDoubtful || isOpen }];
      });
      return new Map(found.filter(([, { names }]) => names.length > 0));
    },
  };
}
