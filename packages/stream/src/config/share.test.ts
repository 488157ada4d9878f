import { expect, test } from 'vitest';
import { NODE_DESTINATIONS } from './spec.ts';
import { shareConfig } from './share.ts';
import { parseText } from './yaml.ts';

const NEEDLE = 'NEEDLE';

const KNOWN = [...NODE_DESTINATIONS, { name: 'HTTP', command: 'http' }, { name: 'Ably', command: 'ably' }];

const shared = async (text: string) => shareConfig(await parseText(text, 'a.yaml'), text, KNOWN);

/** Settings with a credential, each at a place where one may be. */
const SETTINGS: readonly (readonly [destination: string, settings: Readonly<Record<string, unknown>>])[] = [
  ['ably', { apiKey: '${ABLY_KEY_ID}:NEEDLE' }],
  ['ably', { apiKey: 'NEEDLE:${ABLY_KEY}' }],
  ['http', { bearerToken: NEEDLE }],
  ['http', { bearerToken: 'NEEDLE${A}' }],
  ['http', { bearerToken: '$${NEEDLE}' }],
  ['http', { username: NEEDLE }],
  ['http', { headers: { Authorization: 'Bearer NEEDLE' } }],
  ['http', { headers: { authorization: '${SCHEME} NEEDLE' } }],
  ['http', { headers: { 'X-Anything': NEEDLE } }],
  ['http', { headers: { 'Content-Type': 'text/plain; token=NEEDLE' } }],
  ['http', { headers: '{"X-Key": "NEEDLE"}' }],
  ['http', { url: 'https://NEEDLE@example.com/events' }],
  ['http', { url: 'https://example.com\\@NEEDLE:a@b/' }],
  ['http', { url: 'https:me:NEEDLE@example.com' }],
  ['http', { url: '//me:NEEDLE@example.com' }],
  ['http', { url: 'https://example.com/hooks/T0AB12CD34EF56NEEDLE' }],
  ['http', { url: 'https://example.com/events#NEEDLE' }],
  ['http', { url: 'https://example.com/events%2FNEEDLE' }],
  ...[
    'password',
    'token',
    'access_token',
    'api_key',
    'sig',
    'X-Amz-Signature',
    'auth',
    'code',
    'anything',
  ].map((name) => ['http', { url: `https://example.com/events?name=a&${name}=NEEDLE` }] as const),
  ['http', { url: 'https://example.com/events?NEEDLE' }],
  ['http', { url: 'https://example.com/events?name=a=NEEDLE' }],
  ['rabbitmq', { url: 'amqp://${USER}:NEEDLE@mq' }],
  ['rabbitmq', { url: 'amqp://NEEDLE:${PASSWORD}@mq' }],
  ['rabbitmq', { publishOptions: { headers: { deep: [{ er: NEEDLE }] }, persistent: true } }],
  ['redis', { url: 'redis://cache?password=NEEDLE' }],
  ['redis', { url: 'redis://cache?${NAME}=NEEDLE' }],
  ['postgres', { url: 'postgres://db/shop?sslmode=require&options=-c%20x=NEEDLE' }],
  ['postgres', { table: 'host=db password=NEEDLE' }],
  ['clickhouse', { parameters: { password: NEEDLE } }],
  ['clickhouse', { parameters: { input_format_skip_unknown_fields: 'a&password=NEEDLE' } }],
  ['kafka', { brokers: 'me:NEEDLE@localhost:9092' }],
  ['aws-sns', { snsOptions: { endpoint: 'http://me:NEEDLE@localhost' } }],
  ['aws-kinesis', { accessKeyId: NEEDLE, sessionToken: NEEDLE }],
  [
    'confluent-cloud-kafka',
    { headers: [{ name: 'key', value: NEEDLE }], key: { type: 'STRING', data: NEEDLE } },
  ],
  ['of-tomorrow', { anything: NEEDLE }],
  ['of-tomorrow', { topic: { nested: NEEDLE } }],
];

test.each(SETTINGS)('%s with %j is shared without its credential', async (destination, settings) => {
  for (const config of [
    { destination, settings },
    { destination, settings, streams: { a: {} } },
    { destination, streams: { a: { settings } } },
    { destination: 'log', streams: { a: { destination, settings } } },
    { settings, streams: { a: { destination } } },
    { destinations: ['log', { destination, settings }] },
    { streams: { a: { destinations: [{ destination, settings }] } } },
    { destination, streams: { a: { destinations: [{ settings }] } } },
  ]) {
    const { text = NEEDLE, replaced = [], value } = (await shared(JSON.stringify(config))) ?? {};
    expect(text).not.toContain(NEEDLE);
    expect(JSON.stringify(value)).not.toContain(NEEDLE);
    expect(replaced.length).toBeGreaterThan(0);
    for (const name of replaced) expect(text).toContain(`"\${${name}}"`);
    // What was shared is shared as it is, so that a link leads to the same config.
    expect(await shared(text)).toEqual({ value, text, replaced: [], variables: expect.anything() });
  }
});

/** Texts with a credential that the streams of the config do not have. */
const TEXTS: readonly string[] = [
  'destination: log # NEEDLE\n',
  '# token: NEEDLE\ndestination: log\n',
  'destination: http\nsettings:\n  <<: { bearerToken: NEEDLE }\n  bearerToken: ${TOKEN}\n',
  'destination: &NEEDLE log\n',
  '{"destination": "http", "settings": {"bearerToken": "NEEDLE", "bearerToken": "${TOKEN}"}}',
];

test.each(TEXTS)('%j is shared as its value only', async (text) => {
  // YAML has no key twice, but JSON may.
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : await parseText(text, 'a.yaml');
  expect(shareConfig(value, text, KNOWN)?.text).toBe(`${JSON.stringify(value, null, 2)}\n`);
  expect(JSON.stringify(value)).not.toContain(NEEDLE);
});

test.each([
  { destination: 'log', unknown: NEEDLE },
  { streams: { a: { destination: 'log', unknown: NEEDLE } } },
  { streams: { a: NEEDLE } },
  { streams: [NEEDLE] },
  [NEEDLE],
  {
    destination: 'log',
    schema: { a: { type: 'catbird.constant', params: 'https://me:NEEDLE@example.com' } },
  },
  { destination: 'log', schema: 'https://${USER}:NEEDLE@example.com/schema.json' },
  { destination: 'http', settings: { headers: { 'http://me:NEEDLE@host': '${A}' } } },
])('%j is not shared, because its credential is where no variable can be', (config) => {
  expect(shareConfig(config, JSON.stringify(config), KNOWN)).toBeUndefined();
});

test('a config without credentials is shared as it was written', async () => {
  const text = `destination: http
settings:
  url: https://\${HOST}:8443/v0/events?name=events&token=\${TOKEN}
  headers: { authorization: 'Bearer \${TOKEN}', accept: application/json }
  password: \${PASSWORD}
streams:
  a: { destination: rabbitmq, settings: { url: 'amqp://\${ME}:\${IT}@mq:5672/shop', queue: orders.new } }
  b: { destination: kafka, settings: { brokers: 'one:9092,two:9092', topic: web_events, tls: true } }
  c: { destination: aws-sns, settings: { topicArn: 'arn:aws:sns:us-east-1:123456789012:events' } }
  d: { destination: clickhouse, settings: { url: 'http://[::1]:8123', parameters: { async_insert: 1 } } }
  e: { destination: ably, settings: { apiKey: '\${ID}:\${KEY}' } }
  f: { destination: postgres, settings: { url: 'postgres://localhost:5432/shop?sslmode=require' } }
`;
  expect(await shared(text)).toMatchObject({ text, replaced: [] });
  expect((await shared(text))?.variables.toSorted()).toEqual(
    ['HOST', 'ID', 'IT', 'KEY', 'ME', 'PASSWORD', 'TOKEN'].toSorted(),
  );
});

test('equal values share a variable, and different ones do not', async () => {
  const stream = (bearerToken: string) => ({ destination: 'http', settings: { bearerToken } });
  const streams = {
    a: stream('x'),
    b: stream('y'),
    c: stream('x'),
    d: stream('${CATBIRD_HTTP_BEARER_TOKEN_2}'),
  };
  const { value, replaced } = (await shared(JSON.stringify({ streams }))) ?? {};
  expect(value).toEqual({
    streams: {
      a: stream('${CATBIRD_HTTP_BEARER_TOKEN}'),
      b: stream('${CATBIRD_HTTP_BEARER_TOKEN_3}'),
      c: stream('${CATBIRD_HTTP_BEARER_TOKEN}'),
      d: stream('${CATBIRD_HTTP_BEARER_TOKEN_2}'),
    },
  });
  expect(replaced).toEqual(['CATBIRD_HTTP_BEARER_TOKEN', 'CATBIRD_HTTP_BEARER_TOKEN_3']);
});
