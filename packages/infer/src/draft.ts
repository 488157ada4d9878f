import { namesOf } from './decide/enumerations.ts';
import type { Copied, Kind, Spec } from './decide/decision.ts';
import type { ShapeKind } from './definitions/shape.ts';
import { categoriesOf } from './plan/categories.ts';
import {
  flat,
  freeName,
  paramsOf,
  type Condition,
  type Evidence,
  type FieldPlan,
  type Names,
} from './plan/field-plan.ts';

/** What was decided about a field. */
export interface Finding {
  /** `user.address.city`, `items[].price`. */
  readonly path: string;
  readonly kind: Kind | ShapeKind;
  /** The reason, as a sentence. */
  readonly reason: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** The field spec in the schema. */
  readonly spec: Spec;
  /** Values of the sample in the spec. */
  readonly copied: readonly Copied[];
  /** Values of the sample that the spec would contain if they were confirmed. */
  readonly copyable: readonly Copied[];
  /** Those of them that are words of a category. They are copied unless a person says no. */
  readonly categories: readonly unknown[];
}

/** The fields of a schema, as the schema language writes them. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** Whether a value of a field may be copied into the schema. @param isCategory it is a word of a category, by its field or by itself */
export type Consent = (path: string, value: unknown, isCategory: boolean) => boolean;

/** Copies words of categories, and nothing else. */
export const CATEGORIES_ONLY: Consent = (_path, _value, isCategory) => isCategory;

/** Whether a value is copied. */
export type IsCopied = (path: string, value: unknown) => boolean;

/** A rule that rows of the sample keep. */
export interface RuleFinding {
  /** The field that it is about. */
  readonly path: string;
  /** `total = round(qty * price, 2)`, or `card only if type == "card"`. */
  readonly rule: string;
  /** Rows, or elements of a list, that it is about. */
  readonly rows: number;
  /** Indexes of those that break it, among the rows that were kept, or the elements of their lists. */
  readonly broken: readonly number[];
  /** Generated rows keep it, too. */
  readonly isUsed: boolean;
}

/** A schema, and how each of its fields was found. */
export interface Draft {
  readonly schema: SchemaObject;
  readonly findings: readonly Finding[];
  readonly rules: readonly RuleFinding[];
}

/** What a schema declares beside its fields. */
export type Declare = (plans: readonly FieldPlan[], fields: SchemaObject, isCopied: IsCopied) => SchemaObject;

/** What a draft is made with. */
interface Drafting {
  readonly consent: IsCopied;
  readonly categories: Categories;
  readonly names: Names;
  /** What was found so far. */
  readonly findings: Finding[];
  readonly rules: RuleFinding[];
}

/** The schema of plans. */
export function draftOf(plans: readonly FieldPlan[], given: Consent, declare: Declare): Draft {
  const categories = categoriesIn(plans);
  const consent: IsCopied = (path, value) => given(path, value, categories.get(path)?.has(value) === true);
  const drafting: Drafting = { consent, categories, names: namesIn(plans, consent), findings: [], rules: [] };
  const fields = fieldsOf(plans, drafting);
  const { findings, rules } = drafting;
  return { schema: { ...declare(plans, fields, consent), ...fields }, findings, rules };
}

/** Values that are copied unless a person says no, by path. */
type Categories = ReadonlyMap<string, ReadonlySet<unknown>>;

const categoriesIn = (plans: readonly FieldPlan[]): Categories =>
  new Map(flat(plans).map((plan) => [plan.path, categoriesOf(plan)]));

/** What stands for values of the sample in rules. */
function namesIn(plans: readonly FieldPlan[], consent: IsCopied): Names {
  const byPath = new Map(flat(plans).map((plan) => [plan.path, plan]));
  const known = new Map<string, ReadonlyMap<unknown, unknown>>();
  const namesOfField = (path: string): ReadonlyMap<unknown, unknown> => {
    const names = known.get(path) ?? labelsOf(byPath.get(path), consent);
    known.set(path, names);
    return names;
  };
  return {
    value: (path, value) => namesOfField(path).get(value) ?? null,
    text(path, text, placeholder) {
      const isOffered = byPath.get(path)?.computed?.texts.some(({ value }) => value === text) === true;
      return isOffered && consent(path, text) ? text : placeholder;
    },
  };
}

/** The names of an enumeration's values. */
function labelsOf(plan: FieldPlan | undefined, consent: IsCopied): ReadonlyMap<unknown, unknown> {
  const members = plan?.decision.members ?? [];
  return plan === undefined || copiedOf(plan, consent).length === 0
    ? new Map(members.map(({ value, label }) => [value, label]))
    : namesOf(members, (value) => isOffered(plan, value) && consent(plan.path, value));
}

const isOffered = ({ decision }: FieldPlan, value: unknown): boolean =>
  decision.confirmable?.values.some((each) => each.value === value) === true;

function fieldsOf(plans: readonly FieldPlan[], drafting: Drafting): SchemaObject {
  const { consent, names, findings } = drafting;
  const taken = new Set(
    plans.flatMap((plan) => [
      plan.name,
      ...Object.keys(plan.decision.helpers ?? {}),
      ...Object.keys(plan.computed?.helpers(names) ?? {}),
    ]),
  );
  const entries = plans.flatMap((plan): [string, unknown][] => {
    const { decision, path, computed } = plan;
    const spec = computed?.spec(names) ?? drawnSpec(plan) ?? ownSpec(plan, consent);
    addRules(plan, drafting);
    findings.push({
      path,
      kind: decision.kind,
      reason: reasonOf(plan, names),
      confidence: Number(decision.confidence.toFixed(3)),
      spec,
      copied: copiedOf(plan, consent),
      copyable: copyableOf(plan),
      categories: [...(drafting.categories.get(path) ?? [])],
    });
    const fields = plan.fields === undefined ? {} : { fields: fieldsOf(plan.fields, drafting) };
    // What an entity's field reads is in the entity, and so are its nulls.
    if (plan.memberOf !== undefined) return [[plan.name, spec]];
    return [
      ...(computed === undefined ? helpersOf(plan) : Object.entries(computed.helpers(names))),
      ...withAbsence(plan, { ...spec, ...fields }, drafting, () => freeName(taken, `${plan.name}_value`)),
    ];
  });
  // Own properties, whatever their names.
  return Object.fromEntries(entries);
}

/** `3,000 of 3,000 rows`. */
export const keptRows = ({ rows, broken }: Pick<Evidence, 'rows' | 'broken'>): string =>
  `${(rows - broken.length).toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} rows`;

/** Why a field is as it is, with the rules that it follows or could follow. */
function reasonOf({ decision, computed, condition, doubtful }: FieldPlan, names: Names): string {
  const value =
    computed === undefined
      ? decision.reason
      : `Computed: ${computed.expression(names)}, as in ${keptRows(computed)}`;
  const only = condition === undefined ? '' : `; ${conditionWords(condition)} ${condition.expression(names)}`;
  const may = doubtful === undefined ? '' : `. In ${keptRows(doubtful)} it is ${doubtful.expression(names)}`;
  return `${value}${only}${may}`;
}

const conditionWords = ({ form }: Condition): string => (form === 'null' ? 'not null only if' : 'only if');

/** Notes the rules of a field. */
function addRules({ path, computed, condition, doubtful }: FieldPlan, { names, rules }: Drafting): void {
  const add = ({ expression, rows, broken }: Evidence, words: string, isUsed: boolean): void =>
    void rules.push({ path, rule: `${path} ${words} ${expression(names)}`, rows, broken, isUsed });
  if (computed !== undefined) add(computed, '=', true);
  if (doubtful !== undefined) add(doubtful, '=', false);
  if (condition !== undefined) add(condition, conditionWords(condition), true);
}

/** Values of the sample that a field would contain if they were confirmed. */
const copyableOf = ({ decision, computed }: FieldPlan): readonly Copied[] => [
  ...(decision.confirmable?.values ?? []),
  ...(computed?.texts ?? []),
];

/** The values of a field that are confirmed. */
const copiedOf = (plan: FieldPlan, consent: IsCopied): readonly Copied[] =>
  copyableOf(plan).filter(({ value }) => consent(plan.path, value));

/** The spec of a field itself, with the values that are confirmed. */
export function ownSpec(plan: FieldPlan, consent: IsCopied): Spec {
  const { decision, path } = plan;
  const table = tableSpec(plan, consent);
  if (table !== undefined || copiedOf(plan, consent).length === 0) return table ?? decision.spec;
  return decision.confirmable?.spec((value) => consent(path, value)) ?? decision.spec;
}

/** Hidden fields that a field reads. */
export const helpersOf = ({ decision }: FieldPlan): [string, Spec][] =>
  Object.entries(decision.helpers ?? {});

/**
 * A field with its shares of null and missing, or the condition on which it exists. They are those of the rows: a value that follows a
 * hidden key of its own is in a hidden field, or else all rows of a key would lack it together.
 */
function withAbsence(
  plan: FieldPlan,
  spec: Spec,
  { names }: Drafting,
  hiddenName: () => string,
): [string, Spec][] {
  const { condition, nulls, missing, count, name } = plan;
  const test = condition?.expression(names);
  if (condition?.form === 'null') return orNull(plan, spec, test ?? '', hiddenName);
  const exists = test === undefined ? {} : { if: test };
  const absent = { ...structureOf(plan), ...(condition === undefined ? {} : { missing: undefined }) };
  const { per } = spec;
  const isOfKey = typeof per === 'string' && Object.hasOwn(plan.decision.helpers ?? {}, per);
  if (!isOfKey || count !== undefined || nulls + missing === 0)
    return [[name, { ...spec, ...withoutUndefined(absent), ...exists }]];
  const hidden = hiddenName();
  return [
    [hidden, { ...spec, hidden: true }],
    [name, { type: 'catbird.ref', params: hidden, ...withoutUndefined(absent), ...exists }],
  ];
}

const withoutUndefined = (members: SchemaObject): SchemaObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** A field that is null unless a condition holds. */
function orNull(plan: FieldPlan, spec: Spec, test: string, hiddenName: () => string): [string, Spec][] {
  const { name, missing, count } = plan;
  const absent = missing > 0 ? { missing } : {};
  const isPlain = spec.type === 'catbird.expression' && spec['per'] === undefined && count === undefined;
  if (isPlain) return [[name, { ...spec, params: `${test} ? ${String(spec['params'])} : null`, ...absent }]];
  const hidden = hiddenName();
  return [
    [hidden, { ...spec, ...(count === undefined ? {} : { count }), hidden: true }],
    [
      name,
      { type: 'catbird.expression', params: `${test} ? field(${JSON.stringify(hidden)}) : null`, ...absent },
    ],
  ];
}

/** The draw of an entity, or of its member. */
function drawnSpec({ entity, memberOf, name, decision }: FieldPlan): Spec | undefined {
  if (memberOf !== undefined) return { type: 'catbird.ref', params: `${memberOf}.${name}` };
  if (entity === undefined) return undefined;
  const { skew } = paramsOf(decision.spec);
  return { type: 'catbird.entity', params: { of: entity.name, ...(skew === undefined ? {} : { skew }) } };
}

/** The spec of a column of a table, which stands in its first column. */
function tableSpec({ name, table, tableOf }: FieldPlan, consent: IsCopied): Spec | undefined {
  if (tableOf !== undefined) return { type: 'catbird.dataset', params: { of: tableOf, column: name } };
  if (table === undefined) return undefined;
  const names = table.members.map((members, i) => {
    const isConfirmed = (value: unknown): boolean => consent(table.paths[i] ?? '', value);
    const isCopied = table.areConfirmable[i] === true && members.some(({ value }) => isConfirmed(value));
    return isCopied
      ? namesOf(members, isConfirmed)
      : new Map(members.map(({ value, label }) => [value, label]));
  });
  const weight = table.columns.includes('weight') ? 'rows of the sample' : 'weight';
  const rows = table.rows.map(({ cells, count }) => ({
    ...Object.fromEntries(
      table.columns.map((column, i) => [
        column,
        cells[i] === null ? null : (names[i]?.get(cells[i]) ?? null),
      ]),
    ),
    [weight]: count,
  }));
  return { type: 'catbird.dataset', params: { column: name, weight, rows } };
}

export const structureOf = ({ count, nulls, missing }: FieldPlan): SchemaObject => ({
  ...(count === undefined ? {} : { count }),
  ...(nulls > 0 ? { nulls } : {}),
  ...(missing > 0 ? { missing } : {}),
});
