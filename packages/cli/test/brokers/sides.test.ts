import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startKafka } from '../../../../scripts/peers/kafka.js';
import { startMosquitto } from '../../../../scripts/peers/mosquitto.js';
import { startNats } from '../../../../scripts/peers/nats.js';
import { startRabbitmq } from '../../../../scripts/peers/rabbitmq.js';
import { startRedis } from '../../../../scripts/peers/redis.js';
import { freePorts } from '../../../../scripts/peers.js';
import { findProgram, type Program } from '../../../../scripts/programs.js';
import { everyNth, longOnly } from '../../../../test/long.ts';
import { hasAccepted, start } from '../catbird.ts';
import { here } from '../here.ts';
import { consumed } from './kafka.ts';
import { PASSWORD, USER, withChannel } from './rabbitmq.ts';
import { summaryOf } from './subject.ts';

const run = promisify(execFile);

/** A message as another client reads it; what a service does not have is left out. */
interface Message {
  readonly route: string;
  readonly key?: string;
  readonly headers?: string;
  readonly ms?: number;
  readonly row: string;
}

/** A service, how to stream to it, and how another client reads what it has. */
interface Subject {
  readonly title: string;
  readonly programs: readonly Program[];
  start(
    programs: readonly string[],
    ports: readonly number[],
  ): Promise<{ stop(): Promise<unknown>; port: number }>;
  /** Prepares a place of this name. Returns settings with routes below it, and reads all messages that came there. */
  target(
    port: number,
    name: string,
  ): Promise<{ readonly flags: readonly string[]; readonly read: () => Promise<readonly Message[]> }>;
  /** What it has of a message. */
  readonly has: (message: Required<Message>) => Message;
  /** Whether a value may be a part of its routes. */
  readonly takes: (value: string) => boolean;
}

/** Values that are no part of some routes. */
const ODD = [
  'ok',
  'a b',
  'a\tb',
  'a\nb',
  'a\0b',
  'a+b',
  '#',
  '*',
  '>',
  '.',
  '..',
  'a.b',
  '.a',
  'a/b',
  '$SYS',
  '"',
  "'",
  ';',
  '%2e',
  '\\',
  'ü漢🐦',
  '\u007f',
  '\u0085',
  '{{device}}',
  '__proto__',
  '',
  'x'.repeat(300),
  'y'.repeat(70_000),
];

const DEVICES = ['a', 'b', 'c'];
const HEADERS = ['--header', 'trace-id={{trace}}', '--header', 'source=cat'];
const LAST = 'the last one';

/** Headers as one text. */
const headerText = (headers: Readonly<Record<string, unknown>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join();

const kafka: Subject = {
  title: 'Kafka',
  programs: ['kcat'],
  start: ([program = '']) => startKafka(program),
  target: (port, name) =>
    Promise.resolve({
      flags: [
        'kafka',
        '--brokers',
        `127.0.0.1:${port}`,
        '--topic',
        `${name}-{{device}}`,
        '--key-field',
        'n',
        ...HEADERS,
      ],
      async read() {
        const { stdout } = await run('kcat', ['-L', '-J', '-b', `127.0.0.1:${port}`]);
        const { topics } = JSON.parse(stdout) as { topics: { topic: string }[] };
        const own = topics.map(({ topic }) => topic).filter((topic) => topic.startsWith(`${name}-`));
        const lines = await Promise.all(own.map((topic) => consumed(port, topic, '%t|%k|%h|%T|%s')));
        return lines.flat().map((line): Message => {
          const [route = '', key = '', headers = '', ms, row = ''] = line.split('|');
          return { route: route.slice(name.length + 1), key, headers, ms: Number(ms), row };
        });
      },
    }),
  has: (message) => message,
  takes: (value) => /^[\w.-]{1,246}$/.test(value),
};

const mqtt: Subject = {
  title: 'MQTT',
  programs: ['mosquitto', 'mosquitto_sub'],
  start: ([program = ''], [port = 0]) => startMosquitto({ program, port }),
  async target(port, name) {
    const login = ['-h', '127.0.0.1', '-p', String(port), '-V', '5', '-q', '1'];
    const session = [...login, '-c', '-x', '3600', '-i', `reader-${name}`, '-t', `${name}/#`];
    await run('mosquitto_sub', [...session, '-E']);
    return {
      flags: [
        'mqtt',
        '--url',
        `mqtt://127.0.0.1:${port}`,
        '--topic',
        `${name}/{{device}}/telemetry`,
        ...HEADERS,
      ],
      async read() {
        await run('mosquitto_pub', [...login, '-t', `${name}/last`, '-m', LAST]);
        const reader = spawn('mosquitto_sub', [...session, '-F', '%t|%P|%p'], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const found: Message[] = [];
        for await (const line of createInterface({ input: reader.stdout })) {
          const [topic = '', properties = '', row = ''] = line.split('|');
          if (row === LAST) break;
          const headers = properties
            .split(' ')
            .map((each) => each.replace(':', '='))
            .join();
          found.push({ route: topic.slice(name.length + 1, -'/telemetry'.length), headers, row });
        }
        reader.kill();
        return found;
      },
    };
  },
  has: ({ route, headers, row }) => ({ route, headers, row }),
  // oxlint-disable-next-line no-control-regex
  takes: (value) => /^[^+#\0-\x1f\x7f-\x9f]{1,65000}$/u.test(value),
};

const nats: Subject = {
  title: 'NATS',
  programs: ['nats-server'],
  start: ([program = ''], [port = 0]) => startNats({ program, port }),
  async target(port, name) {
    const nc = await connect({ servers: `127.0.0.1:${port}` });
    await (await jetstreamManager(nc)).streams.add({ name, subjects: [`${name}.>`] });
    await nc.close();
    const to = ['--url', `nats://127.0.0.1:${port}`, '--jetstream', '--message-ids', 'none'];
    return {
      flags: ['nats', ...to, '--subject', `${name}.{{device}}.telemetry`, ...HEADERS],
      async read() {
        const client = await connect({ servers: `127.0.0.1:${port}` });
        const { state } = await (await jetstreamManager(client)).streams.info(name);
        const consumer = await jetstream(client).consumers.get(name, { deliver_policy: DeliverPolicy.All });
        const found: Message[] = [];
        while (found.length < state.messages)
          for await (const each of await consumer.fetch({ max_messages: state.messages - found.length })) {
            const headers = [...(each.headers ?? [])].map(([header, [value]]) => [header, value] as const);
            found.push({
              route: each.subject.slice(name.length + 1, -'.telemetry'.length),
              headers: headerText(Object.fromEntries(headers)),
              row: each.string(),
            });
          }
        await client.close();
        return found;
      },
    };
  },
  has: ({ route, headers, row }) => ({ route, headers, row }),
  // oxlint-disable-next-line no-control-regex
  takes: (value) => /^[^\s\0-\x1f\x7f*>.]{1,3900}(\.[^\s*>.]+)*$/.test(value),
};

const rabbitmq: Subject = {
  title: 'RabbitMQ',
  programs: ['rabbitmq-server'],
  async start(_, [port = 0, nodePort = 0, , mapperPort = 0]) {
    return startRabbitmq({ ports: [port, nodePort, mapperPort], user: USER, password: PASSWORD });
  },
  async target(port, name) {
    await withChannel(port, async (channel) => {
      await channel.assertExchange(name, 'topic');
      await channel.assertQueue(name);
      await channel.bindQueue(name, name, 'device.#');
    });
    const login = ['--url', `amqp://127.0.0.1:${port}`, '--username', USER];
    return {
      flags: ['rabbitmq', ...login, '--exchange', name, '--routing-key', 'device.{{device}}', ...HEADERS],
      read: () =>
        withChannel(port, async (channel) => {
          const found: Message[] = [];
          for (let each = await channel.get(name); each !== false; each = await channel.get(name)) {
            const { headers, timestamp } = each.properties;
            found.push({
              route: each.fields.routingKey.slice('device.'.length),
              headers: headerText(headers ?? {}),
              ms: Number(timestamp) * 1000,
              row: each.content.toString(),
            });
          }
          return found;
        }),
    };
  },
  // A timestamp of AMQP has seconds.
  has: ({ route, headers, ms, row }) => ({ route, headers, ms: Math.floor(ms / 1000) * 1000, row }),
  takes: (value) => /^.{1,248}$/s.test(value),
};

const redis: Subject = {
  title: 'Redis',
  programs: ['redis-server', 'redis-cli'],
  start: ([program = ''], [port = 0]) => startRedis({ program, port }),
  target: (port, name) =>
    Promise.resolve({
      flags: ['redis', '--url', `redis://127.0.0.1:${port}`, '--stream', `${name}:{{device}}`],
      async read() {
        // Names of streams may have any bytes.
        const quoted = (text: string): string =>
          `"${Array.from(Buffer.from(text), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}"`;
        const asked = async (command: string): Promise<unknown> => {
          const asking = run('redis-cli', ['-p', String(port), '--json'], { maxBuffer: 1e9 });
          asking.child.stdin?.end(command);
          return JSON.parse((await asking).stdout);
        };
        const found: Message[] = [];
        for (const stream of (await asked(`KEYS ${name}:*`)) as string[])
          for (const [, [, row = '']] of (await asked(`XRANGE ${quoted(stream)} - +`)) as [
            string,
            string[],
          ][])
            found.push({ route: stream.slice(name.length + 1), row });
        return found;
      },
    }),
  has: ({ route, row }) => ({ route, row }),
  takes: (value) => value !== '',
};

/** The fields that travel beside rows are hidden, as seen in messages. */
const schemaOf = (hidden: boolean): string =>
  JSON.stringify({
    n: { type: 'catbird.sequence' },
    device: { type: 'helpers.arrayElement', params: [DEVICES], hidden },
    trace: { type: 'string.uuid', nulls: 0.2, hidden },
    at: { type: 'catbird.timestampNow' },
  });

const EPS = '500';
const ROWS = 400;
/** They take six seconds, unless a later process sends what is left at once. */
const MANY = 3000;

/** The messages of a stream, by its rows with nothing hidden. */
async function expected(
  from: string,
  rows: number,
  more: readonly string[] = [],
): Promise<readonly Required<Message>[]> {
  const flags = ['--seed', '7', '--from', from, '--eps', EPS, '--limit', String(rows), '--json', ...more];
  const { out } = await here(['log', '--schema', '-', ...flags], { input: schemaOf(false) });
  return out
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { device, trace, ...row } = JSON.parse(line) as {
        n: number;
        device: string;
        trace: string | null;
        at: string;
      };
      return {
        route: device,
        key: String(row.n),
        headers: headerText({ ...(trace !== null && { 'trace-id': trace }), source: 'cat' }),
        ms: Date.parse(row.at),
        row: JSON.stringify(row),
      };
    });
}

/** On whose streams kills are tried; their states and retries are the same code, so the others follow in the long run. */
const KILLED: ReadonlySet<Subject> = new Set([kafka, ...longOnly([mqtt, nats, rabbitmq, redis])]);

const sorted = (messages: readonly Message[]): readonly string[] =>
  messages.map((each) => JSON.stringify(each)).sort();

/** The others differ only in how they carry what all of them are given. */
const SUBJECTS = [kafka, ...everyNth(4, [mqtt, nats, rabbitmq, redis])];

describe.each(SUBJECTS.map((subject) => [subject.title, subject] as const))('on a real %s', (_, subject) => {
  const programs = subject.programs.map(findProgram).filter((program) => program !== undefined);
  describe.skipIf(programs.length < subject.programs.length)(
    'each event has its route, key, headers and time',
    () => {
      let server: Awaited<ReturnType<Subject['start']>>;
      let folder = '';
      let targets = 0;
      const env = { CATBIRD_RABBITMQ_PASSWORD: PASSWORD };
      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), 'catbird-sides-'));
        server = await subject.start(programs, await freePorts(4));
      });
      afterAll(async () => {
        await server.stop();
        await rm(folder, { recursive: true });
      });
      const fresh = () => subject.target(server.port, `t${++targets}`);
      const argsOf = (flags: readonly string[], ...more: readonly string[]): readonly string[] =>
        flags.concat('--schema', '-', '--seed', '7', '--from', FROM, '--eps', EPS, '--json', more);
      const options = { input: schemaOf(true), env };
      const FROM = '2026-01-01T00:00:00Z';

      test('from threads and shards, also if it comes twice or late', async () => {
        const { flags, read } = await fresh();
        const faults = [
          '--faults',
          '{"duplicates": {"share": 0.05}, "late": {"share": 0.1, "delayMs": {"mean": 60000}}}',
        ];
        const all = ['--limit', String(ROWS), ...faults];
        const shards = [
          ['--shard', '0/2', '--workers', '2'],
          ['--shard', '1/2'],
        ];
        const ended = await Promise.all(shards.map((own) => here(argsOf(flags, ...all, ...own), options)));
        for (const { code, err } of ended) expect(code, err).toBe(0);
        const messages = await expected(FROM, ROWS, faults);
        expect(new Set(messages.map(({ row }) => row)).size).toBeLessThan(ROWS);
        expect(sorted(await read())).toEqual(sorted(messages.map(subject.has)));
      });

      test('or is rejected if a value cannot be a part of its route', async () => {
        const { flags, read } = await fresh();
        const odd = JSON.stringify({ device: { type: 'helpers.arrayElement', params: [[...ODD, null]] } });
        const own = flags.filter((_flag, i) => ![flags[i], flags[i - 1]].includes('--header'));
        const plain = own.map((flag) => flag.replace(/^n$/, 'device'));
        const ended = await here(
          [
            ...plain,
            '--schema',
            '-',
            '--seed',
            '7',
            '--limit',
            '400',
            '--eps',
            'max',
            '--json',
            '--on-failure',
            'continue',
          ],
          { input: odd, env },
        );
        const summary = summaryOf(ended);
        expect(summary).toMatchObject({ failed: 0, uncertain: 0, reason: 'limit' });
        expect(Number(summary['accepted']) + Number(summary['rejected'])).toBe(400);
        const messages = await read();
        expect(messages).toHaveLength(Number(summary['accepted']));
        const seen = messages.map(({ route, row }) => [
          route,
          (JSON.parse(row) as { device: string }).device,
        ]);
        expect(seen.filter(([route, device]) => route !== device)).toEqual([]);
        expect([...new Set(seen.map(([route = '']) => route))].sort()).toEqual(
          ODD.filter(subject.takes).sort(),
        );
      });

      if (KILLED.has(subject))
        test('if the process is killed and another one goes on', async () => {
          const { flags, read } = await fresh();
          const state = ['--state', join(folder, `${targets}.state`)];
          const args = argsOf(flags, '--limit', String(MANY), ...state);
          const killed = start([...args, '--speed', '1'], options);
          await hasAccepted(killed);
          killed.child.kill('SIGKILL');
          await killed.ended;
          const ended = await here(args, options);
          expect(ended.code, ended.err).toBe(0);
          // What was not acknowledged before the kill may have come twice.
          expect([...new Set(sorted(await read()))]).toEqual(
            sorted((await expected(FROM, MANY)).map(subject.has)),
          );
        });
    },
  );
});
