import { beforeEach, expect, test, vi } from 'vitest';

/** The files as a program first has them: types that others have loaded are unknown. */
const fresh = async () => {
  const { findType } = await import('../generators/known-types.ts');
  return { findType, ...(await import('./load.ts')), ...(await import('./read-text.ts')) };
};

beforeEach(() => {
  vi.resetModules();
});

test('plain types need no other, and no English texts', async () => {
  const { findType, loadSchema } = await fresh();
  const text = JSON.stringify({
    id: 'string.uuid',
    amount: { type: 'number.int', params: { max: 9 }, count: 2, nulls: 0.1 },
    odd: { type: 'number.float', if: 'length(amount) > 1' },
    at: 'catbird.timestampNow',
    inside: { type: 'object', fields: { paid: 'datatype.boolean' } },
  });
  expect(await loadSchema(text)).toMatchObject({ ok: true });
  expect(findType('person.firstName')).toBeUndefined();
});

test('a mistake is named with the types that were meant, whether they are plain or not', async () => {
  const { loadSchema } = await fresh();
  expect(await loadSchema('{"name": "persons.firstName"}')).toMatchObject({
    ok: false,
    issues: [{ code: 'unknown-type', hint: 'Did you mean person.firstName?' }],
  });
});

test('other types are known once a schema has needed them', async () => {
  const { loadSchema, parseWithKnown } = await fresh();
  const text = '{"name": "person.firstName"}';
  expect(parseWithKnown(text, {})).toMatchObject({ ok: false });
  expect(await loadSchema(text)).toMatchObject({ ok: true });
  expect(parseWithKnown(text, {})).toMatchObject({ ok: true });
});

test('texts of a locale are loaded for a type that is plain in itself', async () => {
  const { loadSchema } = await fresh();
  expect(await loadSchema('{"$locale": "de", "id": "string.uuid", "name": "person.lastName"}')).toMatchObject(
    {
      ok: true,
    },
  );
});
