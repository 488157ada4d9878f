import {
  type FieldSpec,
  fieldSpecs,
  findTemplate,
  type Template,
  formatSchema,
  newBatch,
  templates,
  texts,
} from '@catbird/engine';
import {
  barsText,
  chartOf,
  clippedText,
  streamStatistics,
  viewOf,
  type FieldStatistics,
} from '@catbird/verify';
import { slugOf } from '../site/structure.ts';
import type { Chart } from './chart/picture.ts';
import { block, cell, firstRows, formatted, writerOf } from './page.ts';
import { journeysStories } from './stories/journeys.ts';
import { plainStories } from './stories/plain.ts';
import { relatedStories } from './stories/related.ts';
import { DAY, SEED, type Story } from './story.ts';

const stories: Readonly<Partial<Record<string, Story>>> = {
  ...plainStories,
  ...relatedStories,
  ...journeysStories,
};

/** A template's story. Without one, its page has no charts. */
const storyOf = (template: Pick<Template, 'name'>): Story =>
  stories[template.name] ?? { about: '', charts: {} };

/** Stories whose template does not exist. */
export const orphans = (): readonly string[] =>
  Object.keys(stories).filter((name) => findTemplate(name) === undefined);

const MAX_CHARACTERS = 30;
const ROWS = 3;

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`;
const code = (text: string): string => `\`\` ${clippedText(text, MAX_CHARACTERS)} \`\``;

/** A field's values: a histogram, the shares of a few, or how many there are. */
function valuesOf(field: FieldStatistics): readonly string[] {
  const { distinct, isUnique, top, types, items } = field;
  const view = viewOf(field);
  const chart = chartOf(field);
  if (chart !== undefined) {
    const bars = `${code(chart.from)} \`${barsText(chart)}\` ${code(chart.to)}`;
    return [view === 'items' ? `${bars} items` : bars];
  }
  if (view === 'items') return [`${items?.min} items`];
  if (view === 'empty') return types.objects > 0 ? ['an object'] : [];
  const shares = top.map(({ value, share }) => `${code(JSON.stringify(value))} ${percent(share)}`);
  if (view === 'top' && distinct <= top.length) return shares;
  return [isUnique ? 'all unique' : `${distinct.toLocaleString('en')} values`, ...shares.slice(0, 2)];
}

/** A field's content: its values, and the shares of rows without one. */
const contentOf = (field: FieldStatistics): string =>
  [
    ...valuesOf(field),
    ...(field.nulls > 0 ? [`null ${percent(field.nulls / field.places)}`] : []),
    ...(field.missing > 0 ? [`missing ${percent(field.missing / field.places)}`] : []),
  ].join(' · ');

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
  const writer = await writerOf(formatSchema(shown));
  const statistics = streamStatistics({ writer, rows: DAY.count, time: DAY, nowMs: DAY.startMs });
  const lines = statistics.fields.flatMap((field) => {
    const spec = fields[field.path];
    // Members of objects and elements of lists have no line of their own.
    if (spec === undefined) return [];
    const hint = hints(spec);
    return [
      `| \`${field.path}\` | \`${spec.type}\`${hint === '' ? '' : `, ${hint}`} | ${cell(contentOf(field))} |`,
    ];
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
    block('sh', [`catbird sample --template "${name}" -n ${ROWS} --seed ${SEED}`]),
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
  'Templates are built-in schemas. Choose one in the page, or run `catbird sample --template "Online Shop" --seed 42`. Each template has a page with charts, its fields and its first rows, all made with seed 42 at 10,000 rows per day. Hidden fields feed other fields and are not sent.',
  templates
    .map((template) => `- [${template.name}](templates/${slugOf(template)}.md): ${template.summary}`)
    .join('\n'),
];
