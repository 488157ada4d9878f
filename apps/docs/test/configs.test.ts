import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { variablesIn } from '@catbird/stream';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { here } from '../../../packages/cli/test/here.ts';
import { blocksOf, markdownOf, pages, type Block } from './blocks.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

type Mapping = Readonly<Record<string, unknown>>;

/** The object of a block of YAML or JSON; undefined if it is something else, such as rows. */
function objectIn({ language, code }: Block): Mapping | undefined {
  if (language !== 'yaml' && language !== 'json') return undefined;
  try {
    const value: unknown = parse(code, { merge: true, logLevel: 'silent' });
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Mapping)
      : undefined;
  } catch {
    return undefined;
  }
}

const isConfig = (value: Mapping): boolean =>
  ['destination', 'destinations', 'streams'].some((key) => key in value) && !('steps' in value);

/** Parts of a config, which readers put into one of their own. */
const PARTS: Readonly<Record<string, Mapping>> = {
  format: { destination: 'file', settings: { path: 'rows.ndjson' }, template: 'Simple Example' },
  types: { destination: 'log', template: 'Simple Example' },
};

const isRate = (value: Mapping): boolean =>
  ['stages', 'day', 'week', 'waves', 'bursts', 'calendar'].some((key) => key in value);

/** Files that commands or readers make. */
const MADE: Readonly<Record<string, string>> = {
  'orders.json': '{"id": "string.uuid"}',
  'payments.json': '{"id": "string.uuid"}',
  'events.ndjson': [0, 1].map((n) => `{"order_id":${n},"at":"2026-01-01T00:00:0${n}Z"}\n`).join(''),
  'models/segments.sql': 'SELECT id FROM orders',
};

/** A config of a page, with the line of code that a failure shows. */
interface Found {
  readonly page: string;
  readonly what: string;
  readonly config: string;
}

/** The configs of a page. A part goes into the page's config before it, or into a usual one. */
function configsOn(page: string): readonly Found[] {
  let last: Mapping | undefined;
  return blocksOf(markdownOf(page)).flatMap((block): Found | readonly Found[] => {
    const value = objectIn(block);
    if (value === undefined) return [];
    const found = (config: Mapping, text = JSON.stringify(config)): Found => ({
      page,
      what: block.name === '' ? (block.code.split('\n', 1)[0] ?? '') : block.name,
      config: text,
    });
    if (isConfig(value)) {
      last = value;
      return found(value, block.code);
    }
    const [key = '', ...others] = Object.keys(value);
    if (key === 'verify' && others.length === 0 && last !== undefined) return found({ ...last, ...value });
    const around = others.length === 0 ? PARTS[key] : undefined;
    if (around !== undefined) return found({ ...around, ...value });
    return isRate(value)
      ? found({ destination: 'log', template: 'Simple Example', from: '2026-01-01', rate: value })
      : [];
  });
}

const configs = pages.flatMap(configsOn);

test('configs, parts of them and rates are found on the pages', () => {
  expect(configs.length).toBeGreaterThan(30);
  const found = configs.map(({ what }) => what);
  for (const what of ['syslog.yaml', 'rate.yaml', 'format:', 'verify:', 'shop.yaml'])
    expect(found).toContain(what);
});

test.each(configs)('$what in $page is valid', async ({ page, config }) => {
  const folder = await mkdtemp(join(tmpdir(), 'catbird-docs-'));
  folders.push(folder);
  await mkdir(join(folder, 'models'));
  for (const [name, text] of Object.entries(MADE)) await writeFile(join(folder, name), text);
  for (const { name, code } of blocksOf(markdownOf(page)))
    if (/^[\w.-]+\.\w+$/.test(name)) await writeFile(join(folder, name), code);
  const file = join(folder, 'config.yaml');
  await writeFile(file, config);
  const env = Object.fromEntries(variablesIn(config).map((name) => [name, valueOf(name)]));
  const { code, err } = await here(['validate', file], { env });
  expect(code, err).toBe(0);
});

/** A value that fits a variable of that name. */
const valueOf = (name: string): string => (/URL/.test(name) ? 'postgres://localhost:5432/postgres' : 'any');

/** `--rate '…'` and `--faults '…'` in commands. */
const OPTION = /--(rate|faults) '([^']+)'/g;
const options = pages.flatMap((page) =>
  blocksOf(markdownOf(page)).flatMap(({ code }) =>
    Array.from(code.matchAll(OPTION), ([, option = '', value = '']) => ({ page, option, value })),
  ),
);

test.each(options)('--$option in $page is valid: $value', async ({ option, value }) => {
  const args = ['log', '--template', 'Web Sessions', '--from', '2026-01-01', '--limit', '1', '--dry-run'];
  expect(await here([...args, `--${option}`, value])).toMatchObject({ code: 0 });
});
