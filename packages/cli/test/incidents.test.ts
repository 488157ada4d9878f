// cspell:ignore statu eror
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts } from '../../../scripts/peers.js';
import { begin, here } from './here.ts';

let folder = '';
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'catbird-incidents-'))));
afterAll(() => rm(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

const config = (path: string): string => `
seed: 42
from: 2026-11-20
to: 2026-11-20T01:00
eps: 5
destination: file
settings: { path: ${at(path)} }
incidents:
  - name: errors
    at: [+10m, '2026-11-20T00:40']
    for: 10m
    ramp: 1m
    share: 0.5
    set: { status: '503' }
  - name: sale
    at: '30 * * * *'
    for: 5m
    rate: 4
schema:
  n: { type: catbird.sequence }
  at: { type: catbird.timestampNow }
  status: { type: helpers.weightedArrayElement, params: [{ value: 200, weight: 99 }, { value: 500, weight: 1 }] }
  alarm: { type: catbird.expression, params: 'incident("errors") > 0.5' }
`;

async function run(name: string, ...flags: readonly string[]): Promise<string> {
  await writeFile(at(`${name}.yaml`), config(`${name}.ndjson`));
  const ended = await here(['run', at(`${name}.yaml`), '--quiet', ...flags]);
  expect(ended).toMatchObject({ code: 0 });
  return readFile(at(`${name}.ndjson`), 'utf8');
}

test('a stream that was stopped and resumed, and one of threads, has the same bytes as a whole one', async () => {
  const whole = await run('whole');
  expect(whole.split('\n').length).toBeGreaterThan(18_000);
  await run('resumed', '--state', at('state.json'), '--set', 'limit=4001');
  expect(await run('resumed', '--state', at('state.json'), '--set', 'limit=-1')).toBe(whole);
  expect(await run('threads', '--workers', '2')).toBe(whole);
});

test('verify knows incidents from a record, and labels follow from it', async () => {
  const sent = await run('sent', '--record', at('record.json'));
  const verify = () =>
    here(['verify', '--record', at('record.json'), '--source', at('sent.ndjson'), '--quiet']);
  expect(await verify()).toMatchObject({ code: 0 });
  const [, failed = ''] = /\n(.*"status":503.*)\n/.exec(sent) ?? [];
  await writeFile(at('sent.ndjson'), sent.replace(failed, failed.replace('503', '200')));
  expect(await verify()).toMatchObject({ code: 99 });
  const fromRecord = await here(['labels', '--record', at('record.json')]);
  expect(fromRecord.out).toContain('"from":"2026-11-20T00:10:00Z"');
  expect(fromRecord.out).toBe((await here(['labels', at('sent.yaml')])).out);
});

test.each([
  ['set: { statu: 1 }', 'incidents.0.set: Unknown field statu. Did you mean status?'],
  [
    'set: { status: high }',
    'incidents.0.set.status: Unknown field high. Fields: n, at, status, alarm, bad, strength. To set a text, write it in quotes: \'"high"\'',
  ],
  [
    'set: { status: \'"503"\' }',
    'incidents.0.set.status must keep the kind of the field: the field is a whole number, and this is a text',
  ],
  ['set: { n: 1 }', 'incidents.0.set.n: incidents cannot change catbird.sequence. Set another field'],
  [
    'where: drawn.service == 1, set: { status: 1 }',
    'incidents.0.where: drawn.service is not drawn. Add draw to the incident',
  ],
  ['where: level == 1, set: { status: 1 }', 'incidents.0.where: Unknown field level'],
  [
    'where: bad, set: { status: 1 }',
    'incidents.0: a field that the incident sets decides which rows it affects: ',
  ],
  ['rate: 2, share: 0.5', 'incidents.0.rate applies to all rows'],
  ["share: '20', set: { status: 1 }", 'incidents.0.share must be a number from 0 to 1'],
  ['drop: true', 'incidents.0.drop is not supported'],
  ['every: 20m, set: { status: 1 }', 'incidents.0 must have at or every, not both'],
  ['ramp: 6m, set: { status: 1 }', 'incidents.0.ramp must be at most for (10m), up and down together'],
  ['fr: 5m', 'Unknown key incidents.0.fr. Did you mean for?'],
  ['expect: { alert: { service: drawn.x } }', 'incidents.0.expect.alert.service must name a value of draw'],
])('refuses %s', async (effects, message) => {
  const wrong = config('never.ndjson').replace(
    /^incidents:[^]*?(?=^schema:)/m,
    `incidents:\n  - { name: errors, at: +10m, for: 10m, ${effects} }\n`,
  );
  await writeFile(at('wrong.yaml'), `${wrong}  bad: { type: catbird.expression, params: 'status > 400' }\n`);
  const { code, err } = await here(['run', at('wrong.yaml'), '--quiet']);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(err).toMatch(/wrong\.yaml:\d+:\d+/);
});

test('incidents need event times, and expressions incidents that exist', async () => {
  const without = config('never.ndjson').replace(/^(from|to): .*\n/gm, '');
  await writeFile(at('clock.yaml'), without);
  expect((await here(['run', at('clock.yaml'), '--set', 'limit=1'])).err).toContain(
    'incidents need computed event times. Set from',
  );
  await writeFile(
    at('unknown.yaml'),
    config('never.ndjson').replace('incident("errors")', 'incident("eror")'),
  );
  expect((await here(['run', at('unknown.yaml'), '--set', 'limit=1'])).err).toContain(
    'Unknown incident eror. Did you mean errors?',
  );
});

test('metrics have the strength of incidents', async () => {
  const [port = 0] = await freePorts(1);
  await writeFile(
    at('live.yaml'),
    config('live.ndjson').replace('eps: 5\n', 'eps: 5\nspeed: 300\nfuture: true\n'),
  );
  const running = begin(['run', at('live.yaml'), '--metrics-port', String(port)]);
  const strengthOf = async (): Promise<number> => {
    const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (response) => response.text(),
      () => '',
    );
    return Number(/^catbird_incident\{incident="errors"\} (\S+)$/m.exec(text)?.[1] ?? 0);
  };
  await expect.poll(strengthOf, { timeout: 20_000, interval: 100 }).toBe(1);
  running.stop();
  await running.ended;
});
