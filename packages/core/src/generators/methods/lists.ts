import { cardNumber } from '../kernels/method/card.ts';
import { datesBetween } from '../kernels/method/dates.ts';
import { numbers, sample, shuffled } from '../kernels/method/lists.ts';
import { fromPattern } from '../kernels/method/pattern.ts';
import { methodCell, textCell, whole } from '../kernels/method/pieces.ts';
import { pick } from '../kernels/choice/choice.ts';
import { extentOf } from '../params.ts';
import { utcMs } from '../utc.ts';
import type { MethodKernel } from './options.ts';

/** Longer lists are written by faker. */
const MAX_DATES = 1000;
const CARD = '6453-####-####-####-###L';
/** Latitudes and longitudes with four decimals. */
const ANYWHERE = [
  [-90, 90, 4],
  [-180, 180, 4],
] as const;

const isCount = (given: unknown): given is number =>
  typeof given === 'number' && Number.isInteger(given) && given >= 0;

/** Lists, and what is made of the arguments. */
export const listKernels: Readonly<Record<string, MethodKernel>> = {
  'date.betweens'([given = {}], scope) {
    const { from, to, count = 3 } = given as { from?: unknown; to?: unknown; count?: unknown };
    const [low, high, extent] = [utcMs(from), utcMs(to), extentOf(count)];
    if (!(low <= high) || extent === undefined || extent.max > MAX_DATES) return undefined;
    return methodCell(scope, (draws) => datesBetween(draws, low, high, extent));
  },
  'helpers.arrayElements'([values, count, ...rest], scope) {
    if (!Array.isArray(values) || rest.length > 0) return undefined;
    const extent = count === undefined ? { min: 1, max: values.length } : extentOf(count);
    return extent && methodCell(scope, (draws) => sample(draws, values, extent));
  },
  'helpers.fromRegExp': ([pattern], scope) =>
    typeof pattern === 'string' ? textCell(scope, (draws) => fromPattern(draws, pattern)) : undefined,
  'helpers.rangeToNumber': ([given], scope) =>
    given === undefined ? methodCell(scope, (draws) => whole(draws, 0, Number.MAX_SAFE_INTEGER)) : undefined,
  'helpers.replaceCreditCardSymbols': ([given = CARD, symbol = '#', ...rest], scope) =>
    typeof given === 'string' && symbol === '#' && rest.length === 0
      ? textCell(scope, (draws) => cardNumber(draws, given))
      : undefined,
  'helpers.shuffle': ([values, ...rest], scope) =>
    Array.isArray(values) && rest.length === 0
      ? methodCell(scope, (draws) => shuffled(draws, values))
      : undefined,
  'helpers.uniqueArray'([values, count, ...rest], scope) {
    if (values === undefined) return pick([[]], scope);
    if (!Array.isArray(values) || !isCount(count) || rest.length > 0) return undefined;
    return methodCell(scope, (draws) => shuffled(draws, [...new Set<unknown>(values)], count));
  },
  'location.nearbyGPSCoordinate': ([given], scope) =>
    (given as { origin?: unknown } | undefined)?.origin === undefined
      ? methodCell(scope, (draws) => numbers(draws, ANYWHERE))
      : undefined,
};
