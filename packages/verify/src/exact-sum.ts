/** Decimals that sums keep exactly. */
const DECIMALS = 9;
/** The greatest error of a double that a database wrote with 15 digits, as a share. */
const DOUBLE_ERROR = 1e-14;

/** Adds numbers as whole multiples of 10^−9, so that neither order nor number of rows matters; others as they are. */
export interface ExactSum {
  readonly add: (value: number | bigint) => void;
  readonly value: () => number;
  /** How much more another sum is, which is written in decimal digits. Null is nothing. */
  readonly less: (other: string | null) => number;
  /** The sum without signs. */
  readonly magnitude: () => number;
  /** How far another sum of the same numbers may be from this one. */
  readonly uncertainty: () => number;
}

/** A sum of nothing. */
export function newExactSum(): ExactSum {
  let whole = 0n;
  let rest = 0;
  let magnitude = 0;
  let inexact = 0;
  return {
    add(value) {
      const size = Math.abs(Number(value));
      magnitude += size;
      const scaled = scaledOf(String(value));
      if (scaled === undefined) {
        rest += Number(value);
        inexact += size + 1;
      } else whole += scaled;
    },
    value: () => Number(decimalText(whole)) + rest,
    less(other) {
      const scaled = scaledOf(other ?? '0');
      return scaled === undefined
        ? Number(other) - (Number(decimalText(whole)) + rest)
        : Number(decimalText(scaled - whole)) - rest;
    },
    magnitude: () => magnitude,
    uncertainty: () => (inexact === 0 ? 0 : inexact * 1e-9 + magnitude * DOUBLE_ERROR),
  };
}

/** A number times 10^9. Undefined: it has more decimals, or an exponent. */
function scaledOf(text: string): bigint | undefined {
  const [, sign = '', digits, decimals = ''] = /^(-?)(\d+)(?:\.(\d+?)0*)?$/.exec(text) ?? [];
  if (digits === undefined || decimals.length > DECIMALS) return undefined;
  const magnitude = BigInt(digits + decimals.padEnd(DECIMALS, '0'));
  return sign === '' ? magnitude : -magnitude;
}

function decimalText(scaled: bigint): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(DECIMALS + 1, '0');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
