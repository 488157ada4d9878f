import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startService, type Received, type Service } from '../../../test/services/service.ts';
import { jsonLines } from './catbird.ts';
import { here } from './here.ts';

let service: Service;
beforeEach(async () => {
  service = await startService({
    cors: { methods: ['POST'], headers: [], exposed: [] },
    respond: () => ({ status: 204 }),
  });
});
afterEach(() => service.close());

const SCHEMA = {
  n: { type: 'catbird.sequence' },
  device: { type: 'helpers.arrayElement', params: [['a', 'b/c', 'ü ?#%', '..']], hidden: true },
  owner: { value: 'x', nulls: 0.5 },
};

const streaming = (path: string, ...more: readonly string[]) =>
  here(
    [
      'http',
      '--url',
      `${service.url}${path}`,
      '--schema',
      '-',
      '--seed',
      '7',
      '--eps',
      'max',
      '--json',
      '--limit',
      '200',
      ...more,
    ],
    { input: JSON.stringify(SCHEMA), env: { CATBIRD_HTTP_BEARER_TOKEN: 'a-secret-token' } },
  );
const summaryOf = (err: string) => jsonLines(err).at(-1) as Readonly<Record<string, number | string>>;
const rowsOf = ({ body }: Received) => jsonLines(body.toString()) as { n: number }[];

/** The devices of rows, by their numbers. */
async function devices(): Promise<ReadonlyMap<number, string>> {
  const visible = { ...SCHEMA, device: { ...SCHEMA.device, hidden: false } };
  const { out } = await here(['sample', '--schema', '-', '--seed', '7', '-n', '200', '--quiet'], {
    input: JSON.stringify(visible),
  });
  return new Map((jsonLines(out) as { n: number; device: string }[]).map(({ n, device }) => [n, device]));
}

describe('the address of HTTP may follow from the events', () => {
  test('each request has the events of one address, whose values are percent-encoded', async () => {
    const { code, err } = await streaming('/of/{{device}}/events?to={{device}}', '--on-failure', 'continue');
    expect(code).toBe(1);
    const of = await devices();
    const sent = new Map<number, string>();
    for (const request of service.requests)
      for (const { n } of rowsOf(request)) {
        const name = encodeURIComponent(of.get(n) ?? '');
        expect(request.target).toBe(`/of/${name}/events?to=${name}`);
        sent.set(n, name);
      }
    // It would be another path.
    const parents = [...of.values()].filter((device) => device === '..').length;
    expect(summaryOf(err)).toMatchObject({ accepted: 200 - parents, rejected: parents, failed: 0 });
    expect(sent.size).toBe(200 - parents);
    expect(service.requests).toHaveLength(3);
    expect(err).toContain('--url cannot hold the device \\"..\\"');
  });

  test('an address that the service does not know fails only its events', async () => {
    service.answerWith(({ path }) =>
      path === '/a' ? { status: 404, body: 'No such device' } : { status: 200 },
    );
    const { err } = await streaming('/{{device}}', '--on-failure', 'continue');
    const all = [...(await devices()).values()];
    const lost = all.filter((device) => device === 'a' || device === '..').length;
    expect(lost).toBeLessThan(150);
    expect(summaryOf(err)).toMatchObject({
      accepted: 200 - lost,
      rejected: lost,
      failed: 0,
      reason: 'limit',
    });
    expect(err).toContain('No such device');
  });

  test('an address that fails for a while gets its events later, once each', async () => {
    let failures = 3;
    service.answerWith(({ path }) =>
      path.startsWith('/a') && failures-- > 0 ? { status: 503, body: 'Busy' } : { status: 200 },
    );
    const { code, err } = await streaming('/a{{n}}', '--limit', '50');
    expect(code, err).toBe(0);
    expect(summaryOf(err)).toMatchObject({ accepted: 50, retried: 3 });
    expect(new Set(service.requests.map(({ path }) => path)).size).toBe(50);
  });

  test.each([
    ['http://{{device}}.example.com/', 'Must have values of events only in its path and query'],
    ['http://127.0.0.1{{device}}/', 'Must have values of events only in its path and query'],
    ['http://a:{{device}}@127.0.0.1/', 'Must not contain a user name or password'],
    ['http://127.0.0.1/{{devise}}', 'Unknown field devise in the schema. Did you mean device?'],
    ['http://127.0.0.1/{{device', 'Write a field as {{name}}'],
  ])('%s is refused: %s', async (url, words) => {
    const { code, err } = await here(['http', '--url', url, '--schema', '-'], {
      input: JSON.stringify(SCHEMA),
    });
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--url: ${words}`) as string,
    });
  });
});

describe('headers may follow from the events', () => {
  test('with one event per request', async () => {
    const flags = [
      '--format',
      'single',
      '--header',
      'X-Owner={{owner}}',
      '--header',
      'x-n=n{{n}}',
      '--headers',
      '{"x-same": "s"}',
    ];
    const { code, err } = await streaming('/', ...flags);
    expect(code, err).toBe(0);
    for (const request of service.requests) {
      const [row] = rowsOf(request) as { n: number; owner: string | null }[];
      const { headers } = request;
      expect([headers['x-n'], headers['x-same'], headers['x-owner']]).toEqual([
        `n${row?.n}`,
        's',
        row?.owner ?? undefined,
      ]);
      expect(headers['authorization']).toBe('Bearer a-secret-token');
    }
    expect(new Set(service.requests.map(({ headers }) => headers['x-owner']))).toEqual(
      new Set(['x', undefined]),
    );
  });

  test.each([
    [
      ['--header', 'x={{n}}'],
      '--headers: Values of events need one event per request: set the body to single',
    ],
    [['--header', 'x y=1'], '--headers: Must be a header name such as X-API-Key'],
    [['--header', '=1'], '--header must be NAME=VALUE'],
    [['--format', 'single', '--header', 'x={{m}}'], '--headers: Unknown field m in the schema'],
  ])('%j is refused: %s', async (flags, words) => {
    const { code, err } = await streaming('/', ...flags);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(words) as string });
    expect(service.requests).toEqual([]);
  });
});

test('catbird check sends no placeholder', async () => {
  const flags = [
    '--url',
    `${service.url}/of/{{device}}`,
    '--format',
    'single',
    '--header',
    'x={{n}}',
    '--header',
    'y=1',
  ];
  const { code, err } = await here(['check', 'http', ...flags]);
  expect(code, err).toBe(0);
  const [request] = service.requests;
  expect([request?.target, request?.headers['x'], request?.headers['y']]).toEqual(['/', undefined, '1']);
});

test('a place that has no routes refuses them', async () => {
  const flags = ['aws-sns', '--region', 'us-east-1', '--topic-arn', 'arn:aws:sns:us-east-1:1:{{n}}'];
  const { code, err } = await here([...flags, '--schema', '-'], { input: JSON.stringify(SCHEMA) });
  expect(code).toBe(2);
  expect(err).toContain('--topic-arn: Must not contain {{. Values of events cannot be inserted here');
});
