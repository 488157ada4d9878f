import { afterEach, beforeEach, expect, test } from 'vitest';
import { startHttp } from '../../../test/services/http.ts';
import type { Service } from '../../../test/services/service.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let service: Service;
beforeEach(async () => {
  service = await startHttp();
  service.answerWith({ status: 200 });
});
afterEach(() => service.close());

const SCHEMA = '{"id": {"type": "string.uuid"}}';
const ROWS = ['--schema', '-', '--seed', '3'];
const sent = async (rows: number, ...flags: readonly string[]) => {
  const to = ['http', '--url', `${service.url}/events`, '--eps', 'max', '--in-flight', '1', '--json'];
  const ended = await here([...to, ...ROWS, '--limit', String(rows), ...flags], { input: SCHEMA });
  return { ...ended, bodies: service.requests.map(({ body }) => body.toString()) };
};
const sample = async (rows: number): Promise<readonly unknown[]> =>
  jsonLines((await here(['sample', ...ROWS, '-n', String(rows)], { input: SCHEMA })).out);

test('events and bodies have the form of their templates, and none is missing', async () => {
  const { code, err, bodies } = await sent(
    25_000,
    '--body',
    '{"records":[{{rows}}]}',
    '--row',
    '{"value":{{ row }}}',
  );
  expect(code, err).toBe(0);
  const records = bodies.flatMap((body) => (JSON.parse(body) as { records: { value: unknown }[] }).records);
  expect(records.map(({ value }) => value)).toEqual(await sample(25_000));
  expect(jsonLines(err).at(-1)).toMatchObject({ accepted: 25_000 });
  expect(service.requests[0]?.headers['content-type']).toBe('application/json');
});

test('a request never exceeds its bytes, with the templates', async () => {
  const record = `{"padding":"${'x'.repeat(500)}","value":{{row}}}`;
  const { bodies } = await sent(
    5000,
    '--body',
    `{"about":"${'y'.repeat(999)}","records":[{{rows}}]}`,
    '--row',
    record,
  );
  expect(bodies.length).toBeGreaterThan(2);
  const lengths = bodies.map(({ length }) => length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1_000_000);
  expect(Math.max(...lengths)).toBeGreaterThan(990_000);
});

test('lines and single events have templates, too', async () => {
  const [a, b] = await sample(2);
  const lines = await sent(2, '--row', '{"create":{}}\n{{row}}');
  expect(lines.bodies).toEqual([
    `{"create":{}}\n${JSON.stringify(a)}\n{"create":{}}\n${JSON.stringify(b)}\n`,
  ]);
  const single = await sent(2, '--format', 'single', '--row', '{"event":{{row}}}');
  expect(single.bodies.slice(1)).toEqual([
    `{"event":${JSON.stringify(a)}}`,
    `{"event":${JSON.stringify(b)}}`,
  ]);
});

test.each([
  [['--body', '{"a":{{row}}}'], '--body: Must contain {{rows}} exactly once, and no other {{'],
  [['--body', '[{{rows}},"{{id}}"]'], '--body: Must contain {{rows}} exactly once'],
  [['--row', '{{row}}{{row}}'], '--row: Must contain {{row}} exactly once'],
  [['--body', '[{{rows}}}'], '--body: An event becomes [{"a":1}}, which is not valid JSON'],
  [['--body', '{"a":{{rows}}}'], '--body: Two events become {"a":{"a":1},{"a":1}}, which is not valid JSON'],
  [['--row', '{"a":{{row}}'], '--row: An event becomes {"a":{"a":1}, which is not valid JSON'],
  [
    ['--row', '{"a":{{row}}}', '--headers', '{"CONTENT-TYPE":"application/vnd.x+json"}'],
    'The content type is application/vnd.x+json',
  ],
  [['--body', '[{{rows}}]', '--format', 'single'], '--body: Requires --format array'],
  [['--row', '{"a":{{row}}}', '--format', 'csv'], '--row needs rows as JSON'],
])('%j is refused: %s', async (flags, words) => {
  const { code, err, bodies } = await sent(1, ...flags);
  expect({ code, bodies }).toEqual({ code: 2, bodies: [] });
  expect(
    jsonLines(err)
      .map((each) => (each as { message: string }).message)
      .join(),
  ).toContain(words);
});

test('a body of another type may be anything', async () => {
  const { bodies } = await sent(1, '--row', 'row={{row}}', '--headers', '{"content-type":"text/plain"}');
  expect(bodies).toEqual([`row=${JSON.stringify((await sample(1))[0])}\n`]);
});
