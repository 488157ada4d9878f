import type { Chance } from './chance.ts';
import { isColumn, type Column } from './described.ts';
import { memoized, type Data, type Field, type List } from './data.ts';
import { tolerance } from './proof.ts';
import type { Relation, Rule } from './rule.ts';
import { pathOf } from './write.ts';

/** What a choice is made with. */
interface Choosing {
  /** What reads what before; the chosen rules are added. */
  readonly reads: Reads;
  readonly data: Data;
  readonly chance: Chance;
}

/** Rules of one column that are tried. */
const MOST_RULES = 5;
/** Other choices that are tried for fields that depend on one another. */
const MOST_TRIES = 40;
/** Share of the rows in which a relation still holds. */
const HOLDS = 0.95;

/**
 * Chooses which columns are computed and which are drawn: one rule for each column, without circles, so that all relations hold if
 * the other columns are drawn independently.
 */
export function chosen<Of extends Relation>(
  relations: readonly Of[],
  { reads, data, chance }: Choosing,
): readonly Of[] {
  return groupsOf(relations).flatMap((group) => {
    const rules = new Map<Column, readonly Of[]>();
    for (const relation of group.toSorted((a, b) => a.cost - b.cost)) {
      const same = rules.get(relation.target) ?? [];
      if (same.length < MOST_RULES) rules.set(relation.target, [...same, relation]);
    }
    const best = [...bestOf(rules, group, { reads, data, chance }).values()];
    for (const rule of best) reads.add(rule);
    return best;
  });
}

/** Relations by the columns that they tie together. */
function groupsOf<Of extends Relation>(relations: readonly Of[]): readonly (readonly Of[])[] {
  const parents = new Map<Column, Column>();
  const rootOf = (column: Column): Column => {
    const parent = parents.get(column);
    return parent === undefined ? column : rootOf(parent);
  };
  for (const { target, inputs } of relations)
    for (const input of inputs) {
      const [a, b] = [rootOf(target), rootOf(input)];
      if (a !== b) parents.set(a, b);
    }
  const groups = new Map<Column, Of[]>();
  for (const relation of relations) {
    const root = rootOf(relation.target);
    groups.set(root, [...(groups.get(root) ?? []), relation]);
  }
  return [...groups.values()];
}

/** The rule of each computed column. */
type Picked<Of extends Relation = Relation> = ReadonlyMap<Column, Of>;

/** The rules of each column, the cheapest first. */
type RulesOf<Of extends Relation> = ReadonlyMap<Column, readonly Of[]>;

interface Scored<Of extends Relation = Relation> {
  readonly picked: Picked<Of>;
  readonly broken: readonly Relation[];
  readonly cost: number;
}

/** Fewer broken relations, then more computed columns, then lower cost. */
const isBetter = (a: Scored, b: Scored): boolean =>
  (a.broken.length - b.broken.length || b.picked.size - a.picked.size || a.cost - b.cost) < 0;

function bestOf<Of extends Relation>(
  rules: RulesOf<Of>,
  group: readonly Of[],
  { reads, data, chance }: Choosing,
): Picked<Of> {
  const costOf = (column: Column): number => rules.get(column)?.[0]?.cost ?? Infinity;
  const order = [...rules.keys()].toSorted((a, b) => costOf(a) - costOf(b) || b.order - a.order);
  const scored = (picked: Picked<Of>): Scored<Of> => ({
    picked,
    broken: brokenBy(picked, group, data, chance),
    cost: [...picked.values()].reduce((sum, { cost }) => sum + cost, 0),
  });
  let best = scored(picked(rules, order, reads));
  let tries = 0;
  for (const attempt of attempts(rules, order, best.broken, reads)) {
    if (best.broken.length === 0 || order.length < 2 || ++tries > MOST_TRIES) break;
    const next = scored(attempt());
    if (isBetter(next, best)) best = next;
  }
  return best.picked;
}

/** Other orders in which columns are computed. */
function* attempts<Of extends Relation>(
  rules: RulesOf<Of>,
  order: readonly Column[],
  broken: readonly Relation[],
  reads: Reads,
): Generator<() => Picked<Of>> {
  const without = (column: Column): readonly Column[] => order.filter((each) => each !== column);
  for (const { target, inputs } of broken) {
    yield () => picked(rules, [target, ...without(target)], reads);
    for (const input of inputs) if (rules.has(input)) yield () => picked(rules, without(input), reads);
  }
  for (const column of order) {
    yield () => picked(rules, [...without(column), column], reads);
    const own = rules.get(column) ?? [];
    for (let shift = 1; shift < own.length; shift++)
      yield () =>
        picked(new Map([...rules, [column, [...own.slice(shift), ...own.slice(0, shift)]]]), order, reads);
  }
}

/** The first rule of each column that closes no circle. */
function picked<Of extends Relation>(
  rules: RulesOf<Of>,
  order: readonly Column[],
  before: Reads,
): Picked<Of> {
  const found = new Map<Column, Of>();
  const reads = before.copy();
  for (const column of order) {
    const rule = rules.get(column)?.find((each) => !reads.closes(each));
    if (rule === undefined) continue;
    found.set(column, rule);
    reads.add(rule);
  }
  return found;
}

/** Whether a column is computed from another, directly or not. */
export const leadsTo = (
  column: Column,
  to: unknown,
  rules: ReadonlyMap<unknown, Pick<Rule, 'inputs'>>,
): boolean =>
  column === to || (rules.get(column)?.inputs.some((input) => leadsTo(input, to, rules)) ?? false);

/** Relations that no longer hold if drawn columns are shuffled and the others computed. */
function brokenBy(
  picked: Picked,
  relations: readonly Relation[],
  data: Data,
  chance: Chance,
): readonly Relation[] {
  const simulated: Data = { ...data, numbers: memoized((field: Field) => numbersOf(field)) };
  const numbersOf = (field: Field): Float64Array => {
    const rule = ruleOf(picked, field);
    const numbers = data.numbers(field);
    if (rule === undefined) return Float64Array.from(chance.shuffled(numbers.length), (row) => numbers[row]);
    return rule.compute === undefined ? numbers : roundedAs(rule.target, rule.compute(simulated));
  };
  return relations.filter((relation) => {
    const { target, inputs, compute } = relation;
    const isText = [target, ...inputs].some(
      (column) => picked.has(column) && picked.get(column)?.compute === undefined,
    );
    if (compute === undefined || isText || picked.get(target) === relation) return false;
    return !isKept(target, compute(simulated), simulated);
  });
}

const ruleOf = (picked: Picked, field: Field): Relation | undefined =>
  isColumn(field) ? picked.get(field) : undefined;

function roundedAs({ decimals, kind }: Column, numbers: Float64Array): Float64Array {
  if (decimals > 8 || kind === 'time') return numbers;
  const unit = 10 ** decimals;
  return numbers.map((x) => Math.round(x * unit) / unit);
}

/** Whether a relation holds in most rows, up to a unit of its last decimal: inputs were rounded before. */
function isKept(target: Column, computed: Float64Array, data: Data): boolean {
  const numbers = data.numbers(target);
  let [rows, kept] = [0, 0];
  for (let row = 0; row < numbers.length; row++) {
    const [a, b] = [numbers[row], computed[row]];
    if (a !== a || b !== b) continue;
    rows++;
    if (Math.abs(a - b) <= 2.02 * tolerance(target, a) + 1e-9 * Math.abs(a)) kept++;
  }
  return rows === 0 || kept >= HOLDS * rows;
}

/** What a rule is about, and what it reads. */
interface Reader {
  readonly target: Field;
  readonly inputs: readonly Field[];
  readonly lists?: readonly List[];
}

/** Which fields read which. Of two fields, it is the members of the object around both that read one another. */
export interface Reads {
  /** Whether a field would read itself through others. */
  readonly closes: (reader: Reader) => boolean;
  readonly add: (reader: Reader) => void;
  readonly copy: () => Reads;
}

export function newReads(known: ReadonlyMap<string, ReadonlySet<string>> = new Map()): Reads {
  const reads = new Map(known);
  const leadsTo = (from: string, to: string): boolean =>
    from === to || [...(reads.get(from) ?? [])].some((next) => leadsTo(next, to));
  return {
    closes: (reader) => edgesOf(reader).some(([from, to]) => leadsTo(to, from)),
    add(reader) {
      for (const [from, to] of edgesOf(reader)) reads.set(from, new Set([...(reads.get(from) ?? []), to]));
    },
    copy: () => newReads(reads),
  };
}

/** The members that read one another, by their paths. */
const edgesOf = ({ target, inputs, lists = [] }: Reader): readonly (readonly [string, string])[] =>
  [...inputs, ...lists].map((input) => {
    const [from, to] = [partsOf(target), partsOf(input)];
    let common = 0;
    while (common < Math.min(from.length, to.length) - 1 && from[common] === to[common]) common++;
    return [from.slice(0, common + 1).join('.'), to.slice(0, common + 1).join('.')];
  });

const partsOf = (of: Field | List): readonly string[] => pathOf(of).replaceAll('[]', '').split('.');
