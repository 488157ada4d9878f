import { invalid, type Result } from '@catbird/engine';
import {
  type Alternatives,
  byHarm,
  type Choices,
  COMPUTED,
  configOf,
  type Draft,
  type EventTime,
  type Finding,
  firstNotes,
  keptRows,
  ON_ITS_OWN,
  PAST_TIME,
  type RuleFinding,
  type Sample,
} from '@catbird/infer';
import { basename } from 'node:path';
import { consentOf, copiedLines, type Copy, unknownCopy } from './copied.ts';

/** What was decided field by field, and why; and what else a field could be if that is as likely. */
export function explained(
  findings: readonly Finding[],
  alternatives: ReadonlyMap<string, Alternatives>,
): string[] {
  return findings.flatMap(({ path, kind, reason, confidence, spec }) => [
    `${path}: ${kind} (${Math.floor(confidence * 100)} %)`,
    `    ${reason}`,
    ...(kind === 'object' ? [] : [`    → ${spec.type}`]),
    ...doubts(alternatives.get(path)),
  ]);
}

const doubts = (found: Alternatives | undefined): string[] =>
  found?.isAmbiguous === true ? [`    or: ${found.names.join(', ')}`] : [];

/** The pace of the events, if they have a time. */
function paceLines({ eventTime }: Sample, { keepsTimes }: Asked): string[] {
  if (eventTime === undefined) return [];
  if (keepsTimes) return [`${eventTime.path} stays between the first and the last time of the sample`];
  const { path, eventsPerSecond, hours } = eventTime;
  const options = [
    ...(eventsPerSecond === undefined ? [] : [`--eps ${eventsPerSecond}`]),
    ...(hours === undefined ? [] : [`--rate '${JSON.stringify({ day: hours })}'`]),
  ];
  return [
    `${path} is the time of the event.${options.length === 0 ? '' : ` The rate of the sample: ${options.join(' ')}`}`,
  ];
}

/** Fields that count rows, and where they start again. */
function countingLines(findings: readonly Finding[]): string[] {
  const again = findings.filter(
    ({ kind, copied, copyable }) => kind === 'sequence' && copyable.length > 0 && copied.length === 0,
  );
  if (again.length === 0) return [];
  return [
    `${again.map(({ path }) => path).join(', ')}: counts up by one, starting again at 1. --copy enums starts where the sample does`,
  ];
}

/** What a person wants to know, and what may be in the schema. */
export interface Asked {
  readonly copy: Copy;
  /** Types of event become streams. */
  readonly isSplit: boolean;
  /** Each field is explained. */
  readonly isExplained: boolean;
  /** Fields that follow no rule. */
  readonly withoutRules: readonly string[];
  /** Fields that follow a rule although some rows break it. */
  readonly withRules: readonly string[];
  /** Times stay in the past of the sample. */
  readonly keepsTimes: boolean;
}

/** A schema or a config, and what to say about it. */
export interface Found {
  readonly written: object;
  readonly lines: readonly string[];
  /** Values that the variables of a config may have. Default: it has none */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Rows that become a stream. */
interface StreamDraft {
  readonly name: string;
  readonly rows: number;
  readonly kept: Sample['kept'];
  readonly draft: Draft;
  readonly alternatives: () => ReadonlyMap<string, Alternatives>;
  readonly eventTime?: EventTime;
}

/** The schema of one sample, or a config for several of them or for several types of event. */
export function ofSamples(
  samples: readonly (readonly [file: string, Sample])[],
  asked: Asked,
): Result<Found> {
  const notes = samples.flatMap(([, sample]) => sample.notes);
  const problem = unknownRule(samples, asked);
  if (problem !== undefined) return invalid(...notes, problem);
  const parts: StreamDraft[] = [];
  for (const [file, sample] of samples) {
    const found = partsOf(file, sample, asked, samples.length > 1);
    if (found.every(({ draft }) => fieldsOf(draft) === 0))
      return invalid(...notes, nothingFound('sample', nameOf(file)));
    parts.push(...found);
  }
  const uncopied = unknownCopy(
    parts.flatMap(({ draft }) => draft.findings),
    asked.copy,
  );
  if (uncopied !== undefined) return invalid(...notes, uncopied);
  const [only] = parts;
  const first = samples[0]?.[1];
  if (only !== undefined && first !== undefined && parts.length === 1)
    return { ok: true, written: only.draft.schema, lines: [...notes, ...linesOf(only, first, asked)] };
  return {
    ok: true,
    written: configOf(
      parts.map(({ draft, alternatives: _alternatives, ...part }) => ({ ...part, schema: draft.schema })),
    ),
    lines: [
      ...notes,
      ...samples.flatMap(([, sample]) => splitLines(sample, asked)),
      ...parts.flatMap(({ name, draft, rows, kept, alternatives }) => [
        ...(asked.isExplained ? explained(draft.findings, alternatives()) : []),
        ...ruleLines(draft.rules, { isWhole: kept.length === rows, isExplained: asked.isExplained }),
        `${name}: ${fieldsOf(draft)} fields from ${counted(rows)}`,
      ]),
      ...copiedLines(
        parts.flatMap(({ name, draft }) =>
          draft.findings.map((each) => ({ ...each, path: `${name}.${each.path}` })),
        ),
        asked.copy,
      ),
      `A config for ${parts.length} streams. Run it with catbird run`,
    ],
  };
}

/** Why a field that was named has no rule. */
function unknownRule(
  samples: readonly (readonly [string, Sample])[],
  { withRules, withoutRules, isSplit }: Asked,
): string | undefined {
  const asked = [...withRules, ...withoutRules];
  if (asked.length === 0) return undefined;
  const known = rulePaths(
    samples.map(([, sample]) => sample),
    isSplit,
  );
  const unknown = asked.find((path) => !known.has(path));
  if (unknown === undefined) return undefined;
  return known.size === 0
    ? `No rule was found for ${unknown}, and none for other fields`
    : `No rule was found for ${unknown}. Fields with rules: ${[...known].join(', ')}`;
}

const choicesOf = (
  sample: Pick<Sample, 'alternatives'>,
  { withRules, withoutRules, keepsTimes }: Asked,
): Choices =>
  new Map([
    ...(keepsTimes ? pastTimesOf(sample) : []),
    ...withRules.map((path) => [path, COMPUTED] as const),
    ...withoutRules.map((path) => [path, ON_ITS_OWN] as const),
  ]);

/** Fields that became the time of the event, as times of the past. */
const pastTimesOf = (sample: Pick<Sample, 'alternatives'>): [string, string][] =>
  [...sample.alternatives()].flatMap(([path, { names }]) =>
    names.includes(PAST_TIME) ? [[path, PAST_TIME]] : [],
  );

/** A sample, or its types of event. */
function partsOf(file: string, sample: Sample, asked: Asked, isOneOfSeveral: boolean): StreamDraft[] {
  const { copy, isSplit, keepsTimes } = asked;
  const consent = consentOf(copy);
  const { types, rows, kept, eventTime } = sample;
  const name = file === '-' ? 'events' : basename(file).replace(/(\.(ndjson|jsonl?|csv|tsv|txt|gz))+$/i, '');
  if (types === undefined || !isSplit)
    return [
      {
        name,
        rows,
        kept,
        draft: sample.draft(consent, choicesOf(sample, asked)),
        alternatives: () => sample.alternatives(),
        // Times that stay in the past are not those of the stream.
        ...(eventTime === undefined || keepsTimes ? {} : { eventTime }),
      },
    ];
  return types.samples.map(({ value, label, draft, eventTime: typeTime, ...type }) => {
    const drafted = draft(consent, choicesOf(type, asked));
    // A value that stands for a person is never copied.
    const isNamed = drafted.findings.some(
      ({ path, copied }) => path === types.path && copied.some((each) => each.value === value),
    );
    const own = isNamed ? value : label;
    const time = typeTime === undefined || keepsTimes ? {} : { eventTime: typeTime };
    return { ...type, ...time, name: isOneOfSeveral ? `${name}_${own}` : own, draft: drafted };
  });
}

/** What is printed about the schema of one sample. */
function linesOf({ draft, alternatives }: StreamDraft, sample: Sample, asked: Asked): string[] {
  const { isExplained, copy } = asked;
  const fields = fieldsOf(draft);
  return [
    ...(isExplained ? explained(draft.findings, alternatives()) : []),
    ...ruleLines(draft.rules, { isWhole: sample.kept.length === sample.rows, isExplained }),
    ...paceLines(sample, asked),
    ...countingLines(draft.findings),
    ...copiedLines(draft.findings, copy),
    `${fields} ${fields === 1 ? 'field' : 'fields'} from ${counted(sample.rows)}`,
  ];
}

function splitLines({ types }: Sample, { isSplit }: Asked): string[] {
  if (types === undefined || !isSplit) return [];
  const { path, samples, rare } = types;
  return [
    `${path} names the type of the event: ${samples.length} types, each with fields of its own. --split none writes one schema`,
    ...(rare === 0 ? [] : [`Skipped ${counted(rare)} of rare types`]),
  ];
}

const fieldsOf = ({ findings }: Draft): number => findings.filter(({ kind }) => kind !== 'object').length;

const counted = (rows: number): string => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;

/** Why a source has nothing, and what to do. */
export const nothingFound = (kind: 'sample' | 'definition', file: string): string =>
  kind === 'sample'
    ? `No rows found in ${file}. Save one event or more as NDJSON, JSON, TSV or CSV with a header. For a definition, use --language.`
    : `No tables found in ${file}. Check that it defines columns, and that --language is right.`;

/** What messages call a file. */
export const nameOf = (file: string): string => (file === '-' ? 'stdin' : file);

/** Rules that are listed; more are counted. */
const LISTED = 20;
/** Rows that break a rule, by their numbers. */
const NAMED_ROWS = 5;

interface Listing {
  /** All rows were kept, so that their indexes are those of the sample. */
  readonly isWhole: boolean;
  /** All rules are listed. */
  readonly isExplained: boolean;
}

/** The rules that generated rows keep, and those that some rows of the sample break. */
function ruleLines(rules: readonly RuleFinding[], { isWhole, isExplained }: Listing): string[] {
  const used = rules.filter(({ isUsed }) => isUsed);
  const shown = isExplained ? used : used.slice(0, LISTED);
  const more = used.length - shown.length;
  return [
    ...(used.length === 0 ? [] : ['Rules that generated rows keep:']),
    ...shown.map((rule) => `  ${rule.rule}: ${keptRows(rule)}`),
    ...(more === 0 ? [] : [`  and ${more} more, which --explain lists`]),
    ...rules.filter(({ isUsed }) => !isUsed).map((rule) => brokenLine(rule, isWhole)),
  ];
}

function brokenLine(rule: RuleFinding, isWhole: boolean): string {
  const { path, broken } = rule;
  const numbers = broken.slice(0, NAMED_ROWS).map((row) => row + 1);
  const where = isWhole && !path.includes('[]') ? `, not in ${rowWords(numbers, broken.length)}` : '';
  return `Not kept: ${rule.rule}: ${keptRows(rule)}${where}. --with-rule ${path} keeps it`;
}

const rowWords = (numbers: readonly number[], count: number): string =>
  `${count === 1 ? 'row' : 'rows'} ${numbers.join(', ')}${count > numbers.length ? ', …' : ''}`;

/** The fields of samples that have rules. */
function rulePaths(samples: readonly Sample[], isSplit: boolean): ReadonlySet<string> {
  const parts: readonly Pick<Sample, 'draft'>[] = samples.flatMap<Pick<Sample, 'draft'>>((sample) =>
    isSplit && sample.types !== undefined ? sample.types.samples : [sample],
  );
  return new Set(parts.flatMap(({ draft }) => draft().rules.map(({ path }) => path)));
}

/** Notes on a definition: all of them if the result is explained, or those of most harm. */
export const notesOf = (notes: readonly string[], isExplained: boolean): readonly string[] =>
  isExplained ? byHarm(notes) : firstNotes(notes, ': --explain prints them');
