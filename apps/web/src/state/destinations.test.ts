import { destinations } from '@catbird/core/destinations';
import { expect, test } from 'vitest';
import { findDestination, knownDestinations, laterGroups, loadNamed } from './destinations.ts';

const LATER = destinations.map(({ name }) => name).filter((name) => findDestination(name) === undefined);

test('a link loads the other destinations only if it names one, and all of them', async () => {
  expect(LATER).toContain('Elasticsearch');
  await loadNamed('', '?generatorName=Tinybird', '?generatorName=aws-sns', '?generatorName=');
  expect(laterGroups()).toEqual([]);
  await loadNamed('?generatorName=Log', '?generatorName=Elasticsearch');
  expect(knownDestinations()).toHaveLength(destinations.length);
  expect(new Set(knownDestinations())).toEqual(new Set(destinations));
  expect(findDestination('elasticsearch')?.name).toBe('Elasticsearch');
});
