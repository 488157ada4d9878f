import { expect, test } from 'vitest';
import { specified as sentence } from '../../../../test/specification.ts';
import { parseSchema } from '../schema/parse.ts';
import { findTemplate, templates } from './index.ts';

/** The templates of the specification come first. */
const specified = templates.slice(0, 9);

test('the nine templates come in the order of the specification', () => {
  const [, listed = ''] = /named\): (.*); plus Custom/.exec(sentence('Templates (built-in')) ?? [];
  const named = listed.replace(' (default)', '').split(', ');
  expect(named).toHaveLength(9);
  expect(specified.map(({ name }) => name)).toEqual(named);
});

test('five templates with related fields follow', () => {
  expect(templates.slice(9, 14).map(({ name }) => name)).toEqual([
    'Online Shop',
    'IoT Sensors',
    'Web Sessions',
    'Bank Transactions',
    'Logs with Incidents',
  ]);
});

test('names are unique, and so are the file names derived from them', () => {
  const slugs = templates.map(({ name }) => name.toLowerCase().replaceAll(' ', '-'));
  expect(new Set(slugs).size).toBe(templates.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/);
});

test.each(templates.map((template) => [template.name, template] as const))('%s', (name, template) => {
  expect(findTemplate(name)).toBe(template);
  expect(JSON.parse(template.text)).toEqual(template.schema);
  expect(parseSchema(template.text)).toMatchObject({ ok: true, notes: [] });
  expect(template.summary).toMatch(/^[A-Z].*\.$/);
  for (const line of template.text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});

test('finds no template with an unknown name', () => {
  for (const name of ['Custom', 'simple example', 'constructor', ''])
    expect(findTemplate(name)).toBeUndefined();
});

const between = (type: string, min: number, max: number) => ({ type, params: { min, max } });
const weighted = (type: string, weights: readonly number[]) => ({
  type,
  params: weights.map((weight) => expect.objectContaining({ weight }) as unknown),
});

test('ranges and weights match the specification', () => {
  const fields = Object.fromEntries(specified.flatMap(({ schema }) => Object.entries(schema)));
  const int = 'number.int';
  const choice = 'helpers.weightedArrayElement';
  expect(fields).toMatchObject({
    store_id: between(int, 1, 6),
    product_id: between(int, 3278123, 3378123),
    timeSpentSeconds: between(int, 1, 3600),
    scrollDepthPercent: between(int, 0, 100),
    score: between(int, 0, 100),
    duration: between(int, 5, 300),
    age: between(int, 18, 99),
    passport_number: between(int, 3456789, 9876543),
    location: { params: { radius: 5 } },
    extra_bags: weighted(choice, [45, 35, 10, 4, 2, 1, 1, 1, 1, 1]),
  });
  expect(findTemplate('eCommerce Transactions')?.schema['browser']).toEqual(weighted(choice, [65, 3, 8, 20]));
});

test('every field named in the specification is in a template', () => {
  const named = sentence('Example fields')
    .replaceAll(/^.*templates: |\.$/g, '')
    .split(', ');
  expect(named).toHaveLength(33);
  const fields = new Set(specified.flatMap(({ schema }) => Object.keys(schema)));
  expect(named.filter((name) => !fields.has(name))).toEqual([]);
});
