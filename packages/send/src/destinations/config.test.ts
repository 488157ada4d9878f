import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { configTexts, parseConfig, settingsOf } from './config.ts';
import type { Destination } from './destination.ts';
import { destinations, findDestination } from './index.ts';
import { log } from './log.ts';
import {
  choiceSetting,
  flagSetting,
  jsonSetting,
  optionalTextSetting,
  requiredWhenShown,
  textSetting,
} from './setting.ts';
import { settingErrors } from '../../test/setting-errors.ts';

const shape = {
  place: choiceSetting({ label: 'Place', choices: { near: 'Near', far: 'Far', custom: 'Elsewhere' } }),
  where: optionalTextSetting({ label: 'Where', when: { place: 'custom' }, needed: true }),
  name: textSetting(
    { label: 'Name', help: 'As it is called.', example: 'events' },
    z.maxLength(5, 'Too long'),
  ),
  secret: textSetting({ label: 'Secret', secret: true }),
  loud: flagSetting({ label: 'Loud' }),
  more: jsonSetting({ label: 'More' }, z.record(z.string(), z.number('Must be numbers'))),
};
const config = z.object(shape).check(requiredWhenShown(shape));
// Everything but the settings is that of Log.
const { name, command, title, summary, acknowledgement, call } = log;
const subject: Destination<z.output<typeof config>> = {
  name,
  command,
  title,
  summary,
  acknowledgement,
  call,
  config,
  limits: () => ({ rows: 1, bytes: 1 }),
  host: () => undefined,
  open: (_config, env) => log.open({}, env),
  check: (_config, env, signal) => log.check({}, env, signal),
};
const given = { name: 'a', secret: 'b' };

describe('settings are derived from a destination’s config', () => {
  test('in the order of the form, with everything a form needs', () => {
    expect(settingsOf(subject)).toEqual([
      {
        name: 'place',
        label: 'Place',
        kind: 'choice',
        secret: false,
        required: false,
        default: 'near',
        choices: [
          { value: 'near', label: 'Near' },
          { value: 'far', label: 'Far' },
          { value: 'custom', label: 'Elsewhere' },
        ],
      },
      {
        name: 'where',
        label: 'Where',
        kind: 'text',
        secret: false,
        required: true,
        choices: [],
        when: { place: 'custom' },
      },
      {
        name: 'name',
        label: 'Name',
        help: 'As it is called.',
        example: 'events',
        kind: 'text',
        secret: false,
        required: true,
        choices: [],
      },
      { name: 'secret', label: 'Secret', kind: 'text', secret: true, required: true, choices: [] },
      {
        name: 'loud',
        label: 'Loud',
        kind: 'boolean',
        secret: false,
        required: false,
        default: 'false',
        choices: [],
      },
      { name: 'more', label: 'More', kind: 'json', secret: false, required: false, choices: [] },
    ]);
  });

  const names = (name: string) => settingsOf(findDestination(name) ?? log).map((setting) => setting.name);

  test('and have the names of the specification', () => {
    expect(names('Tinybird')).toEqual(expect.arrayContaining(['endpoint', 'datasource', 'token']));
    expect(names('Ably')).toEqual(expect.arrayContaining(['channelId', 'apiKey']));
    expect(names('AWSSNS')).toEqual(
      expect.arrayContaining([
        'region',
        'topicArn',
        'accessKeyId',
        'secretAccessKey',
        'subject',
        'snsOptions',
      ]),
    );
  });

  test('and exactly these are secret', () => {
    const secrets = destinations.flatMap((each) =>
      settingsOf(each)
        .filter(({ secret }) => secret)
        .map(({ name }) => `${each.name}.${name}`),
    );
    expect(secrets).toEqual([
      'Tinybird.token',
      'Ably.apiKey',
      'AWSSNS.secretAccessKey',
      'AWSSNS.sessionToken',
      'HTTP.bearerToken',
      'HTTP.password',
      'HTTP.headerValue',
      'Elasticsearch.password',
      'Elasticsearch.apiKey',
      'Splunk.token',
      'Loki.password',
      'Loki.bearerToken',
      'S3.secretAccessKey',
      'S3.sessionToken',
      'AzureBlob.sas',
      'AzureBlob.accountKey',
      'OTLP.headerValue',
      'AWSSQS.secretAccessKey',
      'AWSSQS.sessionToken',
      'GCPPubSub.accessToken',
      'GCPPubSub.serviceAccount',
      'KafkaREST.password',
      'KafkaREST.bearerToken',
    ]);
  });
});

describe('a config is parsed from texts', () => {
  test('with defaults for missing settings', () => {
    expect(parseConfig(subject, given)).toEqual({
      ok: true,
      config: { place: 'near', name: 'a', secret: 'b', loud: false },
    });
  });

  test('and from typed values', () => {
    expect(parseConfig(subject, { ...given, loud: true, more: { a: 1 } })).toMatchObject({
      config: { loud: true, more: { a: 1 } },
    });
    expect(parseConfig(subject, { ...given, loud: 'on', more: '{"a": 1}' })).toMatchObject({
      config: { loud: true, more: { a: 1 } },
    });
  });

  test('trimmed, with empty ones missing', () => {
    expect(parseConfig(subject, { name: ' a\n', secret: '\tb ', place: '', loud: ' ', more: '' })).toEqual({
      ok: true,
      config: { place: 'near', name: 'a', secret: 'b', loud: false },
    });
  });

  test('without unknown keys', () => {
    const result = parseConfig(subject, { ...given, host: 'x', withLimit: '-1' });
    expect(result).toEqual(parseConfig(subject, given));
  });

  test('with the choices that other settings imply', () => {
    const whole = parseConfig(subject, { ...given, place: 'custom', where: 'there' });
    expect(whole).toMatchObject({ ok: true, config: { where: 'there' } });
    expect(parseConfig(subject, { ...given, where: 'there' })).toEqual(whole);
  });

  test.each([
    [{}, { name: ['Required'], secret: ['Required'] }],
    [{ ...given, place: 'custom' }, { where: ['Required'] }],
    [{ place: 'custom' }, { where: ['Required'], name: ['Required'], secret: ['Required'] }],
    [
      { ...given, place: 'mars', name: 'longer' },
      { place: ['Must be one of: near, far, custom'], name: ['Too long'] },
    ],
    [{ ...given, loud: 'perhaps' }, { loud: ['Must be true or false'] }],
    [{ ...given, more: '{"a": "b"}' }, { more: ['Must be numbers'] }],
    [{ ...given, name: 1 }, { name: ['Required'] }],
    [{ ...given, place: 'near', where: 'there' }, { where: ['Requires place custom'] }],
    [
      { ...given, name: '{{n}}' },
      { name: ['Must not contain {{. Values of events cannot be inserted here'] },
    ],
    [
      { ...given, more: { a: '{{n}}' } },
      { more: ['Must be numbers', 'Must not contain {{. Values of events cannot be inserted here'] },
    ],
  ])('%j is rejected with every error at its field', (input, errors) => {
    expect(settingErrors(parseConfig(subject, input))).toEqual(errors);
  });

  test('and never throws, whatever the input', () => {
    const anything = fc.oneof(fc.string(), fc.anything());
    for (const destination of destinations) {
      const names = settingsOf(destination).map(({ name }) => name);
      const input = fc.dictionary(fc.oneof(fc.constantFrom('', ...names), fc.string()), anything);
      fc.assert(
        fc.property(input, (values) => {
          expect(typeof parseConfig(destination, values).ok).toBe('boolean');
        }),
        { numRuns: 200 },
      );
    }
  });
});

describe('a config survives a round trip through texts', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9._/+=-]{1,30}$/);
  const inputs: Readonly<Record<string, fc.Arbitrary<Record<string, string>>>> = {
    Tinybird: fc.record(
      {
        host: fc.constantFrom('gcp_us_east4', 'aws_us_west_2', 'local'),
        datasource: fc.string({ minLength: 1, unit: 'grapheme' }).filter((name) => name.trim() !== ''),
        token: word,
        wait: fc.constantFrom('true', 'false', 'yes'),
      },
      { requiredKeys: ['datasource', 'token'] },
    ),
    Ably: fc.record({
      channelId: word.filter((name) => !/^\.+$/.test(name)),
      apiKey: word.map((key) => `a.b:${key}`),
    }),
    AWSSNS: fc.record(
      {
        region: fc.constant('us-east-1'),
        topicArn: word.map((name) => `arn:aws:sns:us-east-1:123456789012:${name}`),
        accessKeyId: word,
        secretAccessKey: word,
        subject: word,
        batch: fc.constantFrom('true', 'false'),
        snsOptions: fc.constantFrom('{}', '{"endpoint":"http://localhost:4566"}'),
      },
      { requiredKeys: ['region', 'topicArn', 'accessKeyId', 'secretAccessKey'] },
    ),
    HTTP: fc
      .tuple(
        fc.record({
          url: word.map((path) => `https://example.com/${path}`),
          headers: fc.constantFrom('{}', '{"X-Source":"test"}'),
        }),
        fc.oneof(
          fc.record({ auth: fc.constant('none') }, { requiredKeys: [] }),
          fc.record({ auth: fc.constant('bearer'), bearerToken: word }, { requiredKeys: ['bearerToken'] }),
          fc.record({ headerName: fc.constant('X-Key'), headerValue: word }),
        ),
      )
      .map(([address, login]) => ({ ...address, ...login })),
    Log: fc.constant({}),
    AWSSQS: fc.record(
      {
        queueUrl: word.map((name) => `https://sqs.us-east-1.amazonaws.com/123456789012/${name}`),
        region: fc.constant('us-east-1'),
        accessKeyId: word,
        secretAccessKey: word,
        messageGroupField: word,
      },
      { requiredKeys: ['queueUrl', 'accessKeyId', 'secretAccessKey'] },
    ),
    GCPPubSub: fc.record(
      {
        project: fc.constant('my-project'),
        topic: fc.constant('events'),
        orderingKey: fc.constantFrom('all', '{{user}}'),
        attributes: fc.constantFrom('{}', '{"level":"{{level}}"}'),
        accessToken: word,
        endpoint: fc.constant('https://us-east1-pubsub.googleapis.com'),
      },
      { requiredKeys: ['project', 'topic', 'accessToken'] },
    ),
    KafkaREST: fc.record(
      {
        url: word.map((path) => `https://example.com/${path}`),
        topic: fc.constantFrom('events', '{{topic}}'),
        clusterId: word,
        keyField: word,
        bearerToken: word,
      },
      { requiredKeys: ['url', 'topic'] },
    ),
    Elasticsearch: fc.record(
      {
        url: word.map((path) => `https://example.com/${path}`),
        index: fc.constantFrom('events', 'logs-{{level}}'),
        dataStream: fc.constantFrom('true', 'false'),
        conflict: fc.constantFrom('refuse', 'skip'),
        apiKey: word,
      },
      { requiredKeys: ['url', 'index'] },
    ),
    Splunk: fc.record(
      {
        url: word.map((path) => `https://example.com/${path}`),
        token: word,
        index: word,
        recordTime: fc.constantFrom('event', 'send'),
      },
      { requiredKeys: ['url', 'token'] },
    ),
    Loki: fc.record(
      {
        url: word.map((path) => `https://example.com/${path}`),
        labels: fc.constantFrom('{}', '{"level":"{{level}}"}'),
        tenant: word,
        bearerToken: word,
      },
      { requiredKeys: ['url'] },
    ),
    AzureBlob: fc
      .tuple(
        fc.record({
          account: fc.constant('mystorage'),
          container: fc.constant('events'),
          endpoint: fc.constant('http://localhost:10000/mystorage'),
        }),
        fc.oneof(
          fc.record({ sas: fc.constant('sv=1&sig=x') }),
          fc.record({ auth: fc.constant('key'), accountKey: fc.constant('YQ==') }),
        ),
      )
      .map(([address, login]) => ({ ...address, ...login })),
    S3: fc.record(
      {
        bucket: fc.constant('my-events'),
        region: fc.constant('eu-central-1'),
        endpoint: fc.constant('http://localhost:9000'),
        addressing: fc.constantFrom('auto', 'host', 'path'),
        accessKeyId: word,
        secretAccessKey: word,
        prefix: fc.constantFrom('a', 'a b/ü=1'),
        partitionBy: fc.constantFrom('none', 'day', 'hour'),
        objectSize: fc.constantFrom('1kB', '64MB'),
        compression: fc.constantFrom('auto', 'gzip', 'none'),
        existing: fc.constantFrom('replace', 'refuse'),
        align: fc.constantFrom('true', 'false'),
      },
      { requiredKeys: ['bucket', 'accessKeyId', 'secretAccessKey'] },
    ),
    OTLP: fc
      .tuple(
        fc.record({
          endpoint: word.map((path) => `https://example.com/${path}`),
          headerValue: word,
          service: word,
        }),
        fc.oneof(
          fc.record({ bodyField: word, severityField: word }, { requiredKeys: [] }),
          fc.record({ signal: fc.constant('metrics'), metrics: fc.constant('{"a":"gauge"}') }),
          fc.record({ signal: fc.constant('traces'), traceField: word, spanField: word }),
        ),
      )
      .map(([address, signal]) => ({ ...address, ...signal })),
  };

  test.each(destinations.map((each) => [each.name, each] as const))('%s', (name, destination) => {
    const input = inputs[name];
    if (input === undefined) throw new Error(`No settings to try ${name} with`);
    fc.assert(
      fc.property(input, (values) => {
        const first = parseConfig(destination, values);
        if (!first.ok) throw new Error(JSON.stringify(first.issues));
        const texts = configTexts(destination, first.config);
        for (const value of Object.values(texts)) expect(typeof value).toBe('string');
        expect(parseConfig(destination, texts)).toEqual(first);
      }),
    );
  });
});

describe('a custom endpoint', () => {
  const settings = {
    HTTP: (address: string) => ({ url: address }),
    Tinybird: (address: string) => ({ host: 'custom', endpoint: address, datasource: 'd', token: 't' }),
    Ably: (address: string) => ({ channelId: 'c', apiKey: 'a.b:c', endpoint: address }),
    AWSSNS: (address: string) => ({
      region: 'eu-west-1',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 's',
      topicArn: 'arn:aws:sns:eu-west-1:123456789012:events',
      snsOptions: { endpoint: address },
    }),
    AWSSQS: (address: string) => ({
      queueUrl: `${address}/123456789012/events`,
      region: 'eu-west-1',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 's',
    }),
    GCPPubSub: (address: string) => ({ project: 'p', topic: 'events', accessToken: 't', endpoint: address }),
    KafkaREST: (address: string) => ({ url: address, topic: 'events' }),
    Elasticsearch: (address: string) => ({ url: address, index: 'events' }),
    Splunk: (address: string) => ({ url: address, token: 't' }),
    Loki: (address: string) => ({ url: address }),
    AzureBlob: (address: string) => ({
      account: 'mystorage',
      container: 'events',
      sas: 'sv=1&sig=x',
      endpoint: address,
    }),
    S3: (address: string) => ({
      bucket: 'my-events',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 's',
      endpoint: address,
    }),
  };
  const field = {
    S3: 'endpoint',
    AzureBlob: 'endpoint',
    HTTP: 'url',
    Tinybird: 'endpoint',
    Ably: 'endpoint',
    AWSSNS: 'snsOptions',
    AWSSQS: 'queueUrl',
    GCPPubSub: 'endpoint',
    KafkaREST: 'url',
    Elasticsearch: 'url',
    Splunk: 'url',
    Loki: 'url',
  };

  test.each([
    'HTTP',
    'Tinybird',
    'Ably',
    'AWSSNS',
    'AWSSQS',
    'GCPPubSub',
    'KafkaREST',
    'Elasticsearch',
    'Splunk',
    'Loki',
    'S3',
    'AzureBlob',
  ] as const)('%s: unencrypted on this machine only, unless clear text is allowed', (name) => {
    const destination = findDestination(name);
    if (destination === undefined) throw new Error(`There is no ${name}`);
    for (const address of ['http://localhost:4566', 'https://collector.example'])
      expect(parseConfig(destination, settings[name](address))).toMatchObject({ ok: true });
    const open = settings[name]('http://collector.internal');
    const errors = { [field[name]]: ['Must start with https://, or with http:// on localhost'] };
    expect(settingErrors(parseConfig(destination, open))).toEqual(errors);
    expect(parseConfig(destination, open, { clearText: true })).toMatchObject({ ok: true });
  });
});

describe('every destination', () => {
  test.each(destinations.map((each) => [each.name, each] as const))(
    '%s is found by both names',
    (name, destination) => {
      expect(findDestination(name)).toBe(destination);
      expect(findDestination(destination.command)).toBe(destination);
    },
  );

  test('is not found by another name', () => {
    expect(findDestination('constructor')).toBeUndefined();
  });

  test('has settings with labels, and an example or help unless a text is secret', () => {
    for (const destination of destinations)
      for (const { label, kind, secret, help, example } of settingsOf(destination)) {
        expect(label).toMatch(/^[A-Z]/);
        if (kind === 'text' && !secret && label !== 'User name') expect(help ?? example).toBeDefined();
      }
  });
});
