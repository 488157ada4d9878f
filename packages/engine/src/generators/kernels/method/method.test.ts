import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../../test/rows.ts';
import { drawKey, keyedRandomizer, newSubject, rowsAsSubjects, seedOf } from '../../../numeric/random.ts';
import { jsonText } from '../engine/json.ts';
import { newFaker } from '../text/faker.ts';

const COUNT = 200;
const START = Date.UTC(2024, 1, 27, 12);
/** Days and a bit, so that dates fall on all days, and a leap day. */
const STEP = 86_400_000 * 1.3;

/** The values of faker's own method for the first rows, drawn from the same source as ours. */
function fakers(type: string, args: readonly unknown[], seed: string): readonly unknown[] {
  const randomizer = keyedRandomizer();
  const faker = newFaker(randomizer);
  const [family = '', method = ''] = type.split('.');
  const modules = faker as unknown as Record<
    string,
    Record<string, (...given: readonly unknown[]) => unknown>
  >;
  const subject = newSubject(COUNT);
  rowsAsSubjects(subject, seedOf(seed), 0, COUNT);
  const key = drawKey('v', 0);
  return Array.from({ length: COUNT }, (_, r) => {
    randomizer.begin(subject.a[r] ?? 0, subject.b[r] ?? 0, key);
    faker.setDefaultRefDate(Math.floor(START + r * STEP));
    return JSON.parse(jsonText(modules[family]?.[method]?.(...args))) as unknown;
  });
}

/** More than small draws choose from. */
const MANY = Array.from({ length: 5000 }, (_, n) => n);

const CASES: readonly (readonly [type: string, ...args: readonly unknown[]])[] = [
  ['helpers.arrayElements', ['a', 2, null, { b: 'ü' }]],
  ['helpers.arrayElements', ['a', 'b', 'c', 'd', 'e'], 3],
  ['helpers.arrayElements', ['a', 'b', 'c', 'd', 'e'], 0],
  ['helpers.arrayElements', ['a', 'b', 'c', 'd', 'e'], { min: 2, max: 9 }],
  ['helpers.arrayElements', []],
  ['helpers.arrayElements', MANY, 3],
  ['helpers.arrayElements', MANY.slice(0, 4000), 40],
  ['helpers.fromRegExp', '[A-Z]{2}-[0-9]{4}'],
  ['helpers.fromRegExp', 'a{2}b?[a-f0-9-]{3}'],
  ['helpers.fromRegExp', 'x{1,4}[-xyz]{2,5}"/q?z{0,2}[A-Za-z0-9]'],
  ['helpers.fromRegExp', 'a-?b[0-9]?'],
  ['helpers.fromRegExp', '.{3}[^a-z]+(ab|c)*'],
  ['string.ulid'],
];

describe('values are those of faker’s method', () => {
  test.each(CASES.map((each) => [each[0], JSON.stringify(each[1])?.slice(0, 40), each.slice(1)] as const))(
    '%s %s',
    (type, _, args) => {
      const ours = valuesOf(type, args, { seed: 'same', count: COUNT, startMs: START, stepMs: STEP });
      expect(ours).toEqual(fakers(type, args, 'same'));
    },
  );
});
