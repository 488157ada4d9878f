import { NODE_DESTINATIONS } from '@catbird/stream';
import { destinations as inBrowsers } from '@catbird/core/destinations';
import { expect, test } from 'vitest';
import { destinations } from '../destinations/list.ts';

test('the destinations that a browser lacks are known by their names', () => {
  const commands = new Set(inBrowsers.map(({ command }) => command));
  const others = destinations.filter(({ command }) => !commands.has(command));
  const known = new Map(NODE_DESTINATIONS.map((each) => [each.command, each]));
  expect(known.size).toBe(others.length);
  for (const { name, command, title } of others)
    expect(known.get(command)).toMatchObject({ name, command, title });
});
