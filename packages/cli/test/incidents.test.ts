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
  - name: lost
    at: +15m
    for: 10m
    where: status == 503 || n % 4 == 0
    drop: true
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
  expect(whole.split('\n').length).toBeGreaterThan(17_000);
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
  ['set: { status: 1e400 }', 'incidents.0.set.status must be a number up to 1.7e308'],
  ['drop: 1', 'incidents.0.drop must be true or false'],
  ['drop: true, set: { status: 1 }', 'incidents.0.drop leaves nothing to set'],
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

const summaryIn = (err: string) => JSON.parse(err.trim().split('\n').at(-1) ?? '');

/** A line that no fault has corrupted. */
const WHOLE = /^\{"n":\d+,"at":"[\dT:.Z-]+","status":\d+,"alarm":\w+\}$/;

/** The rows that no incident drops, by a second program. */
const isKept = (line: string): boolean => {
  const { n, at: instant, status }: { n: number; at: string; status: number } = JSON.parse(line);
  const minute = (Date.parse(instant) - Date.UTC(2026, 10, 20)) / 60_000;
  return minute < 15 || minute >= 25 || !(status === 503 || n % 4 === 0);
};

test('rows that an incident drops are counted and never sent, and sample, verify, labels and digest know it', async () => {
  const text = config('kept.ndjson');
  await writeFile(at('all.yaml'), config('all.ndjson').replace(/ {2}- name: lost[^]*?drop: true\n/, ''));
  await here(['run', at('all.yaml'), '--quiet']);
  const all = (await readFile(at('all.ndjson'), 'utf8')).split('\n').slice(0, -1);
  const kept = all.filter(isKept);
  await writeFile(at('kept.yaml'), text);
  const logged = ['--faults-log', at('faults.ndjson'), '--digest', '--json'];
  const { err } = await here(['run', at('kept.yaml'), '--quiet', ...logged]);
  const summary: { dropped: number; part: { digest: string } } = summaryIn(err);
  expect(summary).toMatchObject({ generated: all.length, accepted: kept.length, inFlight: 0 });
  expect(summary.dropped).toBe(all.length - kept.length);
  expect((await readFile(at('kept.ndjson'), 'utf8')).split('\n').slice(0, -1)).toEqual(kept);
  const faults = (await readFile(at('faults.ndjson'), 'utf8')).split('\n').slice(0, -1);
  expect(faults.filter((line) => line.includes('"kind":"dropped","incident":"lost"'))).toHaveLength(
    summary.dropped,
  );
  expect((await here(['digest', at('kept.yaml')])).out.trim()).toBe(summary.part.digest);
  const labels = await here(['labels', at('kept.yaml')]);
  expect(labels.out).toMatch(new RegExp(`"incident":"lost".*"affected":${summary.dropped}`));
  const sample = (...flags: readonly string[]) =>
    here(['sample', '--config', at('kept.yaml'), '-n', String(all.length), '--quiet', ...flags]);
  expect((await sample()).out.split('\n').slice(0, -1)).toEqual(kept);
  expect((await sample('--format', 'csv')).out.trim().split('\n')).toHaveLength(kept.length + 1);
});

test('faults come after incidents: no copy of a dropped row is sent, and late rows are dropped by the time that they show', async () => {
  const faults =
    'faults: { duplicates: { share: 0.1 }, late: { share: 0.2, delay: { min: 1m, max: 10m } }, dropped: { share: 0.05 }, malformed: { share: 0.02 } }';
  const text = config('faulty.ndjson').replace(/^schema:/m, `${faults}\nschema:`);
  await writeFile(at('faulty.yaml'), text);
  const { err } = await here(['run', at('faulty.yaml'), '--record', at('faulty.json'), '--json', '--quiet']);
  const { generated, accepted, dropped }: Record<string, number> = summaryIn(err);
  expect(accepted).toBe(Number(generated) - Number(dropped));
  const sent = (await readFile(at('faulty.ndjson'), 'utf8')).split('\n').slice(0, -1);
  expect(sent).toHaveLength(Number(accepted));
  expect(sent.filter((line) => WHOLE.test(line) && !isKept(line))).toEqual([]);
  for (const from of [['--record', at('faulty.json')], [at('faulty.yaml')]])
    expect(await here(['verify', ...from, '--source', at('faulty.ndjson'), '--quiet'])).toMatchObject({
      code: 0,
    });
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

test('a run repeats up to 1,000 starts by hand', async () => {
  const starts = Array.from({ length: 1001 }, (_, n) => ({
    name: 'errors',
    number: -1 - n,
    atMs: 0,
    forMs: 1,
  }));
  await writeFile(at('many.yaml'), `${config('never.ndjson')}started: ${JSON.stringify(starts)}\n`);
  const { code, err } = await here(['run', at('many.yaml'), '--quiet']);
  expect(code).toBe(2);
  expect(err).toContain('started must have at most 1000 starts. Write them as times of the incident: at');
});

const yamlOf = (keys: object): string =>
  Object.entries(keys)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');

test('a start of an incident with a rate is in both lists of the summary', async () => {
  const hand = { name: 'sale', number: -1, atMs: Date.UTC(2026, 10, 20, 0, 5), forMs: 60_000 };
  const change = ['2026-11-20T00:05:00.000Z', { incident: 'sale', forMs: 60_000 }];
  const running = async (list: string, value: unknown) => {
    await writeFile(at('hand.yaml'), config('hand.ndjson') + yamlOf({ [list]: value }));
    return here(['run', at('hand.yaml'), '--quiet']);
  };
  // As often in both: each change costs as much as all before it.
  const doubled = { started: [hand], changes: [change, change] };
  await writeFile(at('doubled.yaml'), config('doubled.ndjson') + yamlOf(doubled));
  expect((await here(['run', at('doubled.yaml'), '--quiet'])).err).toContain('must be in both');
  expect((await running('started', [hand])).err).toContain('must be in both');
  expect((await running('changes', [change])).err).toContain('must be in both');
  expect((await running('changes', [['+5m', { incident: 'sale' }]])).err).toContain(
    'must have a name and milliseconds above 0',
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
