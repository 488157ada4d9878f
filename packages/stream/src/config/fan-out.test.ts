import { describe, expect, test } from 'vitest';
import type { Catalogue, ConfigDestination } from './spec.ts';
import { readStreams } from './read-streams.ts';

const catalogue: Catalogue<ConfigDestination> = {
  destinations: ['log', 'kafka', 's3'].map((command) => ({ name: command.toUpperCase(), command })),
  settingNames: () => ['topic', 'bucket'],
};
const context = {
  file: 'shop.yaml',
  folder: '.',
  pathOf: (name: string) => name,
  env: {},
  catalogue,
};
const read = (config: unknown) => {
  const reading = readStreams(config, context);
  if (!reading.ok) throw new Error(reading.issues.map(({ message }) => message).join('\n'));
  return reading.streams.map(({ name, destination, settings, startAfter, options }) => ({
    name,
    to: destination.command,
    settings,
    startAfter,
    ...options,
  }));
};
const issuesOf = (config: unknown): readonly string[] => {
  const reading = readStreams(config, context);
  return reading.ok ? [] : reading.issues.map(({ message }) => message);
};

test('a stream with several destinations is a stream for each, with the same rows and times', () => {
  const config = {
    streams: {
      orders: {
        destinations: ['kafka', { destination: 's3', settings: { bucket: 'b' }, delivery: { attempts: 3 } }],
        eps: 5,
        delivery: { onFailure: 'continue', deadLetter: 'dead' },
      },
      invoices: { destination: 'log', startAfter: 'orders' },
    },
  };
  expect(read(config)).toEqual([
    {
      name: 'orders.kafka',
      to: 'kafka',
      settings: {},
      startAfter: [],
      eps: 5,
      from: 'now',
      onFailure: 'continue',
      deadLetter: 'dead.kafka',
    },
    {
      name: 'orders.s3',
      to: 's3',
      settings: { bucket: 'b' },
      startAfter: [],
      eps: 5,
      from: 'now',
      onFailure: 'continue',
      attempts: 3,
      deadLetter: 'dead.s3',
    },
    { name: 'invoices', to: 'log', settings: {}, startAfter: ['orders.kafka', 'orders.s3'] },
  ]);
});

test('without streams, they have the names of the destinations, and the second of the same a number', () => {
  expect(read({ destinations: ['kafka', 's3', 'kafka'], eps: 'max' })).toMatchObject([
    { name: 'kafka', eps: Infinity },
    { name: 's3' },
    { name: 'kafka-2' },
  ]);
  expect(read({ destinations: ['kafka', 's3'], eps: 'max' })[0]).not.toHaveProperty('from');
});

test('destinations beside streams are those of each stream without its own', () => {
  const config = {
    destinations: ['kafka', { destination: 's3', settings: { bucket: 'b' } }],
    delivery: { deadLetter: 'dead' },
    streams: { a: {}, b: { destination: 'log' }, c: { destinations: ['s3'] } },
  };
  expect(read(config)).toMatchObject([
    { name: 'a.kafka', to: 'kafka', deadLetter: 'dead.a.kafka' },
    { name: 'a.s3', to: 's3', settings: { bucket: 'b' } },
    { name: 'b', to: 'log', deadLetter: 'dead.b' },
    { name: 'c.s3', settings: {} },
  ]);
});

test('settings of a destination beside streams apply to it in a list, too', () => {
  const config = {
    destination: 'kafka',
    settings: { topic: 't' },
    streams: { a: { destinations: ['kafka', 's3'] } },
  };
  expect(read(config)).toMatchObject([
    { to: 'kafka', settings: { topic: 't' } },
    { to: 's3', settings: {} },
  ]);
});

describe('mistakes', () => {
  test.each<[unknown, string]>([
    [{ destinations: 'kafka' }, 'destinations must be a list'],
    [{ destinations: [] }, 'destinations must be a list'],
    [{ destination: 'log', destinations: ['kafka'] }, 'use either destination or destinations'],
    [{ destinations: ['kafka'], settings: { topic: 't' } }, 'write settings beside each'],
    [{ destinations: ['logs'] }, 'destinations.0.destination: Unknown destination "logs". Did you mean log?'],
    [{ destinations: [{ settings: {} }] }, 'destinations.0.destination is missing'],
    [{ destinations: [{ destination: 's3', eps: 3 }] }, 'Unknown key destinations.0.eps'],
    [
      { destinations: [{ destination: 's3', settings: { topics: 't' } }] },
      'Unknown key destinations.0.settings.topics',
    ],
    [
      { streams: { a: { destinations: ['s3', { destination: 's3', delivery: { attempts: 0 } }] } } },
      'streams.a.destinations.1.delivery.attempts must be',
    ],
  ])('%j: %s', (config, message) => {
    const issues = issuesOf(config);
    expect(issues.join('\n')).toContain(message);
    expect(issues).toHaveLength(1);
  });

  test('are reported once, though several streams have the destinations', () => {
    const config = {
      destinations: [{ destination: 's3', settings: { topics: 't' } }],
      streams: { a: {}, b: {} },
    };
    expect(issuesOf(config)).toEqual([expect.stringContaining('Unknown key destinations.0.settings.topics')]);
  });
});
