import { expect, test } from 'vitest';
import { tableFault } from './database-tables.ts';

test('a name of a table may have quotes, but none around it', () => {
  const fault = tableFault('shop', { isTooLong: (name) => name.length > 8, most: '8 characters' });
  for (const name of ['events', 'shop.events', 'we"ird', 'shop.we`ird']) expect(fault(name)).toBeUndefined();
  for (const name of ['"events"', '`events`', 'a.b.c', ''])
    expect(fault(name)).toBe('Must be a table name, such as events or shop.events');
  expect(fault('shop.long-name')).toBe('Must have names of at most 8 characters');
});
