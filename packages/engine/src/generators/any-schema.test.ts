import { expect, test } from 'vitest';
import { anySchema } from '../../test/any-schema.ts';
import { cases } from '../../../../test/long.ts';

test('rows of any schema are valid JSON, and have the same bytes alone as among others', async () => {
  expect(await anySchema(cases(30))).toBeGreaterThan(0.3);
});
