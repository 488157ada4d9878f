/** A number of few digits. */
export interface Constant {
  /** As an expression: `0.19`, `1 / 1.19`, `2 / 3`. */
  readonly text: string;
  readonly value: number;
  /** Significant digits: how much was chosen. */
  readonly digits: number;
}

export const ZERO: Constant = { text: '0', value: 0, digits: 0 };

/** Factors of units, which count as two digits. */
const UNITS = [
  1.609344,
  0.621371,
  0.453592,
  0.45359237,
  2.20462,
  3.28084,
  0.3048,
  2.54,
  28.3495,
  3.78541,
  3.6,
  1024,
  1_048_576,
  1_073_741_824,
  1e6,
  1e9,
  3600,
  86_400,
  86_400_000,
  604_800,
  365.25,
  4.184,
  1.852,
  0.514444,
  6.89476,
  1.8,
  9.80665,
  Math.PI,
];
const UNIT_DIGITS = 2;
/** Largest denominator that is tried. */
const MOST_PARTS = 12;
/** Constants of so many digits need no other form. */
const SHORT = 3;

/** The number between two bounds with the fewest digits, or a fraction if that has fewer. */
export function simplest(low: number, high: number): Constant | undefined {
  if (!(low <= high)) return undefined;
  const direct = simplestDecimal(low, high);
  if (direct === undefined || direct.digits <= 2 || low <= 0 !== high <= 0) return direct;
  const [least, most] = low < 0 ? [-high, -low] : [low, high];
  const other = unitIn(least, most) ?? divisorIn(least, most, direct.digits);
  if (other === undefined) return direct;
  return low < 0 ? { ...other, text: `-${other.text}`, value: -other.value } : other;
}

/** A factor of a unit, or its reciprocal. */
function unitIn(low: number, high: number): Constant | undefined {
  const isIn = (x: number): boolean => x >= low && x <= high;
  const unit = UNITS.find((each) => isIn(each) || isIn(1 / each));
  if (unit === undefined) return undefined;
  return isIn(unit)
    ? { text: String(unit), value: unit, digits: UNIT_DIGITS }
    : { text: `1 / ${unit}`, value: 1 / unit, digits: UNIT_DIGITS };
}

/** The reciprocal of a decimal, if that has fewer digits. */
function divisorIn(low: number, high: number, digits: number): Constant | undefined {
  const divisor = simplestDecimal(1 / high, 1 / low);
  if (divisor === undefined || divisor.text.includes('/') || divisor.digits + 0.5 >= digits) return undefined;
  return { text: `1 / ${divisor.text}`, value: 1 / divisor.value, digits: divisor.digits + 0.5 };
}

function simplestDecimal(low: number, high: number): Constant | undefined {
  if (low <= 0 && high >= 0) return ZERO;
  const middle = (low + high) / 2;
  let best: Constant | undefined;
  for (const find of [rounded, fractionOf, partOf]) {
    const found = find(low, high, middle);
    if (found !== undefined && found.digits < (best?.digits ?? Infinity)) best = found;
    if (best !== undefined && best.digits <= SHORT) break;
  }
  return best;
}

/** 1 ÷ a whole number. */
function partOf(low: number, high: number, middle: number): Constant | undefined {
  const parts = Math.round(1 / middle);
  const isIn = Math.abs(parts) >= 2 && Math.abs(parts) < 1e10 && 1 / parts >= low && 1 / parts <= high;
  return isIn ? { text: `1 / ${parts}`, value: 1 / parts, digits: digitsOf(parts) + 1 } : undefined;
}

/** The shortest decimal between the bounds. */
function rounded(low: number, high: number, middle: number): Constant | undefined {
  const top = Math.floor(Math.log10(Math.max(Math.abs(low), Math.abs(high))));
  for (let digits = 0; digits <= 9; digits++) {
    const scale = 10 ** (digits - top);
    for (const whole of [
      Math.round(middle * scale),
      Math.ceil(low * scale - 1e-9),
      Math.floor(high * scale + 1e-9),
    ]) {
      const value = Number((whole / scale).toPrecision(12));
      if (value >= low && value <= high) return { text: String(value), value, digits: digitsOf(value) };
    }
  }
  return undefined;
}

function fractionOf(low: number, high: number, middle: number): Constant | undefined {
  for (let below = 2; below <= MOST_PARTS; below++) {
    const above = Math.round(middle * below);
    const value = above / below;
    if (above !== 0 && Math.abs(above) < 1000 && value >= low && value <= high)
      return { text: `${above} / ${below}`, value, digits: digitsOf(above) + digitsOf(below) };
  }
  return undefined;
}

/** Significant digits of a number. */
export const digitsOf = (x: number): number =>
  String(Math.abs(x))
    .replace(/e.*|\./g, '')
    .replace(/^0+|0+$/g, '').length;

/** What the digits of a constant cost in the choice between rules. */
export const costOf = ({ digits }: Constant): number =>
  0.3 * Math.min(2, digits) + 0.7 * Math.max(0, digits - 2);

/** ` + 3` or ` - 3`. */
export const added = ({ value, text }: Constant): string =>
  value === 0 ? '' : ` ${value < 0 ? '-' : '+'} ${text.replace('-', '')}`;
