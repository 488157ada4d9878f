import { beforeAll, expect, test } from 'vitest';
import { NODE_DESTINATIONS } from '@catbird/stream';
import { findDestination, knownDestinations, loadLater } from '../../state/destinations.ts';
import { findIn, type Find } from './finder.ts';

beforeAll(loadLater);

const found = (search: string, chosen = 'Tinybird'): readonly string[] => {
  const destination = findDestination(chosen);
  if (destination === undefined) throw new Error(`Unknown destination ${chosen}`);
  return findIn(destination, search).map(({ kind, title }: Find) => `${kind}: ${title}`);
};

test.each([
  ['kafka', 'command: Kafka'],
  ['webhook', 'destination: HTTP'],
  ['late events', 'setting: Late, %'],
  ['duplicates', 'setting: Duplicates, %'],
  ['history', 'setting: Start'],
  ['backfill', 'setting: Start'],
  ['csv file', 'command: File'],
  ['retry', 'setting: If the service fails'],
  ['S3', 'destination: S3'],
  ['bucket', 'destination: S3'],
  ['  my  SQL ', 'command: MySQL and MariaDB'],
  ['watch here', 'destination: Log'],
  ['daylight saving', 'setting: Time zone'],
  ['gigabytes', 'command: Size'],
  ['opensearch', 'destination: Elasticsearch and OpenSearch'],
])('%j finds %s first', (search, first) => {
  expect(found(search)[0]).toBe(first);
});

test('an empty search finds all destinations and all settings, and one that nothing has finds nothing', () => {
  const kinds = found('').map((find) => find.split(':')[0]);
  const all = [...knownDestinations(), ...NODE_DESTINATIONS];
  expect(kinds.filter((kind) => kind !== 'setting')).toHaveLength(all.length + 1);
  expect(found('teletype')).toEqual([]);
});

test('optional settings of the chosen destination are found, and no others', () => {
  expect(found('subject', 'AWSSNS')).toContain('setting: Subject');
  expect(found('subject')).not.toContain('setting: Subject');
  expect(found('region', 'AWSSNS')).not.toContain('setting: Region');
});
