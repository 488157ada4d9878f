import type { SchemaIssue } from '@catbird/engine';
import { percent, type FieldComparison, type Side, type Verdict } from '@catbird/infer';

/** What a comparison comes to, in a word or two. */
export const VERDICTS: Readonly<Record<Verdict, string>> = {
  alike: 'Alike',
  close: 'Close',
  different: 'Different',
  missing: 'Only in the sample',
  new: 'Only generated',
};

/** `kept` as `Kept`. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Why a schema makes no rows. */
export function issuesText(issues: readonly SchemaIssue[]): string {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const [first] = errors.length > 0 ? errors : issues;
  const count = errors.length === 1 ? 'an issue' : `${errors.length} issues`;
  const where = first === undefined ? '' : ` Line ${first.line}: ${first.message.replace(/\.$/, '')}.`;
  return `The schema has ${count}. Fix ${errors.length === 1 ? 'it' : 'them'} and compare again.${where}`;
}

/** Types of a side: `text, 2 % null, 10 % missing`. */
export function typesText({ types, missing }: Side): string {
  const parts = Object.entries(types)
    .sort(([, a], [, b]) => b - a)
    .map(([type, share]) => (share === 1 ? type : `${percent(share)} ${type}`));
  return [...parts, ...(missing > 0 && parts.length > 0 ? [`${percent(missing)} missing`] : [])].join(', ');
}

const numbers = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** The last instant of a `Date`. */
const MOST_MS = 8.64e15;
const MINUTE_MS = 60_000;

/** An instant, to the second if both ends are near each other. */
const instant = (ms: number, spanMs: number): string =>
  Math.abs(ms) > MOST_MS
    ? numbers.format(ms)
    : new Date(ms)
        .toISOString()
        .slice(0, spanMs < 10 * MINUTE_MS ? 19 : 16)
        .replace('T', ' ');

/** A place in a picture: a number, a length or a time. */
function placeText({ bars, measure, original }: FieldComparison, at: number): string {
  const isTime =
    measure === 'distribution' && original.types.number === undefined && original.types.list === undefined;
  const by = bars?.by;
  return isTime && by !== undefined && by !== 'values' ? instant(at, by.to - by.from) : numbers.format(at);
}

/** What the bars of a field are: `12 to 40 characters`, `3 values`. Empty without bars. */
export function rangeText(field: FieldComparison, side = field.original): string {
  const { bars, measure, original } = field;
  if (bars === undefined) return '';
  if (bars.by === 'values')
    return side.distinct === 1 ? '1 value' : `${numbers.format(side.distinct)} values`;
  const { from, to } = bars.by;
  const range = from === to ? placeText(field, from) : `${placeText(field, from)} to ${placeText(field, to)}`;
  if (original.types.list !== undefined) return `${range} elements`;
  if (measure === 'steps') return `Steps of ${range}`;
  return measure === 'length' ? `${range} characters` : range;
}

/** Shares that are read out. */
const MOST_SHARES = 5;

/** A picture as text: the range or the number of values, and where most of them are or their shares. */
export function pictureText(field: FieldComparison, side: Side, shares: readonly number[]): string {
  const { bars } = field;
  const range = rangeText(field, side);
  if (bars === undefined) return range;
  if (bars.by === 'values') return `${range}: ${shares.slice(0, MOST_SHARES).map(percent).join(', ')}`;
  const { from, to } = bars.by;
  if (from === to) return range;
  const peak = shares.indexOf(Math.max(...shares));
  const width = Number.isInteger(from) && shares.length === to - from + 1 ? 1 : (to - from) / shares.length;
  const at = placeText(field, from + peak * width);
  return `${range}, most ${width === 1 ? 'at' : 'from'} ${at}: ${percent(shares[peak] ?? 0)}`;
}
