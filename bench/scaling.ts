import { generatorTypes, loadData, parseSchema, type Field, type Schema } from '@catbird/engine';
import { filling, geometricMean, median, rate, report, short } from './measure.js';
import { mockingbird, plainFaker } from './peers.js';

/**
 * The cost of a field: rows of 1 to 1,000 fields, and rows with one field of each generator type, ours against plain faker
 * with `JSON.stringify`. Medians of ROUNDS.
 *
 *     node --disallow-code-generation-from-strings dist/scaling.js
 *
 * TYPES restricts the types: their names, separated by spaces. Then nothing is saved.
 */
const ROUNDS = 5;
const MS = Number(process.env['MS'] ?? 40);
/** Cells per call, whatever the number of fields. */
const CELLS = 20_000;
console.warn = () => {};

const medianRate = (work: () => number): number => {
  rate(work, MS);
  return median(Array.from({ length: ROUNDS }, () => rate(work, MS)));
};

async function ours(schema: Schema) {
  await loadData(schema);
  const start = performance.now();
  const { work, bytesPerRow } = filling(schema, Math.ceil(CELLS / schema.fields.length));
  const compileMs = performance.now() - start;
  return { rows: medianRate(work), compileMs, bytes: bytesPerRow() };
}

const lines = (make: () => unknown) => (): number => {
  for (let i = 0; i < 20; i++) Buffer.from(`${JSON.stringify(make())}\n`);
  return 20;
};

const KINDS: readonly Omit<Field, 'name'>[] = [
  { type: 'string.uuid', args: [] },
  { type: 'person.fullName', args: [] },
  { type: 'internet.email', args: [] },
  { type: 'number.int', args: [{ min: 18, max: 99 }] },
  { type: 'location.city', args: [] },
  { type: 'helpers.arrayElement', args: [['none', 'vegan', 'vegetarian']] },
];

async function ofFields(count: number) {
  const fields = KINDS.flatMap((_, i, kinds) =>
    Array.from({ length: Math.ceil((count - i) / kinds.length) }, (_, n) => n * kinds.length + i),
  )
    .toSorted((x, y) => x - y)
    .map((i): Field => ({ name: `field_${i}`, type: 'string.uuid', args: [], ...KINDS[i % KINDS.length] }));
  const { rows, compileMs, bytes } = await ours({ fields });
  const peer = medianRate(lines(mockingbird({ fields })));
  return {
    fields: fields.length,
    'rows/s': short(rows),
    'ns/cell': short(1e9 / rows / fields.length),
    'MB/s': short((rows * bytes) / 1e6),
    'compile ms': short(compileMs),
    'mockingbird rows/s': short(peer),
    ratio: short(rows / peer),
  };
}

/** One field of the type, without arguments if it needs none, else with those of its example. */
function fieldOf({ name: type, example }: (typeof generatorTypes)[number]): Field {
  const bare: Field = { name: 'value', type, args: [] };
  if (parseSchema(JSON.stringify({ value: { type } })).ok) return bare;
  return { ...bare, args: Array.isArray(example) ? (example as readonly unknown[]) : [example] };
}

async function ofType(type: (typeof generatorTypes)[number]) {
  const schema = { fields: [fieldOf(type)] };
  const { rows } = await ours(schema);
  const isFakers = !/^(catbird\.|object$|oneOf$)/.test(type.name);
  const faker = isFakers ? medianRate(lines(plainFaker(schema))) : Number.NaN;
  return {
    type: type.name,
    'ns/row': short(1e9 / rows),
    'faker 10 ns/row': isFakers ? short(1e9 / faker) : '',
    ratio: isFakers ? short(rows / faker) : '',
  };
}

/** One after the other: a measurement needs the machine for itself. */
async function inTurn<Item, Row>(
  items: readonly Item[],
  measure: (item: Item) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const item of items) rows.push(await measure(item));
  return rows;
}

const only = process.env['TYPES']?.split(' ');
if (only === undefined) report('fields', await inTurn([1, 10, 100, 1000], ofFields));
// Types that read or contain other fields cannot stand alone.
const types = await inTurn(
  generatorTypes.filter(
    ({ name, exampleSchema }) => exampleSchema === undefined && (only?.includes(name) ?? true),
  ),
  ofType,
);
const ratios = types.map(({ ratio }) => ratio).filter((ratio) => typeof ratio === 'number');
if (only !== undefined) console.table(types);
else
  report('types', types, {
    'types at least ten times as fast as faker': ratios.filter((ratio) => ratio >= 10).length,
    'types of faker': ratios.length,
    'geometric mean to faker 10': short(geometricMean(ratios)),
  });
