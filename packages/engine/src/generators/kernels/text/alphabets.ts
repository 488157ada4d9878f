const between = (first: string, last: string): readonly string[] => {
  const from = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, i) => String.fromCharCode(from + i));
};

const DIGITS = between('0', '9');
const LOWER = between('a', 'z');
const UPPER = between('A', 'Z');
/** Faker draws from both cases and folds them afterwards, so a letter is twice as likely as a digit. */
const HEX = [...DIGITS, ...between('a', 'f'), ...between('A', 'F')];

/** The alphabets of faker's string methods. */
export const ALPHABETS = {
  DIGITS,
  LOWER,
  UPPER,
  HEX,
  HEX_LOWER: HEX.map((digit) => digit.toLowerCase()),
  HEX_UPPER: HEX.map((digit) => digit.toUpperCase()),
  /** 62 letters and digits, plus `_` and `-`. */
  NANO: [...DIGITS, ...LOWER, ...UPPER, '_', '-'],
  /** The characters that `\w` matches. */
  WORD: [...DIGITS, ...LOWER, ...UPPER, '_'],
  PRINTABLE: between('!', '}'),
  SYMBOL: between('!', '~').filter((character) => /[^0-9A-Za-z]/.test(character)),
} as const;
