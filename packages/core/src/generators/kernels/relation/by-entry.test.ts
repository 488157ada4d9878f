import { expect, test } from 'vitest';
import { rowsOf } from '../../../../test/rows.ts';
import { parseSchema } from '../../../schema/parse.ts';

type Row = Readonly<Record<string, unknown>>;

function rows(schema: object): readonly Row[] {
  const result = parseSchema(JSON.stringify(schema));
  if (!result.ok) throw new Error(result.issues.map(({ message }) => message).join('\n'));
  return rowsOf(result.schema, { count: 1000 }).map((row) => JSON.parse(row) as Row);
}

const expression = (params: string): object => ({ type: 'catbird.expression', params });
const template = (params: string): object => ({ type: 'catbird.template', params });

const STATUS = { type: 'helpers.arrayElement', params: [200, 404, 503, null, '404'] };

test.each([
  ['status >= 500 ? "error" : status >= 400 ? "warn" : "info"', levelOf],
  ['status == null ? "é\\"" : status', ({ status }: Row) => status ?? 'é"'],
  ['status > 300', ({ status }: Row) => (typeof status === 'number' ? status > 300 : null)],
] as const)('%s of a field from a table has its value in each row', (text, valueOf) => {
  const found = rows({
    status: STATUS,
    v: expression(text),
    again: expression('v'),
    copy: template('<{{v}}>'),
  });
  expect(new Set(found.map(({ status }) => status)).size).toBe(5);
  for (const row of found) {
    const value = valueOf(row);
    expect(row).toEqual({ ...row, v: value, again: value, copy: `<${shown(value)}>` });
  }
});

/** A value as a template writes it. */
const shown = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function levelOf({ status }: Row): string {
  if (typeof status !== 'number') return 'info';
  return status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info';
}

test('an expression of several fields from tables has its value in each row', () => {
  const found = rows({
    service: { type: 'helpers.arrayElement', params: ['auth', 'billing', 'search'] },
    ill: { type: 'helpers.arrayElement', params: ['search', 'auth'] },
    trouble: { type: 'helpers.arrayElement', params: [null, 'slow', 7, true] },
    v: expression('service == ill ? trouble : service'),
    again: expression('v == trouble'),
    copy: template('{{v}}{{ill}}'),
  });
  expect(
    new Set(found.map(({ service, ill, trouble }) => JSON.stringify([service, ill, trouble]))).size,
  ).toBe(24);
  for (const row of found) {
    const { service, ill, trouble } = row;
    const v = service === ill ? trouble : service;
    expect(row).toEqual({ ...row, v, again: v === trouble, copy: `${shown(v)}${shown(ill)}` });
  }
});

test('fields from tables with many combinations are compared row by row', () => {
  const numbers = { type: 'helpers.arrayElement', params: Array.from({ length: 15 }, (_, i) => i) };
  for (const row of rows({ a: numbers, b: numbers, v: expression('a > b ? "more" : "not more"') }))
    expect(row['v']).toBe(Number(row['a']) > Number(row['b']) ? 'more' : 'not more');
});

test('an expression that draws has another value in each row', () => {
  const found = rows({ status: STATUS, v: expression('status == 200 ? rand() > 0.5 : null') });
  const values = new Set(found.filter(({ status }) => status === 200).map(({ v }) => v));
  expect(values).toEqual(new Set([true, false]));
});

test('neighbours that follow the same fields agree with them', () => {
  const found = rows({
    service: { type: 'helpers.arrayElement', params: ['auth', 'billing', 'search'] },
    host: template('{{service}}-{{replica}}.{{zone}}'),
    replica: { type: 'helpers.arrayElement', params: [1, 2, null] },
    team: {
      type: 'catbird.lookup',
      params: { field: 'service', cases: { auth: 'identity', billing: null }, default: ['core', 'web'] },
    },
    zone: {
      type: 'helpers.weightedArrayElement',
      params: [
        { weight: 3, value: 'a' },
        { weight: 1, value: 'b' },
      ],
    },
    free: { type: 'helpers.arrayElement', params: ['x', 'y'] },
    path: template('/{{zone}}/{{service|upper}}/{{replica}}'),
  });
  const teams: Row = { auth: 'identity', billing: null, search: ['core', 'web'] };
  for (const row of found) {
    const { service, zone } = row;
    const replica = shown(row['replica']);
    expect(row).toEqual({
      ...row,
      host: `${String(service)}-${replica}.${String(zone)}`,
      team: teams[String(service)],
      path: `/${String(zone)}/${String(service).toUpperCase()}/${replica}`,
    });
  }
  const combinations = new Set(found.map((row) => [row['host'], row['free']].join()));
  expect(combinations.size).toBe(3 * 3 * 2 * 2);
});
