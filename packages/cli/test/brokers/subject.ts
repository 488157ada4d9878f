import { type Destination, environmentName, flagName, settingsOf } from '@catbird/send';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { freePorts } from '../../../../scripts/peers.js';
import type { Server } from '../../../../scripts/peers/server.js';
import { findProgram, type Program } from '../../../../scripts/programs.js';
import { destinations } from '../../src/destinations/list.ts';
import { jsonLines, start, type Ended, type Running } from '../catbird.ts';
import { begin, here, type Begun, type HereOptions } from '../here.ts';

/** Where the rows of one test go, and how to read them back with the service's own tool. */
export interface Target {
  readonly settings: Readonly<Record<string, string>>;
  /** Every stored event as JSON text, including duplicates. */
  read(): Promise<readonly string[]>;
  /** The IDs stored with the events, in the same order; absent if the service stores none. */
  ids?(): Promise<readonly string[]>;
}

/** A real service, and how to configure the destination for it. */
export interface Subject {
  readonly command: string;
  /** Names of required programs. */
  readonly programs: readonly Program[];
  /** Starts the service. Its credentials are in the settings of every target. */
  start(programs: readonly string[], ports: readonly number[]): Promise<Server>;
  /** A fresh place for rows. */
  target(server: Server, name: string): Promise<Target>;
  /** Credentials that the service rejects. Absent if it accepts any. */
  readonly wrong?: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Settings for another port of this machine. */
  at(port: number): Readonly<Record<string, string>>;
  /** What a kill must wait for. */
  beforeKill?(server: Server): Promise<void>;
  /** A kill loses acknowledged events: the service is shut down instead. */
  readonly losesOnKill?: true;
  /** The service takes many seconds to restart: only one request at a time retries, so that attempts suffice. */
  readonly startsSlowly?: true;
  /** The service cannot be restarted with its data. */
  readonly cannotRestart?: true;
  /** Name of this variant, for destinations with several. */
  readonly variant?: string;
  /** Another variant is tested in full: this one only delivers. */
  readonly brief?: boolean;
  /** The service detects repeated rows. */
  readonly deduplicates?: boolean;
  /** Three rows with difficult values. By default, with fields of many kinds. */
  readonly rows?: readonly unknown[];
  /** Rows per second while the service is killed. Default 2000. */
  readonly perSecond?: number;
}

/** What the tests of a subject share. */
export interface Setup {
  readonly subject: Subject;
  readonly destination: Destination;
  readonly server: Server;
  /** A temporary folder. */
  readonly folder: string;
  /** A port that nothing listens on. */
  readonly unusedPort: number;
  readonly fresh: () => Promise<Target>;
  /** Settings as flags, and secrets as environment variables. */
  readonly asked: (settings: Settings) => { readonly flags: readonly string[]; readonly env: Settings };
  /** Starts a stream with JSON output, in a process of its own, so that it can be killed. */
  readonly starting: (settings: Settings, ...more: string[]) => Running;
  /** Starts a stream with JSON output in the process of the test. */
  readonly beginning: (settings: Settings, ...more: string[]) => Begun;
  /** Runs a stream in the process of the test until it ends, and checks that its output has no secrets. */
  readonly streaming: (settings: Settings, ...more: string[]) => Promise<Ended>;
}

type Settings = Readonly<Record<string, string>>;

const SCHEMA = '{"id": {"type": "string.uuid"}, "n": {"type": "number.int"}, "t": {"type": "lorem.words"}}';

/** The first `count` rows, as `catbird sample` prints them. */
export async function sample(count: number, seed = '7'): Promise<string[]> {
  const flags = ['sample', '--schema', '-', '--seed', seed, '-n', String(count)];
  return (await here(flags, { input: SCHEMA })).out.trimEnd().split('\n');
}

/** The summary of a stream, whose counts must add up. */
export function summaryOf({ err }: Ended): Readonly<Record<string, number | string>> {
  const summary = jsonLines(err).at(-1) as Record<string, number | string>;
  const parts = ['accepted', 'quarantined', 'rejected', 'failed', 'dropped', 'inFlight'];
  expect(summary['generated']).toBe(parts.map((name) => Number(summary[name])).reduce((a, b) => a + b));
  return summary;
}

/** Rows in a canonical form and order. */
export const sorted = (rows: readonly string[]): string[] =>
  rows.map((row) => JSON.stringify(JSON.parse(row) as unknown)).sort();

/** Compares stored rows with expected ones. A failure shows a few examples instead of thousands of rows. */
export function expectRows(stored: readonly string[], expected: readonly string[]): void {
  const [is, should] = [sorted(stored), sorted(expected)];
  const [have, want] = [new Set(is), new Set(should)];
  const missing = should.filter((row) => !have.has(row));
  const foreign = is.filter((row) => !want.has(row));
  expect({ rows: is.length, missing: missing.slice(0, 3), foreign: foreign.slice(0, 3) }).toEqual({
    rows: should.length,
    missing: [],
    foreign: [],
  });
}

/** Describes tests of a real service, which runs while they do. Skipped if a program is missing. */
export function describeBroker(subject: Subject, defineTests: (setup: Setup) => void): void {
  const programs = subject.programs.map(findProgram).filter((program) => program !== undefined);
  const destination = destinations.find(({ command }) => command === subject.command);
  if (destination === undefined) throw new Error(`Unknown destination ${subject.command}`);
  const title = [destination.title, subject.variant].filter(Boolean).join(', ');
  describe.skipIf(programs.length < subject.programs.length)(`${title}, the real one`, () => {
    let running: { readonly server: Server; readonly folder: string; readonly unusedPort: number };
    beforeAll(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'catbird-broker-'));
      const ports = await freePorts(4);
      running = { server: await subject.start(programs, ports), folder, unusedPort: ports[2] ?? 0 };
    });
    afterAll(async () => {
      await running.server.stop();
      await rm(running.folder, { recursive: true });
    });
    defineTests(newSetup(subject, destination, () => running));
  });
}

/** The setup of another variant, on the same server. @param target beginning of the names of its targets */
export const variantOf = (setup: Setup, subject: Subject, target: string): Setup =>
  newSetup(subject, setup.destination, () => setup, target);

function newSetup(
  subject: Subject,
  destination: Destination,
  running: () => Pick<Setup, 'server' | 'folder' | 'unusedPort'>,
  target = 'events',
): Setup {
  let targets = 0;
  const isSecret = new Set(
    settingsOf(destination)
      .filter(({ secret }) => secret)
      .map(({ name }) => name),
  );
  const asked = (settings: Settings) => {
    const entries = Object.entries(settings);
    return {
      flags: entries
        .filter(([name]) => !isSecret.has(name))
        .flatMap(([name, value]) => [`--${flagName(name)}`, value]),
      env: Object.fromEntries(
        entries
          .filter(([name]) => isSecret.has(name))
          .map(([name, value]) => [environmentName(destination, name), value]),
      ),
    };
  };
  const argsOf = (settings: Settings, more: readonly string[]): readonly [readonly string[], HereOptions] => {
    const { flags, env } = asked(settings);
    // Patient: on a busy machine, a request that took long would be sent twice.
    const args = [
      subject.command,
      ...flags,
      '--schema',
      '-',
      '--json',
      '--logs',
      '--timeout',
      '60s',
      ...more,
    ];
    return [args, { env, input: SCHEMA }];
  };
  return {
    subject,
    destination,
    get server() {
      return running().server;
    },
    get folder() {
      return running().folder;
    },
    get unusedPort() {
      return running().unusedPort;
    },
    fresh: () => subject.target(running().server, `${target}${++targets}`),
    asked,
    starting: (settings, ...more) => start(...argsOf(settings, more)),
    beginning: (settings, ...more) => begin(...argsOf(settings, more)),
    async streaming(settings, ...more) {
      const ended = await here(...argsOf(settings, more));
      for (const secret of subject.secrets) expect(ended.out + ended.err).not.toContain(secret);
      return ended;
    },
  };
}
