import {
  formatSchema,
  summarise,
  templates,
  type FieldSpec,
  type FieldSummary,
  type Template,
} from '@catbird/core';
import { rowsOfTemplate } from '../../../packages/core/test/templates.ts';
import type { Chart } from './chart/picture.ts';
import { block, cell, firstRows, formatted, SEED, writerOf } from './page.ts';
import { storyOf } from './stories/index.ts';
import { DAY } from './story.ts';

const BARS = '▁▂▃▄▅▆▇█';
const MOST_CHARACTERS = 30;
const ROWS = 3;

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;
const short = (text: string): string =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
const code = (text: string): string => `\`\` ${short(text)} \`\``;

/** A histogram as a line of bars, with gaps for empty bins. */
function bars(histogram: readonly number[]): string {
  const most = Math.max(...histogram);
  return histogram
    .map((count) => (count === 0 ? ' ' : (BARS[Math.ceil((count / most) * BARS.length) - 1] ?? '')))
    .join('');
}

/** A field's values: the share of each if they are few, a histogram of numbers, else how many there are. */
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
    ...(missing > 0 ? [`missing ${percent(missing)}`] : []),
  ].join(' · ');
}

const hints = ({ per, hidden }: FieldSpec): string =>
  [
    ...(per === undefined ? [] : [`per ${[per].flat().join(', ')}`]),
    ...(hidden === true ? ['hidden'] : []),
  ].join(', ');

/** A table of the fields, including hidden ones. */
function fieldTable(schema: Template['schema']): string {
  const shown = Object.fromEntries(
    Object.entries(schema).map(([field, spec]) => [field, { ...spec, hidden: false }]),
  );
  const summaries = summarise(writerOf(formatSchema(shown)), DAY.count, DAY);
  const lines = summaries.map((summary) => {
    const spec = schema[summary.name];
    const hint = spec === undefined ? '' : hints(spec);
    return `| \`${summary.name}\` | \`${spec?.type}\`${hint === '' ? '' : `, ${hint}`} | ${cell(contentOf(summary))} |`;
  });
  return ['| field | type | in 10,000 rows |', '| --- | --- | --- |', ...lines].join('\n');
}

const slugOf = ({ name }: Template): string => name.toLowerCase().replaceAll(' ', '-');

/** The files of a template in `docs/templates`: its page, then its charts. */
export const templateFiles = (template: Template): readonly string[] => [
  `${slugOf(template)}.md`,
  ...Object.keys(storyOf(template.name).charts).map((chart) => `${slugOf(template)}-${chart}.svg`),
];

/** The page of a template. */
function templatePage(template: Template, charts: readonly Chart[]): readonly string[] {
  const { name, summary, schema, text } = template;
  const [, ...files] = templateFiles(template);
  return [
    `# ${name}`,
    `${summary} ${storyOf(name).about}`,
    '[All templates](../templates.md) · [Schema language](../schema.md)',
    ...charts.flatMap(({ title, description }, i) => [`![${title}](${files[i]})`, description]),
    '## Try it',
    block('sh', [`npx catbird sample --template "${name}" -n ${ROWS} --seed ${SEED}`]),
    block('json', firstRows(text, ROWS)),
    'Your rows will have current times, and values that depend on them. Everything else is the same.',
    '## Fields',
    fieldTable(schema),
  ];
}

/** The contents of a template's files, in the same order. */
export async function templateTexts(template: Template): Promise<readonly string[]> {
  const { rows: count = DAY.count, charts: draws } = storyOf(template.name);
  const rows = rowsOfTemplate<never>(template.name, { ...DAY, count });
  const charts = Object.values(draws).map((draw) => draw(rows));
  return [await formatted(templatePage(template, charts)), ...charts.map(({ svg }) => svg)];
}

/** The overview of all templates. */
export const templatesPage = (): readonly string[] => [
  '# Templates',
  'Templates are built-in schemas. Choose one in the page, or run `npx catbird sample --template "Online Shop" --seed 42`. Each page has charts, fields and first rows, all from seed 42 with 10,000 rows per day. Hidden fields are not sent; other fields read them.',
  templates
    .map((template) => `- [${template.name}](templates/${slugOf(template)}.md): ${template.summary}`)
    .join('\n'),
];
