import { exampleSchemaOf, generatorTypes, templates } from '@catbird/engine';
import { expect, test } from 'vitest';
import { readFields, type FieldNode } from './fields.ts';
import { scopeOf } from './scope.ts';
import { wordsOf } from './made-from.ts';

/** The words on all fields of a schema, by name. */
function wordsIn(schema: object): ReadonlyMap<string, string> {
  const result = readFields(JSON.stringify(schema));
  if (!result.ok) throw new Error('Not a schema');
  const { tree } = result;
  const read = scopeOf(tree);
  const entries = (field: FieldNode): readonly (readonly [string, string])[] => [
    [
      field.name,
      wordsOf(field.kind, read.written(field), read.scopeAt(field))
        .map(({ text }) => text)
        .join(''),
    ],
    ...field.children.flatMap(entries),
  ];
  return new Map(tree.fields.filter(({ kind }) => kind !== 'note').flatMap(entries));
}

test('the words on the fields of an order', () => {
  const shop = templates.find(({ name }) => name === 'Online Shop');
  expect(Object.fromEntries(wordsIn(shop?.schema ?? {}))).toEqual({
    timestamp: 'event time',
    order: 'one per journey of status, hidden',
    order_id: 'order + 100000',
    status: 'pending → paid → refunded, or cancelled',
    user_id: 'user 1 to 20,000, per order_id',
    name: 'user first and last',
    email: 'user first, last and user_id',
    country: 'user DE, FR, ES, IT or NL',
    cart: 'list of 1 to 5 product with 5 fields, per order_id',
    product_id: 'product key',
    product: 'product product name',
    price: 'product median 24, 1 to 900',
    quantity: '1, 2 or 3',
    amount: 'same as total',
    subtotal: 'sum of amount in cart',
    coupon: 'WELCOME10 or FRIENDS20, or empty, per order_id',
    share: '0.1, 0.2 or 0, by coupon, hidden',
    discount: 'subtotal × share',
    shipping: '0 if subtotal ≥ 50, else 4.9',
    total: 'subtotal − discount + shipping',
    payment: 'payment_id, method, amount and state',
    payment_id: 'UUID, per order_id',
    method: 'card, wallet or invoice, per order_id',
    state: 'depends on status',
  });
});

/** Brackets and quotes of JSON, text that was cut, and values that have no text. */
const BAD = /\{"|\[\{|":|\[object|undefined|NaN|…/;

test.each([
  ...generatorTypes.map((type) => [type.name, exampleSchemaOf(type)] as const),
  ...templates.map(({ name, schema }) => [name, schema] as const),
])('all fields of %s have short words, without JSON and not cut', (_, schema) => {
  for (const [name, words] of wordsIn(schema)) {
    expect(words, name).not.toMatch(BAD);
    expect(words.trim(), name).not.toBe('');
    expect(words.length, `${name}: ${words}`).toBeLessThan(90);
  }
});

test('the time of an event in a format of its own is the event time', () => {
  const at = { type: 'catbird.expression', params: 'formatDate(now(), "yyyy-MM-dd HH:mm")' };
  expect(wordsIn({ at }).get('at')).toBe('event time');
});
