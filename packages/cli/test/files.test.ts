import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-files-'))));
afterAll(() => rm(folder, { recursive: true }));

const SCHEMA = '{"city": {"type": "catbird.dataset", "params": {"file": "cities.csv", "column": "name"}}}';
const FILES: Readonly<Record<string, string>> = {
  'stream.yaml': 'destination: log\nschema: schema.json\nlimit: 2\neps: max\nseed: 1\n',
  'stream.json': '{"destination": "log", "schema": "schema.json", "limit": 2, "eps": 50, "seed": 1}',
  'schema.json': SCHEMA,
  'schema.yaml': 'city: {type: catbird.dataset, params: {file: cities.csv, column: name}}',
  'cities.csv': 'name\nZürich\n',
  'variables.env': 'CATBIRD_LIMIT=2\n',
  'rate.json': '{"stages": [["0s", 50], ["1s", 50]]}',
};
const LINES = '{"city":"Zürich"}\n{"city":"Zürich"}\n';

/** What programs of Windows write. */
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 of PowerShell': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, the high byte first': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
};

test.each(Object.entries(ENCODINGS))(
  'reads schemas, configs, tables and variables in %s',
  async (name, encode) => {
    const inside = join(folder, name);
    await mkdir(inside);
    for (const [file, text] of Object.entries(FILES)) await writeFile(join(inside, file), encode(text));
    const at = (file: string): string => join(inside, file);
    for (const args of [
      ['run', at('stream.yaml')],
      ['run', at('stream.json')],
      ['log', '--schema', at('schema.json'), '--limit', '2', '--rate', at('rate.json')],
      ['sample', '--schema', at('schema.json'), '-n', '2'],
      ['sample', '--schema', at('schema.yaml'), '--variables', at('variables.env')],
    ])
      expect({ args, ...(await here(args)) }).toMatchObject({ code: 0, out: LINES });
  },
);

test('a path with a control character is refused with what to do, and nothing is written', async () => {
  const advice = /control characters\. In double quotes, \\t is a tab .* single quotes in YAML/;
  const configs: Readonly<Record<string, string>> = {
    path: 'destination: file\nsettings: {path: "out\\table.ndjson"}\nlimit: 1\n',
    deadLetter: 'destination: log\ndelivery: {deadLetter: "out\\rows.ndjson"}\nlimit: 1\n',
    schema: 'destination: log\nschema: "my\\test.json"\nlimit: 1\n',
    entities: 'destination: log\nentities: "my\\test.json"\nentity: user\nlimit: 1\n',
    replay: 'destination: log\nreplay: "my\\new.ndjson"\nlimit: 1\n',
  };
  const inside = join(folder, 'paths');
  await mkdir(inside);
  for (const [name, text] of Object.entries(configs)) {
    const file = join(inside, `${name}.yaml`);
    await writeFile(file, text);
    expect({ name, ...(await here(['run', file])) }).toMatchObject({
      code: 2,
      err: expect.stringMatching(advice) as string,
    });
  }
  for (const [flag, value] of [
    ['--state', 'out\table'],
    ['--record', 'out\run.json'],
    ['--faults-log', 'out\faults'],
    ['--dead-letter', 'out\rows'],
  ] as const)
    expect(await here(['log', '--limit', '1', flag, join(inside, value)])).toMatchObject({
      code: 2,
      err: expect.stringMatching(advice) as string,
    });
  expect((await readdir(inside)).toSorted()).toEqual(
    Object.keys(configs)
      .map((name) => `${name}.yaml`)
      .toSorted(),
  );
  expect(existsSync('out\table.ndjson')).toBe(false);
});
