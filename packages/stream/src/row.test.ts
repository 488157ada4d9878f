import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleSchemaOf, generatorTypes, kindsOf, parseSchema } from '@catbird/engine';
import { expect, expectTypeOf, test } from 'vitest';
import { rows } from './generate.ts';
import type { Row } from './row.ts';

test('a schema literal has the type of its rows', async () => {
  const schema = {
    $locale: 'de',
    $comment: 'Orders',
    id: 'string.uuid',
    at: { type: 'catbird.timestampNow' },
    quantity: { type: 'number.int', params: { min: 1, max: 9 } },
    status: { type: 'helpers.arrayElement', params: ['paid', 'open'] },
    plan: { type: 'catbird.pickWeighted', params: { values: ['free', 1], weights: [9, 1] } },
    tags: { type: 'lorem.word', count: { min: 0, max: 3 } },
    price: { type: 'number.float', nulls: 0.1 },
    note: { type: 'lorem.sentence', missing: 0.5 },
    gift: { type: 'datatype.boolean', if: 'quantity > 3' },
    user: { type: 'object', fields: { name: 'person.fullName', age: { type: 'number.int', hidden: true } } },
    source: { value: 'shop' },
    total: { type: 'catbird.expression', params: ['quantity * 2'] },
  } as const;
  type Made = Row<typeof schema>;
  expectTypeOf<{ [Name in keyof Made]: Made[Name] }>().toEqualTypeOf<{
    readonly id: string;
    readonly at: string;
    readonly quantity: number;
    readonly status: 'paid' | 'open';
    readonly plan: 'free' | 1;
    readonly tags: readonly string[];
    readonly price: number | null;
    readonly note?: string;
    readonly gift?: boolean;
    readonly user: Row<{ readonly name: 'person.fullName' }>;
    readonly source: 'shop';
    readonly total: unknown;
  }>();
  for await (const row of rows(schema, { count: 1 })) expectTypeOf(row).toEqualTypeOf<Made>();
  for await (const { n } of rows({ n: 'catbird.sequence' }, { count: 1 })) {
    expectTypeOf(n).toEqualTypeOf<number>();
    expect(n).toBe(1);
  }
  expectTypeOf<Row<string>>().toEqualTypeOf<Readonly<Record<string, unknown>>>();
  expectTypeOf<Row<Readonly<Record<string, unknown>>>>().toExtend<Readonly<Record<string, unknown>>>();
});

/** TypeScript's types of the kinds of values. */
const TYPES: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  instant: 'string',
  date: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

test('the row type of every generator type agrees with its values, or is unknown', () => {
  const checked = generatorTypes.flatMap(({ name, ...type }) => {
    const example = exampleSchemaOf({ name, ...type });
    const parsed = parseSchema(JSON.stringify(example));
    if (!parsed.ok) return [];
    const [field] =
      Object.entries(example).find(([, spec]) => spec === name || Object(spec).type === name) ?? [];
    const kind = kindsOf(parsed.schema).find((each) => each.name === field)?.kind;
    return [
      `type _${name.replaceAll('.', '_')} = Must<Fits<'${name}', ${TYPES[kind?.is ?? ''] ?? 'never'}>>;`,
    ];
  });
  expect(checked.length).toBeGreaterThan(280);
  const folder = mkdtempSync(join(tmpdir(), 'catbird-rows-'));
  const file = join(folder, 'types.ts');
  writeFileSync(
    file,
    [
      `import type { Row } from '${join(import.meta.dirname, 'row.ts')}';`,
      `type Of<Name extends string> = Row<{ readonly v: Name }> extends { readonly v: infer Made } ? Made : never;`,
      `type Fits<Name extends string, Made> = unknown extends Of<Name> ? true : [Of<Name>, Made] extends [Made, Of<Name>] ? true : Name;`,
      `type Must<Given extends true> = Given;`,
      ...checked,
      'export {};',
    ].join('\n'),
  );
  const tsc = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
  // The engine as it is built: its sources would be checked again.
  const options =
    '--noEmit --strict --ignoreConfig --allowImportingTsExtensions --module nodenext --target es2024 --types node --skipLibCheck';
  let said = '';
  try {
    execFileSync(process.execPath, [tsc, ...options.split(' '), file], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
  } catch (error) {
    said = String(Object(error).stdout);
  }
  rmSync(folder, { recursive: true });
  expect(said).toBe('');
});
