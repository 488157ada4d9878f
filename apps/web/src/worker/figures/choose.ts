import { entropyOf, histogramBits } from '../../figures/entropy.ts';
import type { FieldStatistics } from '@catbird/verify';

/** How a field is shown. Undefined: not at all. */
export type FigureKind = 'shares' | 'numbers' | 'walk';

/** A field, and how much it tells. */
export interface Candidate {
  readonly path: string;
  readonly kind: FigureKind | undefined;
  /** Information in bits, without what more telling fields tell, too. */
  readonly bits: number;
  /** Its values name things: they come last in a table. */
  readonly isIdentifier: boolean;
}

/** Values of a field, one for each row, and statistics on them. */
export interface Leaf {
  readonly path: string;
  readonly values: readonly unknown[];
  readonly statistics: FieldStatistics;
}

/** Different values at most that are shown as shares. */
const FEW = 12;
const BINS = 28;
/** A field that another tells more than half of loses what it shares with it. */
const SHARED = 0.5;
/** Of two fields that share so much, one with this part of the other's information is as good. */
const AS_GOOD = 0.9;

const IDENTIFIER = /(?:^|[_.-])(?:id|uuid|guid|key)$|[a-z](?:Id|ID|Uuid|UUID)$/;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

const isUuid = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);

/** Fields in order of information, as bits that no field before them tells. Identifiers come last. */
export function ranked(leaves: readonly Leaf[]): readonly Candidate[] {
  let left: readonly CodedField[] = leaves.map(codedOf);
  const order: Candidate[] = [];
  while (left.length > 0) {
    const most = left.reduce((one, other) => (isBefore(other, one) ? other : one));
    const best = totalFor(most, left) ?? most;
    const { path, kind, bits, isIdentifier } = best;
    order.push({ path, kind, bits, isIdentifier });
    left = left
      .filter((field) => field !== best)
      .map((field) => ({
        ...field,
        bits: Math.min(field.bits, field.alone * (1 - sharedWith(field, best))),
      }));
  }
  return order;
}

/** Of numbers that tell the same, the last field of the row: totals come after their parts. */
const totalFor = (most: CodedField, left: readonly CodedField[]): CodedField | undefined =>
  most.kind === 'numbers'
    ? left.findLast(
        (field) =>
          !field.path.includes('.') && field.bits >= AS_GOOD * most.bits && sharedWith(field, most) > 0,
      )
    : undefined;

/** Numbers of bins or values, one for each row: 0 is null or missing. */
type Codes = Uint8Array;

interface CodedField extends Candidate {
  readonly codes: Codes;
  readonly entropy: number;
  /** Information in bits, whatever others tell. */
  readonly alone: number;
  readonly isTime: boolean;
}

function isBefore(one: CodedField, other: CodedField): boolean {
  const [a, b] = [classOf(one), classOf(other)];
  return a === b ? one.bits > other.bits : a < b;
}

/** Telling fields, other ones, times, and identifiers. */
const classOf = ({ alone, isIdentifier, isTime }: CodedField): number => {
  if (alone > 0) return 0;
  if (isIdentifier) return 3;
  return isTime ? 2 : 1;
};

function codedOf({ path, values, statistics }: Leaf): CodedField {
  const kind = kindOf(path, values, statistics);
  const codes = kind === 'shares' ? codesOfValues(values) : codesOfNumbers(values);
  const isTime = statistics.times !== undefined;
  const bits = bitsOf(kind, values, codes);
  return {
    path,
    kind,
    codes,
    entropy: entropyOf(countsOf(codes)),
    bits,
    alone: bits,
    isIdentifier: IDENTIFIER.test(path) || statistics.examples.some(isUuid),
    isTime,
  };
}

/** How a field is shown. */
function kindOf(
  path: string,
  values: readonly unknown[],
  { types, distinct, isUnique, numbers, times }: FieldStatistics,
): FigureKind | undefined {
  const scalars = types.texts + types.numbers + types.booleans;
  if (scalars === 0 || times !== undefined || types.objects + types.lists > 0) return undefined;
  if (distinct <= FEW && !isUnique) return 'shares';
  if (types.numbers < scalars || numbers?.histogram === undefined || IDENTIFIER.test(path)) return undefined;
  // A counter.
  if (numbers.isRising) return undefined;
  return walkBits(values) > 1 ? 'walk' : 'numbers';
}

/** Information of a field in bits, as its figure shows it. */
function bitsOf(kind: FigureKind | undefined, values: readonly unknown[], codes: Codes): number {
  if (kind === undefined) return 0;
  if (kind === 'walk') return walkBits(values);
  const present = codes.filter((code) => code > 0);
  const share = codes.length === 0 ? 0 : present.length / codes.length;
  const entropy = entropyOf(countsOf(present));
  return share * (kind === 'shares' ? entropy : histogramBits(entropy, BINS));
}

/** 2 for a smooth line, 0 for values that do not follow from those before. */
function walkBits(values: readonly unknown[]): number {
  const numbers = values.filter((value) => typeof value === 'number');
  const steps = numbers.slice(1).map((value, i) => value - (numbers[i] ?? 0));
  const spread = varianceOf(numbers);
  return spread === 0 ? 0 : Math.max(0, 2 * (1 - varianceOf(steps) / spread));
}

function varianceOf(numbers: readonly number[]): number {
  const mean = numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
  return numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, numbers.length);
}

function codesOfValues(values: readonly unknown[]): Codes {
  const known = new Map<unknown, number>();
  return Uint8Array.from(values, (value) => {
    if (value === null || value === undefined) return 0;
    const code = known.get(value) ?? known.size + 1;
    known.set(value, code);
    return code;
  });
}

/** Bins of the same width up to the 98th percentile; what is above is in the last one. */
function codesOfNumbers(values: readonly unknown[]): Codes {
  const sorted = Float64Array.from(values.filter((value) => typeof value === 'number')).toSorted();
  const from = sorted[0] ?? 0;
  const width = ((sorted[Math.floor(0.98 * (sorted.length - 1))] ?? 0) - from) / (BINS - 1);
  return Uint8Array.from(values, (value) =>
    typeof value === 'number' ? 1 + Math.min(BINS - 1, Math.floor((value - from) / (width || 1))) : 0,
  );
}

/** Codes are below this power of two. */
const CODE_RANGE = 32;

function countsOf(codes: Codes | Uint16Array): Uint32Array {
  const counts = new Uint32Array(CODE_RANGE ** 2);
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** The part of a field's information that another has, too; 0 up to half of it. */
function sharedWith({ codes, entropy, bits }: CodedField, other: CodedField): number {
  if (bits === 0 || other.alone === 0) return 0;
  const both = Uint16Array.from(codes, (code, i) => code * CODE_RANGE + (other.codes[i] ?? 0));
  const share = (entropy + other.entropy - entropyOf(countsOf(both))) / entropy;
  return share > SHARED ? Math.min(1, share) : 0;
}
