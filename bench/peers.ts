import { base, en, Faker } from '@faker-js/faker';
import { createRequire } from 'node:module';
import type { Field, Schema } from '@catbird/engine';

/** Whether the peers can generate these fields: flat and independent ones. */
export const isCommon = ({ fields }: Schema): boolean =>
  fields.every(
    ({ type, count, per, nulls, missing, hidden, fields: inner, specs }) =>
      typeof count !== 'object' &&
      [per, nulls, missing, hidden, inner, specs].every((each) => each === undefined) &&
      !OURS.test(type),
  );

/** Types that only this engine has. */
const OURS =
  /^(oneOf|object|catbird\.(?!timestampNow|datetimeNow|datetimeRecent|datetimeBetween|pick|sequentialArray|os|browser|search))/;

/** Returns one row as an object. */
export type MakeRow = () => unknown;

interface Generator {
  generateRow(): unknown;
}
type NewGenerator = new (config: { schema: Readonly<Record<string, object>> }) => Generator;

/** Its ES module imports a folder and does not load in Node; the CommonJS build does. */
const require = createRequire(import.meta.url);

/** Rows of `@tinybirdco/mockingbird`, from our schema with its names for the types. */
export function mockingbird({ fields }: Schema): MakeRow {
  const { LogGenerator } = require('@tinybirdco/mockingbird') as { LogGenerator: NewGenerator };
  const schema = Object.fromEntries(
    fields.map(({ name, type, args, count }) => [
      name,
      {
        type: type.replace(/^catbird\./, 'mockingbird.'),
        ...(args.length > 0 && { params: args }),
        ...(count !== undefined && { count }),
      },
    ]),
  );
  const generator = new LogGenerator({ schema });
  return () => generator.generateRow();
}

/** Rows as written by hand with faker 10: an object of calls. */
export function plainFaker({ fields }: Schema): MakeRow {
  const faker = new Faker({ locale: [en, base] });
  const makers = fields.map((field) => [field.name, makerOf(field, faker)] as const);
  return () => {
    const row: Record<string, unknown> = {};
    for (const [name, make] of makers) row[name] = make();
    return row;
  };
}

function makerOf({ type, args, count = 1 }: Field, faker: Faker): () => unknown {
  const one = methodOf(type, args, faker);
  return count === 1 ? one : () => faker.helpers.multiple(one, { count });
}

function methodOf(type: string, args: readonly unknown[], faker: Faker): () => unknown {
  if (type === 'catbird.timestampNow') return () => new Date().toISOString();
  if (type === 'catbird.datetimeNow') return () => new Date().toISOString().slice(0, 19);
  const [family = '', method = ''] = type.split('.');
  const modules = faker as unknown as Record<
    string,
    Record<string, (...args: readonly unknown[]) => unknown>
  >;
  const module = modules[family];
  if (module?.[method] === undefined) throw new Error(`Faker has no ${type}`);
  // JSON has no BigInt.
  if (type === 'number.bigInt') return () => String(module[method]?.(...args));
  return () => module[method]?.(...args);
}
