import { test } from 'vitest';
import { anyRows } from './any-rows.ts';

test('any rows give a schema that the engine accepts, whose rows have the fields of the sample', () =>
  anyRows(6));
