import { parseSchema } from '@catbird/core';
import { expect, test } from 'vitest';
import { growthIssue } from './row-times.ts';

const schemaOf = (grow?: object): string =>
  JSON.stringify(
    {
      $entities: { user: { size: 9, ...(grow && { grow }), fields: {} } },
      user: { type: 'catbird.entity', params: { of: 'user' } },
    },
    null,
    2,
  );

test('growth that needs computed times is an issue at its place', () => {
  const text = schemaOf({ from: 1, perSecond: 1 });
  const result = parseSchema(text);
  const issue = result.ok ? growthIssue(text, result.schema) : undefined;
  expect(issue).toMatchObject({ severity: 'error', line: 5, column: 7 });
  expect(text.slice(issue?.offset, (issue?.offset ?? 0) + (issue?.length ?? 0))).toBe('"grow"');
});

test('a schema without growth has no such issue', () => {
  const text = schemaOf();
  const result = parseSchema(text);
  expect(result.ok && growthIssue(text, result.schema)).toBeUndefined();
});
