import {
  fieldSpecs,
  formatSchema,
  newBatch,
  summarise,
  templates,
  texts,
  type FieldSpec,
  type FieldSummary,
  type Template,
} from '@catbird/core';
import type { Chart } from './chart/picture.ts';
import { block, cell, firstRows, formatted, writerOf } from './page.ts';
import { slugOf, storyOf } from './stories.ts';
import { DAY, SEED } from './story.ts';

const BARS = '▁▂▃▄▅▆▇█';
const MAX_CHARACTERS = 30;
const ROWS = 3;

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;
const short = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
const code = (text: string): string => `\`\` ${short(text)} \`\``;

/** A histogram as a line of block characters; an empty bin is a space. */
function bars(histogram: readonly number[]): string {
  const most = Math.max(...histogram);
  return histogram
    .map((count) => (count === 0 ? ' ' : (BARS[Math.ceil((count / most) * BARS.length) - 1] ?? '')))
    .join('');
}

/** A field's content: shares of a few values, a histogram of numbers, or the number of distinct texts. */
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

/** A table of all fields, hidden ones included. */
async function fieldTable(schema: Template['schema']): Promise<string> {
  const { $entities } = schema;
  const fields = fieldSpecs(schema);
  const shown = {
    ...($entities !== undefined && { $entities }),
    ...Object.fromEntries(Object.entries(fields).map(([field, spec]) => [field, { ...spec, hidden: false }])),
  };
  const summaries = summarise(await writerOf(formatSchema(shown)), DAY.count, DAY);
  const lines = summaries.map((summary) => {
    const spec = fields[summary.name];
    const hint = spec === undefined ? '' : hints(spec);
    return `| \`${summary.name}\` | \`${spec?.type}\`${hint === '' ? '' : `, ${hint}`} | ${cell(contentOf(summary))} |`;
  });
  return ['| field | type | in 10,000 rows |', '| --- | --- | --- |', ...lines].join('\n');
}

/** File names in `docs/templates`: the page, then its charts. */
export const templateFiles = (template: Template): readonly string[] => [
  `${slugOf(template)}.md`,
  ...Object.keys(storyOf(template).charts).map((chart) => `${slugOf(template)}-${chart}.svg`),
];

async function templatePage(template: Template, charts: readonly Chart[]): Promise<readonly string[]> {
  const { name, summary, schema, text } = template;
  const [, ...files] = templateFiles(template);
  return [
    `# ${name}`,
    // The first paragraph is also the page's description.
    `${summary} ${storyOf(template).about}`.trim(),
    '[All templates](../templates.md) · [Schema language](../schema.md)',
    ...charts.flatMap(({ title, description }, i) => [`![${title}](${files[i]})`, description]),
    '## Try it',
    block('sh', [`npx catbird sample --template "${name}" -n ${ROWS} --seed ${SEED}`]),
    block('json', await firstRows(text, ROWS)),
    'Timestamps, and values that depend on them, reflect when you run the command. Everything else is the same every time.',
    '## Fields',
    await fieldTable(schema),
  ];
}

/** The contents of a template's files, in the order of `templateFiles`. */
export async function templateTexts(template: Template): Promise<readonly string[]> {
  const { rows: count = DAY.count, charts: draws } = storyOf(template);
  const batch = (await writerOf(template.text)).fill(newBatch(), { first: 0, count, time: DAY });
  const rows = [...texts(batch)].map((row) => JSON.parse(row) as never);
  const charts = Object.values(draws).map((draw) => draw(rows));
  return [await formatted(await templatePage(template, charts)), ...charts.map(({ svg }) => svg)];
}

/** The index of all templates. */
export const templatesPage = (): readonly string[] => [
  '# Templates',
  'Templates are built-in schemas. Choose one in the page, or run `npx catbird sample --template "Online Shop" --seed 42`. Each template has a page with charts, its fields and its first rows, all made with seed 42 at 10,000 rows per day. Hidden fields feed other fields and are not sent.',
  templates
    .map((template) => `- [${template.name}](templates/${slugOf(template)}.md): ${template.summary}`)
    .join('\n'),
];
