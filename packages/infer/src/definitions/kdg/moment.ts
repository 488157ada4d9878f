/** What a format of Moment.js writes, as expressions. */
export interface Formatted {
  readonly text: string;
  /** As a number, if all of it is digits. */
  readonly number: string | undefined;
  /** Tokens without an equivalent, which are written in another form. */
  readonly changed: readonly string[];
}

/** Tokens of Moment.js, longest first. Text in brackets is literal. */
const TOKEN =
  /\[[^\]]*\]|LTS|LT|L{1,4}|l{1,4}|M{1,4}o?|Do|D{1,4}o?|d{1,4}|do|[wW]{1,2}o?|Qo?|Y{1,6}|[gG]{2,5}|[eEaAxX]|[hH]{1,2}|[kms]{1,2}|S{1,9}|Z{1,2}|z{1,2}|[\s\S]/g;

/** Tokens that Unicode date patterns write otherwise. Others, such as `HH`, are the same. */
const PATTERNS: Readonly<Record<string, string>> = {
  YYYYYY: 'yyyy',
  YYYYY: 'yyyy',
  YYYY: 'yyyy',
  YYY: 'yyyy',
  YY: 'yy',
  Y: 'y',
  GGGG: 'YYYY',
  WW: 'ww',
  W: 'w',
  Q: 'Q',
  DDDD: 'DDD',
  DDD: 'D',
  DD: 'dd',
  D: 'd',
  dddd: 'EEEE',
  ddd: 'EEE',
  dd: 'EEEEEE',
  A: 'a',
  Z: 'xxx',
  ZZ: 'xx',
  z: "'UTC'",
  zz: "'Coordinated Universal Time'",
  ...Object.fromEntries(
    ['MMMM', 'MMM', 'MM', 'M', 'HH', 'H', 'hh', 'h', 'kk', 'k', 'mm', 'm', 'ss', 's'].map((same) => [
      same,
      same,
    ]),
  ),
  ...Object.fromEntries(Array.from({ length: 9 }, (_, n) => ['S'.repeat(n + 1), 'S'.repeat(n + 1)])),
};

/** Tokens without an equivalent, and what comes closest. */
const CLOSEST: Readonly<Record<string, string>> = {
  ww: 'ww',
  w: 'w',
  wo: 'w',
  Wo: 'w',
  Mo: 'M',
  Qo: 'Q',
  DDDo: 'D',
  do: 'EEE',
  gggg: 'YYYY',
  gg: 'yy',
  GG: 'yy',
};

/** Formats of the American locale. */
const LOCAL: Readonly<Record<string, string>> = {
  LTS: 'h:mm:ss A',
  LT: 'h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  LLL: 'MMMM D, YYYY h:mm A',
  LL: 'MMMM D, YYYY',
  L: 'MM/DD/YYYY',
  llll: 'ddd, MMM D, YYYY h:mm A',
  lll: 'MMM D, YYYY h:mm A',
  ll: 'MMM D, YYYY',
  l: 'M/D/YYYY',
};

const TEEN = 'floor(day(now()) / 10) == 1';

/** Tokens that are no date pattern and write a number, as expressions. */
const COUNTS: Readonly<Record<string, string>> = {
  X: 'floor(toMs(now()) / 1000)',
  x: 'toMs(now())',
  E: 'weekday(now())',
  e: 'weekday(now()) % 7',
  d: 'weekday(now()) % 7',
};

/** Tokens that are no date pattern, as expressions. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  ...COUNTS,
  a: 'lower(formatDate(now(), "a"))',
  Do: `concat(day(now()), ${TEEN} ? "th" : day(now()) % 10 == 1 ? "st" : day(now()) % 10 == 2 ? "nd" : day(now()) % 10 == 3 ? "rd" : "th")`,
};

/** Tokens whose text is digits. */
const DIGITS = /^(Y{2,6}|M{1,2}|D{1,4}|Q|[HhWG]{1,2}|[kms]{1,2}|GGGG|S{1,9}|[XxEed])$/;

/** The event time in a format of Moment.js, as an expression. */
export function formatOf(format: string): Formatted {
  const tokens = [...format.matchAll(TOKEN)].flatMap(([token]) =>
    token in LOCAL ? [...(LOCAL[token] ?? '').matchAll(TOKEN)].map(([each]) => each) : [token],
  );
  const parts: string[] = [];
  let pattern = '';
  const close = (): void => {
    if (pattern !== '') parts.push(`formatDate(now(), ${JSON.stringify(pattern)})`);
    pattern = '';
  };
  for (const token of tokens) {
    const expression = EXPRESSIONS[token];
    if (expression === undefined) pattern = joined(pattern, patternOf(token));
    else {
      close();
      parts.push(expression);
    }
  }
  close();
  const [only = '""', ...others] = parts;
  const isOne = others.length === 0;
  const text = isOne && !(format in COUNTS) ? only : `concat(${parts.join(', ')})`;
  const isNumber = tokens.every((token) => DIGITS.test(token));
  return {
    text,
    number: COUNTS[format] ?? (isNumber ? `toNumber(${text})` : undefined),
    changed: tokens.filter((token) => token in CLOSEST),
  };
}

/** Literals side by side are one: two quotes between them would be a quote. */
const joined = (before: string, after: string): string =>
  before.endsWith("'") && after.startsWith("'") ? before.slice(0, -1) + after.slice(1) : before + after;

function patternOf(token: string): string {
  const known = PATTERNS[token] ?? CLOSEST[token];
  if (known !== undefined) return known;
  const literal = token.startsWith('[') && token.endsWith(']') ? token.slice(1, -1) : token;
  if (literal === '') return '';
  return /[A-Za-z']/.test(literal) ? `'${literal.replaceAll("'", "''")}'` : literal;
}
