import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startKafka } from '../../../scripts/peers/kafka.js';
import { findProgram } from '../../../scripts/programs.js';
import { cases, longOnly } from '../../../test/long.ts';
import { startSchemaRegistry } from '../../../test/services/schema-registry.ts';
import { consumed } from './brokers/kafka.ts';
import { here } from './here.ts';
import { send, verdictOn } from './verified.ts';

/** Few enough for batches that are not consumed yet after each kill. */
const BATCH_ROWS = longOnly([30])[0] ?? 150;

/** Stores batches that kcat consumes, and commits each offset only afterwards. */
const CONSUMER = `
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
const [kcat, broker, output] = process.argv.slice(-3);
const committed = output + '.offsets';
const offsets = existsSync(committed) ? JSON.parse(readFileSync(committed, 'utf8')) : [0, 0, 0, 0];
for (let turn = 0, idle = 0; idle < 4; turn++) {
  const partition = turn % 4;
  const from = ['-C', '-q', '-e', '-b', broker, '-t', 'killed', '-p', String(partition), '-o', String(offsets[partition])];
  const text = execFileSync(kcat, [...from, '-c', '${BATCH_ROWS}'], { encoding: 'utf8' });
  if (text === '') { idle++; continue; }
  idle = 0;
  appendFileSync(output, text);
  process.stdout.write('stored\\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  offsets[partition] += text.split('\\n').length - 1;
  writeFileSync(committed, JSON.stringify(offsets));
}
`;

/** How often the consumer is killed. */
const KILLS = cases(1);

const run = promisify(execFile);
const kcat = findProgram('kcat');

describe.skipIf(kcat === undefined)('a topic of Kafka', () => {
  let broker = '';
  let port = 0;
  let stop = (): Promise<unknown> => Promise.resolve();
  beforeAll(async () => {
    const started = await startKafka(kcat ?? '');
    ({ port } = started);
    broker = `127.0.0.1:${port}`;
    stop = () => started.stop();
  });
  afterAll(() => stop());

  const to = (topic: string): readonly string[] => ['kafka', '--brokers', broker, '--topic', topic];
  const produce = (topic: string, lines: readonly string[]): Promise<unknown> => {
    const running = run(kcat ?? '', ['-P', '-b', broker, '-t', topic]);
    running.child.stdin?.end(lines.map((line) => `${line}\n`).join(''));
    return running;
  };

  test('as it is consumed is right, and with its rows produced twice it is not', async () => {
    const { record } = await send(to('orders'));
    const source = `kafka://${broker}/orders`;
    expect(await verdictOn(record, [source])).toMatchObject({
      code: 0,
      verdict: 'right',
      counts: { right: 900, doubled: 0, extra: 0, unreadable: 0 },
    });
    const rows = await consumed(port, 'orders', '%s');
    await produce('orders', rows.slice(100, 140));
    expect(await verdictOn(record, [source])).toMatchObject({
      code: 99,
      counts: { right: 900, doubled: 40, missing: 0, extra: 0 },
    });
    const some = await verdictOn(record, [source, '--sample-size', '500']);
    expect(some).toMatchObject({ counts: { expected: 500, right: 500, extra: 0 }, sample: { wrong: 0 } });
    expect(some.counts.doubled).toBeGreaterThan(3);
    expect(some.counts.doubled).toBeLessThan(40);
    const { out } = await here(['verify', '--record', record, '--source', source]);
    expect(out).toMatch(/^rows.*kafka orders/s);
    expect(out).toMatch(/doubled +40/);
  });

  test('that lacks a key of a row, or has values that are no JSON, is wrong', async () => {
    const { record } = await send(to('changed'));
    const rows = await consumed(port, 'changed', '%s');
    await produce('moved', [
      ...rows.slice(3).map((row) => row.replace(/"quantity":(\d+)/, '"quantity":"$1"')),
      'no JSON',
    ]);
    const report = await verdictOn(record, [`kafka://${broker}/moved?isolation=uncommitted`]);
    expect(report).toMatchObject({
      code: 99,
      counts: { changed: 897, missing: 3, unreadable: 1, extra: 0 },
    });
    expect(report.changed[0]).toMatchObject({ column: 'quantity', rows: 897 });
    expect(report.changed[0]?.causes[0]).toMatchObject({
      text: 'a text in place of a number',
      certainty: 'certain',
    });
  });

  test('in Avro is right by the schemas of its registry, which only the environment has the password of', async () => {
    const registry = await startSchemaRegistry({ authorization: `Basic ${btoa('me:secret')}` });
    const env = { CATBIRD_SCHEMA_REGISTRY_USER: 'me', CATBIRD_SCHEMA_REGISTRY_PASSWORD: 'secret' };
    const avro = ['--format', 'avro', '--schema-registry', registry.url, '--register'];
    const { record, folder } = await send([...to('avro'), ...avro], { env });
    const source = `kafka://${broker}/avro?schemaRegistry=${registry.url}`;
    expect(await verdictOn(record, [source], { env })).toMatchObject({
      code: 0,
      verdict: 'right',
      counts: { right: 900, extra: 0, unreadable: 0 },
    });

    // Its readers know only times in microseconds, days, and a name that may be null.
    const given = join(folder, 'given.avsc');
    const type = (of: string, logicalType: string) => ({ type: of, logicalType });
    const fields = [
      { name: 'id', type: 'long' },
      { name: 'at', type: type('long', 'timestamp-micros') },
      { name: 'day', type: type('int', 'date') },
      { name: 'name', type: ['null', 'string'] },
    ];
    await writeFile(given, JSON.stringify({ type: 'record', name: 'Given', namespace: 'shop', fields }));
    const schema = {
      id: { type: 'catbird.sequence' },
      at: { type: 'catbird.timestampNow' },
      day: { type: 'catbird.expression', params: 'formatDate(now(), "yyyy-MM-dd")' },
      name: { type: 'person.fullName', nulls: 0.3 },
    };
    const other = await send([...to('given'), ...avro, '--avro-schema', given], { env, schema });
    const place = `kafka://${broker}/given?schemaRegistry=${registry.url}`;
    expect(await verdictOn(other.record, [place], { env })).toMatchObject({
      code: 0,
      counts: { right: 900 },
    });

    // A value that is cut off, and one whose schema the registry lacks.
    await produce('given', ['\u0000\u0000\u0000\u0000\u0002\u0002']);
    expect(await verdictOn(other.record, [place], { env })).toMatchObject({
      code: 99,
      counts: { right: 900, unreadable: 1 },
    });
    const failing = async (where: string, more = env): Promise<string> => {
      const { code, err } = await here(['verify', '--record', other.record, '--source', where], {
        env: more,
      });
      expect(code, err).toBe(1);
      return err;
    };
    expect(await failing(place, { ...env, CATBIRD_SCHEMA_REGISTRY_PASSWORD: 'other' })).toMatch(
      /given: The schema registry .* 401/,
    );
    await produce('given', ['\u0000\u0000\u0000\u0000\u0009\u0002rest']);
    expect(await failing(place)).toContain('values with schema 9, which the registry does not have');
    expect(registry.faults).toEqual([]);
    await registry.close();
  });

  test('in Protobuf is right by the schemas of its registry, with all that a message can hold', async () => {
    const registry = await startSchemaRegistry();
    const schema = {
      id: { type: 'catbird.sequence' },
      at: { type: 'catbird.timestampNow' },
      big: { type: 'number.int', params: { min: 0, max: 9_007_199_254_740_991 } },
      zero: { type: 'number.int', params: { min: 0, max: 1 } },
      name: { type: 'person.fullName', nulls: 0.3 },
      tags: { type: 'helpers.arrayElements', params: [['a', 'b', 'c'], { min: 0, max: 2 }] },
      user: {
        type: 'object',
        fields: {
          age: { type: 'number.int', params: { max: 9 }, nulls: 0.5 },
          ok: { type: 'datatype.boolean' },
        },
      },
    };
    const format = ['--format', 'protobuf', '--schema-registry', registry.url, '--register'];
    const { record } = await send([...to('proto'), ...format], { schema });
    const source = `kafka://${broker}/proto?schemaRegistry=${registry.url}`;
    expect(await verdictOn(record, [source])).toMatchObject({
      code: 0,
      verdict: 'right',
      counts: { right: 900, changed: 0, extra: 0, unreadable: 0 },
    });
    // A copy of a row of which only the number is there.
    await produce('proto', ['\u0000\u0000\u0000\u0000\u0001\u0000\u0008\u0005']);
    expect(await verdictOn(record, [source])).toMatchObject({ code: 99, counts: { unreadable: 0 } });
    await registry.close();
  });

  test('whose consumer was killed has batches twice, and none is lost', async () => {
    const { record, folder } = await send(to('killed'));
    const output = join(folder, 'consumed.ndjson');
    await writeFile(output, '');
    for (let kills = 0; kills <= KILLS; kills++) {
      const child = spawn(
        process.execPath,
        ['--input-type=module', '-e', CONSUMER, kcat ?? '', broker, output],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const exited = once(child, 'exit');
      let written = 0;
      for await (const text of child.stdout.setEncoding('utf8')) {
        written += String(text).split('\n').length - 1;
        // The second batch is stored, and its offset is not committed yet.
        if (kills < KILLS && written >= 2) break;
      }
      child.kill('SIGKILL');
      await exited;
    }
    const rows = (await readFile(output, 'utf8')).split('\n').length - 1;
    const report = await verdictOn(record, [output]);
    expect(rows).toBeGreaterThan(900);
    expect(report).toMatchObject({
      code: 99,
      counts: { right: 900, missing: 0, extra: 0, doubled: rows - 900 },
    });
  });

  test('that cannot be read gives no verdict, and a sentence of what to do', async () => {
    const { record } = await send(['log']);
    const failing = async (source: string): Promise<string> => {
      const { code, out, err } = await here(['verify', '--record', record, '--source', source]);
      expect(code, err).toBe(1);
      expect(out).toBe('');
      return err;
    };
    expect(await failing('kafka://127.0.0.1:1/orders')).toMatch(
      /kafka orders cannot be read: .*Nothing is listening/,
    );
    await produce('binary', ['\u0000\u0000\u0000\u0000\u0001\u0002rest']);
    expect(await failing(`kafka://${broker}/binary`)).toMatch(/schema registry.*schemaRegistry=http/);
    const { code, err } = await here([
      'verify',
      '--record',
      record,
      '--source',
      `kafka://me:secret@${broker}/orders`,
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/must not contain a password/);
    expect(err).not.toContain('secret');
  });
});
