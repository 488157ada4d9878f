/** A part of a regular expression: characters, or other parts, and how often they come. */
export interface RegexPart {
  readonly min: number;
  readonly max: number;
  /** One of these characters. */
  readonly characters?: readonly string[];
  /** One of these sequences. */
  readonly group?: readonly (readonly RegexPart[])[];
}

/** Repetitions of `*`, `+` and `{n,}`, at most. */
const MORE = 4;

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const WORD = Array.from(`${LOWER}${LOWER.toUpperCase()}${DIGITS}_`);

/** Characters that a negated class and `.` choose from. */
const ANY = Array.from(`${LOWER}${LOWER.toUpperCase()}${DIGITS}-_.:/ @#,;=+`);

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  d: Array.from(DIGITS),
  w: WORD,
  s: [' '],
  D: Array.from(LOWER),
  W: Array.from('-.: '),
  S: WORD,
};

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', 0: '\0' };

/** Letters of other scripts stand for themselves by those of ASCII. */
const PROPERTIES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(Lu|Uppercase|Uppercase_Letter)$/, Array.from(LOWER.toUpperCase())],
  [/^(Ll|Lowercase|Lowercase_Letter|L|Letter|Alphabetic)$/, Array.from(LOWER)],
  [/^(N|Nd|Number)$/, Array.from(DIGITS)],
];

/** The alternatives of a regular expression. Assertions are left out: whoever makes texts of it tests them. Undefined if it is too unusual. */
export function parseRegex(source: string): readonly (readonly RegexPart[])[] | undefined {
  const state = { source, at: 0 };
  const found = alternativesAt(state);
  return state.at === source.length ? found : undefined;
}

interface State {
  readonly source: string;
  at: number;
}

function alternativesAt(state: State): readonly (readonly RegexPart[])[] | undefined {
  const all: RegexPart[][] = [[]];
  while (state.at < state.source.length && state.source[state.at] !== ')') {
    if (state.source[state.at] === '|') {
      all.push([]);
      state.at++;
      continue;
    }
    const atom = atomAt(state);
    if (atom === undefined) return undefined;
    all.at(-1)?.push({ ...atom, ...quantifierAt(state) });
  }
  return all;
}

type Atom = Pick<RegexPart, 'characters' | 'group'>;

const NOTHING: Atom = { group: [[]] };

function atomAt(state: State): Atom | undefined {
  const c = state.source[state.at++] ?? '';
  switch (c) {
    case '^':
    case '$':
      return NOTHING;
    case '.':
      return { characters: ANY };
    case '[':
      return classAt(state);
    case '\\':
      return escapeAt(state);
    case '(':
      return groupAt(state);
    default:
      return { characters: [c] };
  }
}

function groupAt(state: State): Atom | undefined {
  const lead = /^\?(?:[:=!]|<[=!]|<[A-Za-z_$][\w$]*>)/.exec(state.source.slice(state.at))?.[0] ?? '';
  state.at += lead.length;
  const group = alternativesAt(state);
  if (group === undefined || state.source[state.at] !== ')') return undefined;
  state.at++;
  return /[=!]/.test(lead) ? NOTHING : { group };
}

/** An escape outside of a class. */
function escapeAt(state: State): Atom | undefined {
  const next = state.source[state.at] ?? '';
  if (next === 'b' || next === 'B') {
    state.at++;
    return NOTHING;
  }
  if (/[1-9k]/.test(next)) return undefined;
  return { characters: escaped(state) };
}

function escaped(state: State): readonly string[] {
  const rest = state.source.slice(state.at);
  const property = /^p\{(?:[\w]+=)?(\w+)\}/.exec(rest);
  if (property !== null) {
    state.at += property[0].length;
    return PROPERTIES.find(([name]) => name.test(property[1] ?? ''))?.[1] ?? Array.from(LOWER);
  }
  const code = /^(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]+)\})/.exec(rest);
  if (code !== null) {
    state.at += code[0].length;
    return [String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16))];
  }
  const c = rest[0] ?? '\\';
  state.at++;
  return CLASSES[c] ?? [CONTROLS[c] ?? c];
}

function classAt(state: State): Atom | undefined {
  const isNegated = state.source[state.at] === '^';
  if (isNegated) state.at++;
  const members: string[] = [];
  while (state.source[state.at] !== ']') {
    if (state.at >= state.source.length) return undefined;
    const first = memberAt(state);
    const [low = ''] = first;
    const isRange =
      first.length === 1 && state.source[state.at] === '-' && state.source[state.at + 1] !== ']';
    if (!isRange) {
      members.push(...first);
      continue;
    }
    state.at++;
    members.push(...range(low, memberAt(state)[0] ?? low));
  }
  state.at++;
  const chosen = isNegated ? ANY.filter((c) => !members.includes(c)) : members;
  return chosen.length === 0 ? undefined : { characters: chosen };
}

function memberAt(state: State): readonly string[] {
  const c = state.source[state.at++] ?? '';
  if (c !== '\\') return [c];
  if (state.source[state.at] === 'b') {
    state.at++;
    return ['\b'];
  }
  return escaped(state);
}

/** The characters of a range: those of ASCII are enough. */
function range(low: string, high: string): string[] {
  const [first, last] = [low.codePointAt(0) ?? 0, high.codePointAt(0) ?? 0];
  return Array.from({ length: Math.max(0, Math.min(last - first + 1, 128)) }, (_, i) =>
    String.fromCodePoint(first + i),
  );
}

function quantifierAt(state: State): Pick<RegexPart, 'min' | 'max'> {
  const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})[?+]?/.exec(state.source.slice(state.at));
  if (found === null) return { min: 1, max: 1 };
  state.at += found[0].length;
  const [, mark, least = '', comma, most = ''] = found;
  if (mark === '?') return { min: 0, max: 1 };
  const min = mark === undefined ? Number(least) : mark === '+' ? 1 : 0;
  if (comma === '') return { min, max: min };
  return { min, max: most === '' ? min + MORE : Number(most) };
}
