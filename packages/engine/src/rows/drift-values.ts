import { datePattern } from '../generators/expression/date-pattern.ts';
import { orNull, unite, withoutNull, type Kind } from '../model/kind.ts';
import { isoMs } from '../time/instant.ts';
import type { DriftType } from './drift-settings.ts';

/** How a change makes other values of a field, and of what kind they are. Null stays null. */
export interface ValueChange {
  /** Another value; the same if it cannot change. @param pick chooses among several, 0 ≤ pick < 1 */
  readonly change: (value: unknown, pick: number) => unknown;
  /** Why values of a kind cannot change, as the end of a sentence: "price **is no number**". */
  readonly problem: (kind: Kind) => string | undefined;
  readonly kind: (kind: Kind) => Kind;
}

const isNumeric = ({ is }: Kind): boolean => is === 'integer' || is === 'number';
/** Whether values may be of one of these kinds. What values of `any` kind are shows in rows. */
const mayBe = (kind: Kind, isOne: (part: Kind) => boolean): boolean =>
  kind.is === 'any' || (kind.is === 'union' ? kind.of.some(isOne) : isOne(kind));

/** The kind of values of which only those of some kinds change. */
function changed(kind: Kind, isOne: (part: Kind) => boolean, change: (part: Kind) => Kind): Kind {
  if (kind.is === 'any') return kind;
  const made = unite(
    (kind.is === 'union' ? kind.of : [withoutNull(kind)]).map((part) => (isOne(part) ? change(part) : part)),
  );
  return kind.nullable === true ? orNull(made) : made;
}

/** Digits of a product without its rounding error: 0.1 × 3 is 0.3. */
const DIGITS = 15;

function multiplied(value: number, factor: number): number {
  const product = value * factor;
  if (Number.isSafeInteger(product)) return product;
  return Number.isFinite(product) ? Number(product.toPrecision(DIGITS)) : value;
}

/** Numbers in another unit. */
export const scaled = (factor: number): ValueChange => ({
  change: (value) => (typeof value === 'number' ? multiplied(value, factor) : value),
  problem: (kind) => (mayBe(kind, isNumeric) ? undefined : 'is no number'),
  kind: (kind) =>
    changed(kind, isNumeric, (part) => {
      if (part.is !== 'integer' || !Number.isSafeInteger(factor)) return { is: 'number' };
      const { min, max } = part;
      if (min === undefined || max === undefined) return { is: 'number' };
      const ends = [multiplied(min, factor), multiplied(max, factor)].toSorted((a, b) => a - b);
      const [low = 0, high = 0] = ends;
      return ends.every(Number.isSafeInteger) ? { is: 'integer', min: low, max: high } : { is: 'number' };
    }),
});

/** From here on, a whole number is milliseconds since 1970, and below seconds. */
const LEAST_MS = 1e11;

const isTime = ({ is }: Kind): boolean =>
  is === 'instant' || is === 'date' || is === 'integer' || is === 'number';

/** Milliseconds since 1970; undefined if a value is no time. */
function msOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.floor(Math.abs(value) >= LEAST_MS ? value : value * 1000);
  const ms = isoMs(value);
  return Number.isFinite(ms) ? ms : undefined;
}

interface DateFormat {
  readonly write: (ms: number) => unknown;
  readonly kind: Kind;
}

const FORMATS: Readonly<Record<string, DateFormat>> = {
  iso: { write: (ms) => new Date(ms).toISOString(), kind: { is: 'instant' } },
  epoch: { write: (ms) => Math.floor(ms / 1000), kind: { is: 'integer' } },
  epoch_ms: { write: (ms) => ms, kind: { is: 'integer' } },
};

const MOST_MS = 8.64e15;

/** What writes a format of dates, or why it is none. */
function dateFormat(format: string): DateFormat | { readonly problem: string } {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known !== undefined) return known;
  try {
    return { write: datePattern(format), kind: { is: 'text' } };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Dates and times in another format. */
export function dated(text: string): ValueChange {
  const format = dateFormat(text);
  if ('problem' in format) {
    const { problem } = format;
    return {
      change: (value) => value,
      problem: () => `cannot have this format: ${problem}`,
      kind: (kind) => kind,
    };
  }
  const { write, kind } = format;
  const mayChange = (part: Kind): boolean => isTime(part) || part.is === 'text';
  return {
    change(value) {
      const ms = msOf(value);
      return ms === undefined || Math.abs(ms) > MOST_MS ? value : write(ms);
    },
    problem: (from) => (mayBe(from, mayChange) ? undefined : 'is no date or time'),
    // A text that is no date stays.
    kind: (from) => changed(from, mayChange, (part) => (part.is === 'text' ? unite([part, kind]) : kind)),
  };
}

/** One of new values. @param pick one of as many */
export const replaced = (values: readonly (string | number | boolean)[]): ValueChange => ({
  change: (value, pick) => (value === null ? value : values[Math.floor(pick * values.length)]),
  problem(kind) {
    const known = kind.is === 'text' ? kind.values : undefined;
    const old = values.find((value) => known?.includes(String(value)) === true);
    return old === undefined ? undefined : `has the value ${JSON.stringify(old)} already`;
  },
  kind: (kind) => unite([kind, ...values.map(kindOfOne)]),
});

const kindOfOne = (value: string | number | boolean): Kind => {
  if (typeof value === 'string') return { is: 'text', values: [value] };
  if (typeof value === 'boolean') return { is: 'boolean' };
  return Number.isSafeInteger(value) ? { is: 'integer', min: value, max: value } : { is: 'number' };
};

const ZERO: ReadonlySet<unknown> = new Set([0, '', '0', 'false', false]);

/** A number that a value stands for: that of a time is milliseconds since 1970, and that of any other text its length. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value !== 'string') return Object.keys(value ?? {}).length;
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value);
  return msOf(value) ?? value.length;
}

const OF_TYPE: Readonly<
  Record<
    DriftType,
    {
      readonly to: (value: unknown) => unknown;
      readonly is: (part: Kind) => boolean;
      readonly kind: (kind: Kind) => Kind;
    }
  >
> = {
  string: {
    to: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
    is: ({ is }) => is === 'text' || is === 'uuid' || is === 'instant' || is === 'date',
    kind: () => ({ is: 'text' }),
  },
  number: { to: numberOf, is: isNumeric, kind: () => ({ is: 'number' }) },
  integer: {
    to: (value) => Math.round(numberOf(value)),
    is: ({ is }) => is === 'integer',
    kind: () => ({ is: 'integer' }),
  },
  boolean: {
    to: (value) => !ZERO.has(value),
    is: ({ is }) => is === 'boolean',
    kind: () => ({ is: 'boolean' }),
  },
  array: {
    to: (value) => (Array.isArray(value) ? value : [value]),
    is: ({ is }) => is === 'list',
    kind: (of) => ({ is: 'list', of }),
  },
  object: {
    to: (value) => (typeof value === 'object' && !Array.isArray(value) ? value : { value }),
    is: ({ is }) => is === 'object' || is === 'map',
    kind: (kind) => ({ is: 'object', members: [{ name: 'value', kind }] }),
  },
  null: { to: () => null, is: ({ is }) => is === 'null', kind: () => ({ is: 'null' }) },
};

/** Values of another type. */
export function retyped(type: DriftType): ValueChange {
  const { to, is, kind } = OF_TYPE[type];
  return {
    change: (value) => (value === null ? null : to(value)),
    problem: (from) =>
      (from.is === 'union' ? from.of : [from]).every(is)
        ? `is ${type === 'null' ? 'null' : `of the type ${type}`} already`
        : undefined,
    kind: (from) =>
      changed(
        from,
        (part) => !is(part),
        (part) => kind(part),
      ),
  };
}
