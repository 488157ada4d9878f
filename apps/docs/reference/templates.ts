import { type FieldSpec, fieldSpecs, type Template, formatSchema, templates } from '@catbird/engine';
import {
  barsText,
  chartOf,
  clippedText,
  streamStatistics,
  viewOf,
  type FieldStatistics,
} from '@catbird/verify';
import { slugOf } from '../site/structure.ts';
import { ABOUT } from './about.ts';
import { block, cell, firstRows, SEED, writerOf } from './page.ts';

/** Rows of a day that the figures of fields are of. */
const DAY = { count: 10_000, startMs: Date.UTC(2026, 0, 1), stepMs: 8640 } as const;

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

/** The page of a template. */
export async function templatePage({ name, summary, schema, text }: Template): Promise<readonly string[]> {
  return [
    `# ${name}`,
    // The first paragraph is also the page's description.
    `${summary} ${ABOUT[name] ?? ''}`.trim(),
    '[All templates](../templates.md) · [Schema language](../schema.md)',
    '## Try it',
    block('sh', [`catbird sample --template "${name}" -n ${ROWS} --seed ${SEED}`]),
    block('json', await firstRows(text, ROWS)),
    'Timestamps, and values that depend on them, reflect when you run the command. Everything else is the same every time.',
    '## Fields',
    await fieldTable(schema),
  ];
}

/** The index of all templates. */
export const templatesPage = (): readonly string[] => [
  '# Templates',
  'Templates are built-in schemas. Choose one in the page, or run `catbird sample --template "Online Shop" --seed 42`. Each template has a page with its fields and its first rows, all made with seed 42 at 10,000 rows per day. Hidden fields feed other fields and are not sent.',
  templates
    .map((template) => `- [${template.name}](templates/${slugOf(template)}.md): ${template.summary}`)
    .join('\n'),
];
