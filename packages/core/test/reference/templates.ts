import { summarise, type FieldSummary } from '../../src/rows/summary.ts';
import { templates, type FieldSpec, type Template } from '../../src/templates/index.ts';
import { block, cell, firstRows, TIME, writerOf } from './page.ts';

const ROWS = 10_000;
/** 10,000 rows of a day, so that what goes by the time of day shows. */
const STEP_MS = 8640;
const BARS = '▁▂▃▄▅▆▇█';
const MOST_CHARACTERS = 30;

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;
const short = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
const code = (text: string): string => `\`\` ${short(text)} \`\``;

/** A histogram as a line of bars; a bar of nothing is a gap. */
function bars(histogram: readonly number[]): string {
  const most = Math.max(...histogram);
  return histogram
    .map((count) => (count === 0 ? ' ' : (BARS[Math.ceil((count / most) * BARS.length) - 1] ?? '')))
    .join('');
}

/** What is in a field: few values by their shares, numbers by a histogram, many texts by how many there are. */
function contentOf({ nulls, missing, distinct, top, range, histogram }: FieldSummary): string {
  const shares = top.map(({ value, share }) => `${code(value)} ${percent(share)}`);
  const parts =
    distinct <= 5
      ? shares
      : range === undefined
        ? [`${distinct.toLocaleString('en')} values`, ...shares.slice(0, 2)]
        : [`${code(range.min)} \`${bars(histogram)}\` ${code(range.max)}`];
  return [
    ...parts,
    ...(nulls > 0 ? [`null ${percent(nulls)}`] : []),
    ...(missing > 0 ? [`left out ${percent(missing)}`] : []),
  ].join(' · ');
}

const hints = ({ per, hidden }: FieldSpec): string =>
  [
    ...(per === undefined ? [] : [`per ${[per].flat().join(', ')}`]),
    ...(hidden === true ? ['hidden'] : []),
  ].join(', ');

function section({ name, summary, schema, text }: Template): string {
  const summaries = new Map(
    summarise(writerOf(text), ROWS, { ...TIME, startMs: Date.UTC(2026, 0, 1), stepMs: STEP_MS }).map(
      (field) => [field.name, field],
    ),
  );
  const lines = Object.entries(schema).map(([field, spec]) => {
    const found = summaries.get(field);
    const hint = hints(spec);
    return `| \`${field}\` | \`${spec.type}\`${hint === '' ? '' : `, ${hint}`} | ${found === undefined ? '' : cell(contentOf(found))} |`;
  });
  return [
    `## ${name}`,
    summary,
    ['| field | type | in 10,000 rows |', '| --- | --- | --- |', ...lines].join('\n'),
    block('json', firstRows(text, 3)),
  ].join('\n\n');
}

/** The page of all templates. */
export const templatesPage = (): readonly string[] => [
  '# Templates',
  'Schemas that ship with Catbird: choose one in the page, or `npx catbird sample --template "Online Shop" --seed 42`. What is in their fields was counted over 10,000 rows of seed 42, spread over a day; rows are the first three. A hidden field is made for other fields to read and not sent.',
  ...templates.map(section),
];
