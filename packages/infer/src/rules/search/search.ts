import { DIRTY, LEAST_ROWS, SEARCH_ROWS } from './proof.ts';
import { newChance, type Chance } from './chance.ts';
import { chosen, leadsTo, newReads, type Reads } from './choice.ts';
import { isClasses, thresholdRule } from './classes.ts';
import { searched, tablesOf, type Column, type Described, type Known } from './described.ts';
import { dataOf, type Data, type Field, type List } from './data.ts';
import { featuresOf, type Feature } from './features.ts';
import { dependence } from './weighted.ts';
import { numberRules } from './number-rules.ts';
import { orderRules } from './order.ts';
import { presenceRules } from './presence.ts';
import type { Check, Relation, Rule } from './rule.ts';
import { taggedRule } from './tagged.ts';
import { lookUpRule, signRule, tagsAmong } from './tags.ts';
import { targetOf } from './target.ts';
import { sourceOf, type Source, newReferences, tablesAround } from './write.ts';
import { textRules } from './texts.ts';

/** A rule, and the rows of the whole sample that keep it. */
export interface Proven extends Rule {
  readonly checked: Check;
  /** It holds in nearly all rows, so that generated rows keep it. */
  readonly isCertain: boolean;
}

/** The rules of a sample. */
export interface Rules {
  readonly rules: readonly Proven[];
  /** The path by which one field reads another, from the full path of the first. */
  readonly reference: (from: string, to: Field | List) => string;
  readonly data: Data;
}

/** Share of the rows that may break a rule that generated rows keep. */
const EXCEPTIONS = 0.0001;
/** Rules of a column that are proven. */
const MOST_RULES = 5;

/** A table with what a search in it shares. */
interface Place {
  readonly described: Described;
  readonly features: readonly Feature[];
  readonly sources: readonly Source[];
}

/** A rule, and the rows of the whole sample that keep it. */
type Checked<Of extends Rule = Rule> = Of & { readonly checked: Check };

/** Finds the rules that most rows keep: searched in some of them, proven on all. */
export function rulesOf(rows: readonly unknown[], known: Known): Rules {
  const data = searched(rows, SEARCH_ROWS);
  const whole = dataOf(rows);
  const chance = newChance(1);
  const tables = tablesOf(data, known);
  const places = tables
    .filter(({ table }) => data.size(table) >= LEAST_ROWS)
    .map((described) => placeOf(described, tables, data));
  const proven = <Of extends Rule>(rules: readonly Of[]): Checked<Of>[] =>
    rules
      .map((rule) => ({ ...rule, checked: rule.check(whole) }))
      .filter(({ checked: { rows: all, broken } }) => all >= LEAST_ROWS && broken.length <= DIRTY * all);
  const { certain, doubtful } = split(proven(relationsOf(places, data, chance)));
  const reads = newReads();
  const used = new Map<unknown, Checked>(
    chosen(withCosts(certain), { reads, data, chance }).map((rule) => [rule.target, rule]),
  );
  for (const place of places) addClasses(place, { used, reads, data, chance, proven });
  const conditions = places.flatMap(({ described, sources }) =>
    withoutCircles(proven(presenceRules(described, tagsAmong(drawnOf(sources, used)), data)), reads),
  );
  const others = doubtful.filter(({ target }) => !used.has(target));
  const found = [...used.values(), ...conditions, ...chosen(withCosts(others), { reads, data, chance })];
  return {
    rules: found.map((rule) => ({ ...rule, isCertain: isCertain(rule) })),
    reference: newReferences(tables),
    data: whole,
  };
}

function withoutCircles<Of extends Rule>(rules: readonly Of[], reads: Reads): readonly Of[] {
  return rules.filter((rule) => {
    const isFree = !reads.closes(rule);
    if (isFree) reads.add(rule);
    return isFree;
  });
}

const isCertain = ({ checked: { rows, broken } }: Checked): boolean => broken.length <= EXCEPTIONS * rows;

function split(rules: readonly Checked<Relation>[]): {
  readonly certain: readonly Checked<Relation>[];
  readonly doubtful: readonly Checked<Relation>[];
} {
  return { certain: rules.filter(isCertain), doubtful: rules.filter((rule) => !isCertain(rule)) };
}

/** What is drawn independently should be independent: dependent inputs cost more. */
function withCosts(rules: readonly Checked<Relation>[]): readonly Checked<Relation>[] {
  const isPiece = (rule: Relation): boolean =>
    rule.form === 'text' &&
    rule.inputs.length === 1 &&
    rules.some(
      ({ target, inputs }) => target === rule.inputs[0] && inputs.length > 1 && inputs.includes(rule.target),
    );
  return rules
    .filter((rule) => !isPiece(rule))
    .map((rule) => ({ ...rule, cost: rule.cost + 0.2 * Math.floor(4 * dependenceOf(rule)) }));
}

const dependenceOf = ({ parts = [] }: Rule): number => dependence(parts.map(({ numbers }) => numbers));

function placeOf(described: Described, tables: readonly Described[], data: Data): Place {
  const { table } = described;
  const columns = [table, ...tablesAround(table)].flatMap(
    (each) => tables.find((one) => one.table === each)?.columns ?? [],
  );
  return {
    described,
    features: featuresOf(described, tables, data),
    sources: columns.filter(({ counts }) => counts.size > 1).map((column) => sourceOf(column, table, data)),
  };
}

/** Rules that compute columns from others. Columns that only repeat others are inputs of nothing else. */
function relationsOf(places: readonly Place[], data: Data, chance: Chance): readonly Relation[] {
  const copies = new Set<Column>();
  return places.flatMap(({ described, features, sources }) => {
    const columns = described.columns.filter(({ counts }) => counts.size > 1);
    const texts = columns.flatMap((column) => {
      const others = sources.filter((source) => source.column !== column && !copies.has(source.column));
      const rules = textRules({ column, sources: others, data, chance }).slice(0, MOST_RULES);
      if (rules[0]?.form === 'equal') copies.add(column);
      return rules.map((rule) => ({ ...rule, target: column }));
    });
    const isCopy = ({ sources: of }: Feature): boolean => of.some((column) => copies.has(column));
    const projections = new Map();
    const numbers = columns.flatMap((column) => {
      if (copies.has(column) || (column.kind !== 'number' && column.kind !== 'time')) return [];
      const target = targetOf(column, data.numbers(column), chance);
      if (target === undefined) return [];
      return numberRules({ target, features, isCopy, projections }).slice(0, MOST_RULES);
    });
    return [...texts, ...numbers];
  });
}

/** Sources that are not computed. */
const drawnOf = (sources: readonly Source[], used: ReadonlyMap<unknown, Rule>): readonly Source[] =>
  sources.filter(({ column }) => {
    const form = used.get(column)?.form;
    return form === undefined || form === 'threshold' || form === 'look-up';
  });

interface Adding {
  readonly used: Map<unknown, Checked>;
  readonly reads: Reads;
  readonly data: Data;
  readonly chance: Chance;
  readonly proven: <Of extends Rule>(rules: readonly Of[]) => Checked<Of>[];
}

/** Adds rules of columns that no other column computes: by thresholds, tags and order. */
function addClasses(place: Place, adding: Adding): void {
  const { described, features } = place;
  const { used, reads, chance, proven } = adding;
  const add = (rule: Checked): void => {
    if (used.has(rule.target) || reads.closes(rule)) return;
    used.set(rule.target, rule);
    reads.add(rule);
  };
  for (const column of described.columns) {
    if (used.has(column) || column.counts.size < 2 || column.isFixed) continue;
    const rule = classRule(column, place, adding);
    if (rule !== undefined) proven([rule]).forEach(add);
  }
  const isTied = (a: Column, b: Column): boolean => leadsTo(a, b, used) || leadsTo(b, a, used);
  const isDrawn = (column: Column): boolean => !used.has(column);
  for (const rule of proven(orderRules({ features, table: described.table, isDrawn, chance })))
    if (!isTied(rule.target, rule.inputs[0])) add(rule);
}

/** The rule by which a column follows a threshold or a tag. */
function classRule(
  column: Column,
  { features, sources }: Place,
  { used, reads, data, chance }: Adding,
): Rule | undefined {
  const isFree = (inputs: readonly Column[], list?: List): boolean =>
    !reads.closes({ target: column, inputs, lists: list === undefined ? [] : [list] });
  const free = features.filter((feature) => isFree(feature.sources, feature.list));
  const tags = tagsAmong(drawnOf(sources, used)).filter((tag) => isFree([tag.column]));
  const threshold = isClasses(column) ? thresholdRule(column, free, data) : undefined;
  const lookUp = lookUpRule(column, tags, data);
  const plain = free.filter((feature) => feature.column !== undefined);
  return (
    better(threshold, lookUp) ??
    taggedRule({ column, features: plain, tags, data, chance }) ??
    signRule(column, tags, data)
  );
}

/** By how much a look-up must be better than a threshold. */
const BETTER = 0.002;

function better(threshold: Rule | undefined, lookUp: Rule | undefined): Rule | undefined {
  if (threshold === undefined || lookUp === undefined) return threshold ?? lookUp;
  return shareOf(lookUp) > shareOf(threshold) + BETTER ? lookUp : threshold;
}

const shareOf = ({ evidence: { rows, wrong } }: Rule): number => 1 - wrong / rows;
