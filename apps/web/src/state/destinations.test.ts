import { destinations } from '@catbird/core/destinations';
import { expect, test } from 'vitest';
import { findDestination, knownDestinations, loadNamed } from './destinations.ts';

test('a link that names one of the other destinations loads all of them', async () => {
  await loadNamed('', '?generatorName=Log', '?generatorName=Elasticsearch');
  expect(knownDestinations()).toHaveLength(destinations.length);
  expect(new Set(knownDestinations())).toEqual(new Set(destinations));
  expect(findDestination('elasticsearch')?.name).toBe('Elasticsearch');
  expect(findDestination('nowhere')).toBeUndefined();
});
