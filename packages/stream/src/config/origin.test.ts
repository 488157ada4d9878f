import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSchema } from '../../../engine/src/schema/parse.ts';
import { placedIn, placeIn } from './yaml-places.ts';
import { parseText } from './yaml.ts';

const YAML = `# A shop
x: &number { type: number.int, params: { min: 9, max: 1 } }
y: &both
  shared: { type: number.itn }

streams:
  orders:
    schema:
      id: *number
      <<: *both
      'quoted name': {type: person.fulName}
      "total":
        type: catbird.expression
        params: id +
      empty:
      list:
        type: helpers.arrayElement
        params:
          - [a, b]
        cuont: 2
`;

test('issues of a part of a YAML file have their places in the file', async () => {
  const config = (await parseText(YAML, 'a.yaml')) as { streams: { orders: { schema: object } } };
  const json = JSON.stringify(config.streams.orders.schema, null, 2);
  const result = parseSchema(json);
  const path = ['streams', 'orders', 'schema'];
  const { issues, name } = await placedIn(
    { file: 'a.yaml', text: YAML, path },
    result.ok ? [] : result.issues,
    json,
  );
  expect(name).toBe('a.yaml');
  const lines = YAML.split('\n');
  const found = issues.map(({ message, line, column, offset, length }) => {
    const marked = YAML.slice(offset, offset + length);
    expect(lines[line - 1]?.slice(column - 1)).toContain(marked.split('\n')[0]);
    return [message.split(':')[0], line, marked];
  });
  expect(new Map(found.map(([, line, marked]) => [line, marked]))).toEqual(
    new Map<unknown, unknown>([
      [2, '{ min: 9, max: 1 }'],
      [4, 'number.itn'],
      [11, 'person.fulName'],
      [14, 'id +'],
      [15, 'empty'],
      [20, 'cuont'],
    ]),
  );
});

test('what a file does not contain is at what contains it', async () => {
  const json = JSON.stringify({ a: { b: 1 } }, null, 2);
  const result = parseSchema(json);
  const origin = { file: 'a.json', text: '{\n\t"schema": {"a": {"c": 1}}\n}', path: ['schema'] };
  const { issues } = await placedIn(origin, result.ok ? [] : result.issues, json);
  expect(issues.map(({ line, column }) => [line, column])).toEqual([[2, 13]]);
});

test('every key and value of a JSON text is found by its offset', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 2, maxKeys: 3 }), (given) => {
      const text = JSON.stringify(given, null, 2);
      const value: unknown = JSON.parse(text);
      const at = (path: readonly string[]): unknown =>
        path.reduce<unknown>((each, key) => (each as Record<string, unknown>)[key], value);
      for (let offset = 0; offset < text.length; offset++) {
        const { path, isKey } = placeIn(text, offset);
        const before = offset === 0 ? undefined : placeIn(text, offset - 1);
        const isStart = JSON.stringify(before) !== JSON.stringify({ path, isKey });
        if (!isStart) continue;
        const expected = isKey ? JSON.stringify(path.at(-1)) : JSON.stringify(at(path))[0];
        expect(text.slice(offset)).toSatisfy((rest: string) => rest.startsWith(expected ?? ''));
      }
    }),
    { numRuns: 25 },
  );
});
