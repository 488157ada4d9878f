import * as z from 'zod/mini';
import { type Kind, kindOfValues } from '../../model/kind.ts';
import { equalShares, listSpace, weightedShares } from '../analysis/value-space.ts';
import type { GeneratorType } from '../generator.ts';
import { inTurn, pick, pickNormal, pickWeighted } from '../kernels/choice/choice.ts';
import type { Cell } from '../kernels/engine/cell.ts';
import { decimal } from '../kernels/number/decimal.ts';
import { integer } from '../kernels/number/integer.ts';
import { ALPHABETS, characters } from '../kernels/text/characters.ts';
import { uuid } from '../kernels/text/uuid.ts';
import { instantNear, instantWithin, isoTime, spans } from '../kernels/time/instant.ts';
import type { Scope } from '../scope.ts';
import { date, described, noParams, num, optional, required, utcMs } from './params.ts';

/** Earlier versions, and Mockingbird, accepted any params here and ignored them. */
const bare = { params: noParams, tolerant: true } as const;
const values = described(z.array(z.unknown()).check(z.minLength(1)), 'Values to choose from');
const SECONDS = 19;

/** A type without params: one of a few well-known names, all equally likely. */
const oneOf = (name: string, summary: string, names: readonly string[]): GeneratorType => ({
  name: `catbird.${name}`,
  summary,
  ...bare,
  values: () => listSpace(names),
  compile: (_, scope) => pick(names, scope),
});

interface Choice {
  readonly values: readonly unknown[];
  readonly distribution?: 'random' | 'normal';
}
interface WeightedChoice {
  readonly values: readonly unknown[];
  readonly weights: readonly number[];
}
interface Turns {
  readonly values: readonly unknown[];
  readonly iterations?: number;
}
interface PickType {
  readonly type: keyof typeof PICKED;
  readonly length?: number;
}

/** The cells of `pickType`, by its `type`. */
const PICKED = {
  number: (scope: Scope): Cell => integer({ min: 0, max: 99_999 }, scope),
  float: (scope: Scope): Cell => decimal({ min: 0, max: 99_999, fractionDigits: 2 }, scope),
  boolean: (scope: Scope): Cell => pick([true, false], scope),
  uuid: (scope: Scope): Cell => uuid(scope),
  string: (scope: Scope): Cell => characters({ alphabet: ALPHABETS.PRINTABLE, min: 10, max: 10 }, scope),
  datetime: (scope: Scope): Cell => recent(scope),
} as const;

const PICKED_KINDS: Readonly<Record<PickType['type'], Kind>> = {
  number: { is: 'integer', min: 0, max: 99_999 },
  float: { is: 'number' },
  boolean: { is: 'boolean' },
  uuid: { is: 'uuid' },
  string: { is: 'text' },
  datetime: { is: 'text' },
};

/** A time within the day before the event, without a zone. */
const recent = (scope: Scope): Cell => instantNear(spans.recent({ min: 0, max: 1 }), SECONDS, scope);

/** Catbird's own types. Each is also available as `mockingbird.…`, for schemas written for Mockingbird. */
export const catbirdTypes: readonly GeneratorType[] = [
  {
    name: 'catbird.timestampNow',
    summary: 'The event time as an ISO 8601 timestamp in UTC',
    kind: { is: 'instant' },
    ...bare,
    rowOnly: true,
    compile: (_, scope) => isoTime(24, scope),
  },
  {
    name: 'catbird.datetimeNow',
    summary: 'The event time in UTC without a zone, to the second',
    ...bare,
    rowOnly: true,
    compile: (_, scope) => isoTime(SECONDS, scope),
  },
  {
    name: 'catbird.datetimeRecent',
    summary: 'A datetime within the day before the event, without a zone',
    ...bare,
    compile: (_, scope) => recent(scope),
  },
  {
    name: 'catbird.datetimeBetween',
    summary: 'A datetime between two dates, without a zone',
    params: required({ start: date('Earliest date'), end: date('Latest date') }),
    example: { start: '2025-01-01', end: '2025-12-31' },
    compile([given], scope) {
      const { start, end } = given as { start: string; end: string };
      const span = { low: utcMs(start), high: utcMs(end) };
      if (!(span.low <= span.high)) throw new Error('start must be a date before end');
      return instantWithin(span, SECONDS, scope);
    },
  },
  {
    name: 'catbird.pick',
    summary: 'One of your values, all equally likely or favouring the middle of the list',
    params: required({
      values,
      distribution: optional(
        z.enum(['random', 'normal']),
        'random (default), or normal, which favours the middle of the list',
      ),
    }),
    example: { values: ['red', 'green', 'blue'] },
    kind: ([given]) => kindOfValues((given as Choice).values),
    values: ([given]) => listSpace((given as Choice).values),
    shares: ([given]) => {
      const { values, distribution } = given as Choice;
      return distribution === 'normal' ? [] : equalShares(values);
    },
    compile([given], scope) {
      const choice = given as Choice;
      return (choice.distribution === 'normal' ? pickNormal : pick)(choice.values, scope);
    },
  },
  {
    name: 'catbird.pickWeighted',
    summary: 'One of your values, chosen by weight',
    params: required({
      values,
      weights: described(z.array(z.number().check(z.gt(0))), 'One weight per value'),
    }),
    example: { values: ['often', 'rarely'], weights: [3, 1] },
    kind: ([given]) => kindOfValues((given as WeightedChoice).values),
    values: ([given]) => listSpace((given as WeightedChoice).values),
    shares: ([given]) => {
      const { values, weights } = given as WeightedChoice;
      return weightedShares(values.map((value, i) => ({ value, weight: weights[i] ?? 0 })));
    },
    compile([given], scope) {
      const choice = given as WeightedChoice;
      return pickWeighted(choice.values, choice.weights, scope);
    },
  },
  {
    name: 'catbird.pickType',
    summary: 'A value of a basic type: number, float, boolean, string, uuid or datetime',
    params: required({
      type: described(z.enum(['number', 'float', 'boolean', 'string', 'uuid', 'datetime']), 'The type'),
      length: num('Accepted for compatibility, without effect'),
    }),
    example: { type: 'boolean' },
    kind: ([given]) => PICKED_KINDS[(given as PickType).type],
    compile: ([given], scope) => PICKED[(given as PickType).type](scope),
  },
  {
    name: 'catbird.sequentialArray',
    summary: 'Your values in order, one per row, repeating from the start',
    params: required({
      values,
      iterations: optional(z.int().check(z.gte(1)), 'Rows per value. Default 1'),
    }),
    example: { values: ['start', 'middle', 'end'] },
    kind: ([given]) => kindOfValues((given as Turns).values),
    rowOnly: true,
    compile([given], scope) {
      const turns = given as Turns;
      return inTurn(turns.values, turns.iterations ?? 1, scope);
    },
  },
  oneOf('osName', 'An operating system', ['Linux', 'Windows', 'Mac OS']),
  oneOf('browserName', 'A browser', ['Chrome', 'Firefox', 'IE', 'Opera']),
  oneOf('browserEngineName', 'A browser engine', ['Blink', 'Gecko', 'Trident']),
  oneOf('searchEngineName', 'A search engine URL', [
    'https://www.google.co.uk/',
    'https://www.bing.com/',
    'https://duckduckgo.com/',
    'https://yandex.com/',
    'https://yahoo.com',
  ]),
  {
    name: 'catbird.latitudeNumeric',
    summary: 'A latitude with four decimal places',
    kind: { is: 'number' },
    ...bare,
    compile: (_, scope) => decimal({ min: -90, max: 90, fractionDigits: 4 }, scope),
  },
  {
    name: 'catbird.longitudeNumeric',
    summary: 'A longitude with four decimal places',
    kind: { is: 'number' },
    ...bare,
    compile: (_, scope) => decimal({ min: -180, max: 180, fractionDigits: 4 }, scope),
  },
];
