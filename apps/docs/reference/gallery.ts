import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { templates } from '@catbird/engine';
import { barsText, chartOf, newCollector, type FieldStatistics } from '@catbird/verify';
import { compress } from '../../web/src/link/compress.ts';
import { ROOT, slugOf } from '../site/structure.ts';
import { block, SEED } from './page.ts';

/** A stream of a config in `examples`, or of a template. */
export interface Shown {
  readonly title: string;
  /** A sentence. */
  readonly about: string;
  /** What chooses it for `catbird sample`. */
  readonly asked: { readonly template: string } | { readonly config: string; readonly stream?: string };
}

const of = (file: string, title: string, about: string, stream?: string): Shown => ({
  title,
  about,
  asked: { config: `examples/${file}.yaml`, ...(stream !== undefined && { stream }) },
});

/** All streams of the gallery. The first sentences of templates are their own. */
export const GALLERY: readonly Shown[] = [
  ...templates.map(({ name, summary }) => ({ title: name, about: summary, asked: { template: name } })),
  of(
    'orders',
    'Orders and their payments',
    'A payment comes after its order, and a shipment after its payment.',
    'payments',
  ),
  of('shop', 'A shop as tables', 'Four streams share users, products and orders.', 'orders'),
  of(
    'customers',
    'Changes of a database',
    'Customers and orders as Debezium tells their changes.',
    'customers',
  ),
  of('tickets', 'Support tickets', 'Each change of the status of a ticket is a row.'),
  of('calls', 'A call centre', 'Calls of one agent never overlap.', 'started'),
  of('fraud-rings', 'Rings of fraud', 'Some accounts pass their money round in rings of five.', 'transfers'),
  of('bots', 'People and bots', 'Bots crawl pages and never buy.', 'views'),
  of('traces', 'Traces of a checkout', 'Spans at four services, as OpenTelemetry has them.'),
  of('offline-devices', 'Devices that go offline', 'They send their readings in a burst when they are back.'),
  of('holidays', 'A December with holidays', 'Half the orders on Christmas Eve, and none at Christmas.'),
];

const CATBIRD = join(ROOT, 'packages/cli/bin/catbird.js');
const start = promisify(execFile);

/** What chooses a stream for `catbird sample`. */
const flagsOf = ({ asked }: Shown): readonly string[] =>
  Object.entries(asked).flatMap(([name, value]) => [`--${name}`, value]);

/** The first rows of a stream, as `catbird sample` prints them. */
export async function rowsOf(shown: Shown, count: number): Promise<readonly string[]> {
  const args = [CATBIRD, 'sample', ...flagsOf(shown), '-n', String(count), '--seed', String(SEED), '--quiet'];
  const { stdout } = await start(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  return stdout.trimEnd().split('\n');
}

/** Rows that a figure shows. */
const COUNTED = 600;

const isTelling = ({ path }: FieldStatistics): boolean => !/(^|[._])(id|at|time|date|timestamp)$/.test(path);

/** A field as a figure in text: a histogram of the first numbers that are no keys, or the shares of the first few values. */
export function figureOf(rows: readonly string[]): string {
  const collector = newCollector();
  for (const row of rows) collector.addText(row);
  const fields = collector.statistics().fields.filter(isTelling);
  for (const field of fields) {
    const chart = field.types.numbers > 0 ? chartOf(field) : undefined;
    if (chart !== undefined && field.distinct > 8)
      return `\`${field.path}\`: ${chart.from} \`${barsText(chart)}\` ${chart.to}`;
  }
  const few = fields.find(({ distinct, top }) => distinct > 1 && distinct <= top.length);
  const parts = few?.top.map(
    ({ value, share }) =>
      `${String(value)} \`${'█'.repeat(Math.max(1, Math.round(share * 20)))}\` ${Math.round(share * 100)} %`,
  );
  return few === undefined ? '' : `\`${few.path}\`: ${parts?.join(' · ')}`;
}

/** What opens the stream in the page, which is above the documentation. */
export async function linkOf({ asked }: Shown): Promise<string> {
  if ('template' in asked)
    return `../?${new URLSearchParams({ generatorName: 'Log', schema: 'Preset', template: asked.template })}`;
  return `../?config=${await compress(readFileSync(join(ROOT, asked.config), 'utf8'))}`;
}

const commandOf = (shown: Shown): string =>
  ['catbird sample', ...flagsOf(shown).map((text) => (text.includes(' ') ? `"${text}"` : text)), '-n 3'].join(
    ' ',
  );

async function section(shown: Shown): Promise<readonly string[]> {
  const { title, about, asked } = shown;
  const rows = await rowsOf(shown, COUNTED);
  const more =
    'template' in asked
      ? `[All fields](templates/${slugOf({ name: asked.template })}.md)`
      : `[The config](../${asked.config})`;
  return [
    `## ${title}`,
    `${about} <a href="${(await linkOf(shown)).replaceAll('&', '&amp;')}">Open it in the page</a> · ${more}`,
    ...[figureOf(rows)].filter((text) => text !== ''),
    block('json', rows.slice(0, 3)),
    block('sh', [commandOf(shown)]),
  ];
}

/** The page with all streams, or some. */
export async function galleryPage(some = GALLERY): Promise<readonly string[]> {
  const sections: (readonly string[])[] = [];
  // One by one: journeys take memory.
  for (const shown of some)
    // oxlint-disable-next-line no-await-in-loop
    sections.push(await section(shown));
  return [
    '# Gallery',
    `${GALLERY.length} streams that ship with Catbird: what they look like, three rows of each, and the command that prints them. Those of a config run in a clone. Everything is made with seed ${SEED}.`,
    ...sections.flat(),
  ];
}
