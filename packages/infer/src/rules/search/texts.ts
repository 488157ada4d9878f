import { DIRTY, LEAST_DISTINCT, MOST_TAGS, judged, type Choice } from './proof.ts';
import type { Chance } from './chance.ts';
import { isKnown, textOf, type Column } from './described.ts';
import type { Data } from './data.ts';
import { joinedOf, type Joined } from './joined.ts';
import { cutOf, placeOf } from './pieces.ts';
import { checkValues, type Form, type Rule } from './rule.ts';
import type { Source, Write } from './write.ts';

/** The value of a row that a rule predicts; undefined if it says nothing. */
type Predict = (row: number) => unknown;

interface Prediction extends Pick<Rule, 'texts' | 'ends'> {
  readonly form: Form;
  readonly sources: readonly Source[];
  readonly cost: number;
  readonly write: Write;
  /** @param of the values of the sources in a row. @param values those of the column */
  readonly predict: (of: readonly ((row: number) => unknown)[], values: readonly unknown[]) => Predict;
  readonly isEquality?: boolean;
  /** Digits and separators that were chosen. */
  readonly constants?: number;
}

/** What the search for the rule of a text has. */
export interface TextSearch {
  readonly column: Column;
  readonly sources: readonly Source[];
  readonly data: Data;
  readonly chance: Chance;
}

/** Rows on which candidates are tried: one of three groups must agree. */
const GROUP = 12;
const LEAST_OF_GROUP = 6;

/** The rule of a prediction, if it has enough evidence. */
function textRule({ column, sources, data, chance }: TextSearch, prediction: Prediction): Rule | undefined {
  const { sources: read, predict, isEquality = false, write, cost, form, texts, ends } = prediction;
  const values = data.values(column);
  const predicted = predict(
    read.map(({ of }) => of),
    values,
  );
  const known = values.map((value, row) => (isKnown(value) ? predicted(row) : undefined));
  const rows = known.flatMap((value, row) => (value === undefined ? [] : [row]));
  const choice: Choice = { constants: 0, tries: Math.max(4, 8 * sources.length), isEquality };
  const evidence = judged(
    rows,
    (by, row) => known[by] === values[row],
    (row) => values[row],
    choice,
    chance,
  );
  if (evidence === undefined) return undefined;
  return {
    form,
    target: column,
    inputs: read.map((each) => each.column),
    cost: cost + read.length,
    evidence,
    write,
    check(from) {
      const of = read.map(({ reader }) => reader(from));
      return checkValues(column, predict(of, from.values(column)), from);
    },
    ...(texts === undefined ? {} : { texts }),
    ...(ends === undefined ? {} : { ends }),
  };
}

/** Rules of a column that another one equals, or whose texts are made of others, the cheapest first. */
export function textRules(search: TextSearch): readonly Rule[] {
  const { column, data, chance } = search;
  const values = data.values(column);
  const rows = [...chance.shuffled(values.length)].filter((row) => isKnown(values[row])).slice(0, 3 * GROUP);
  const groups = [0, 1, 2]
    .map((n) => rows.slice(n * GROUP, (n + 1) * GROUP))
    .filter(({ length }) => length >= LEAST_OF_GROUP);
  if (rows.length < GROUP) return [];
  const rules = search.sources.flatMap((source) => rulesFrom(search, source, groups));
  const isLong = rules.length === 0 && column.kind === 'text' && column.counts.size >= LEAST_DISTINCT;
  return (isLong ? joinedRules(search, groups) : rules).toSorted((a, b) => a.cost - b.cost);
}

type Groups = readonly (readonly number[])[];

/** Whether a prediction is right in all rows of a group in which it says something. */
const holds = (groups: Groups, values: readonly unknown[], predict: Predict): boolean =>
  groups.some((group) => {
    const known = group.filter((row) => predict(row) !== undefined);
    return known.length >= LEAST_OF_GROUP / 2 && known.every((row) => predict(row) === values[row]);
  });

/** The known value of a row. */
const knownIn =
  (of: (row: number) => unknown): Predict =>
  (row) => {
    const value = of(row);
    return isKnown(value) ? value : undefined;
  };

const textIn =
  (
    of: (row: number) => unknown,
    change: (text: string) => string = (text) => text,
  ): ((row: number) => string | undefined) =>
  (row) => {
    const text = textOf(of(row));
    return text === undefined ? undefined : change(text);
  };

/** Ways to write another column's values. */
const CHANGES: readonly {
  readonly change: (text: string) => string;
  readonly write: (name: string) => string;
  readonly cost: number;
}[] = [
  { change: (text) => text, write: (name) => `toText(${name})`, cost: 0.3 },
  { change: (text) => text.toLowerCase(), write: (name) => `lower(${name})`, cost: 0.5 },
  { change: (text) => text.toUpperCase(), write: (name) => `upper(${name})`, cost: 0.5 },
  { change: (text) => text.trim(), write: (name) => `trim(${name})`, cost: 0.5 },
];

function rulesFrom(search: TextSearch, source: Source, groups: Groups): Rule[] {
  const { column, data } = search;
  const values = data.values(column);
  const isEarlier = source.column.table !== column.table || source.column.order < column.order;
  if (holds(groups, values, knownIn(source.of))) {
    const rule = isEarlier
      ? textRule(search, {
          form: 'equal',
          sources: [source],
          cost: 0,
          write: ({ ref }) => ref(source.column),
          predict: ([of]) => knownIn(of),
          isEquality: true,
        })
      : undefined;
    return rule === undefined ? [] : [rule];
  }
  if (column.kind === 'number' || column.kind === 'flag' || column.isFixed) return [];
  for (const { change, write, cost } of CHANGES) {
    if (!holds(groups, values, textIn(source.of, change))) continue;
    const rule = textRule(search, {
      form: 'text',
      sources: [source],
      cost,
      write: ({ ref }) => write(ref(source.column)),
      predict: ([of]) => textIn(of, change),
      isEquality: true,
    });
    if (rule !== undefined) return [rule];
  }
  const piece = pieceRule(search, source, groups);
  return piece === undefined ? [] : [piece];
}

/** Distinct texts of which pieces are cut. */
const LEAST_WHOLES = 3;

/** A piece of another text: at a fixed place, or between two characters. */
function pieceRule(search: TextSearch, source: Source, groups: Groups): Rule | undefined {
  const { column, data } = search;
  if (source.column.counts.size < LEAST_WHOLES) return undefined;
  const values = data.values(column);
  const whole = textIn(source.of);
  const group = groups.find((rows) =>
    rows.every((row) => {
      const [text, value] = [whole(row), values[row]];
      return (
        text === undefined ||
        (typeof value === 'string' && text.length > value.length && text.includes(value))
      );
    }),
  );
  const places = group?.flatMap((row) => placeOf(whole(row), values[row]));
  const cut = places === undefined || places.length < LEAST_OF_GROUP ? undefined : cutOf(places);
  if (cut === undefined) return undefined;
  return textRule(search, {
    form: 'text',
    sources: [source],
    cost: cut.cost,
    write: ({ ref }) => cut.write(ref(source.column)),
    predict: ([of]) => {
      const text = textIn(of);
      return (row) => {
        const found = text(row);
        return found === undefined ? undefined : (cut.of(found) ?? '');
      };
    },
  });
}

/** A text joined from several columns, with an end of few forms if need be. */
function joinedRules(search: TextSearch, groups: Groups): Rule[] {
  const { column, data, sources } = search;
  const values = data.values(column);
  for (const group of groups) {
    const texts = group.map((row) => values[row]).filter((value) => typeof value === 'string');
    const joined = texts.length < group.length ? undefined : joinedOf(texts, group, sources);
    if (joined === undefined) continue;
    const rule = joined.isWhole ? wholeRule(search, joined) : endedRule(search, joined);
    if (rule !== undefined) return [rule];
  }
  return [];
}

const wholeRule = (search: TextSearch, { sources, write, head, texts, tokens }: Joined): Rule | undefined =>
  textRule(search, {
    form: 'text',
    sources,
    cost: 1 + 0.1 * tokens,
    write: (writer) => `concat(${write(writer).join(', ')})`,
    predict: (of) => (row) => head(of, row),
    texts,
  });

/** Share of the rows that ends may name, beside `MOST_TAGS` of them. */
const RARE_ENDS = 0.01;

function endedRule(search: TextSearch, { sources, write, head, texts }: Joined): Rule | undefined {
  const { column, data } = search;
  if (!sources.some((source) => source.column.counts.size >= LEAST_DISTINCT)) return undefined;
  const values = data.values(column);
  const read = sources.map(({ of }) => of);
  const ends = new Map<string, number>();
  let [right, rows] = [0, 0];
  values.forEach((value, row) => {
    const start = typeof value === 'string' ? head(read, row) : undefined;
    if (start === undefined || typeof value !== 'string') return;
    rows++;
    if (!value.startsWith(start)) return;
    right++;
    const end = value.slice(start.length);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  });
  if (right < (1 - DIRTY) * rows || ends.size > MOST_TAGS + RARE_ENDS * rows) return undefined;
  return textRule(search, {
    form: 'text',
    sources,
    cost: 2,
    write: (writer) => `concat(${write(writer).join(', ')}, ${writer.drawn})`,
    predict: (of, own) => (row) => {
      const [start, value] = [head(of, row), own[row]];
      return start !== undefined && typeof value === 'string' && value.startsWith(start) ? value : start;
    },
    texts,
    ends,
  });
}
