import { invalid, type Result } from '@catbird/engine';

/** A piece of damaged JSON: a space, a comment, a text in any quotes, a bracket or sign, or a word. */
const PIECE =
  /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[“”](?:[^“”\\\n]|\\.)*[“”]|[{}[\],:]|[^\s{}[\],:"'“”]+|[^]/g;

/** Words of Python and JavaScript, and numbers that are none in JSON. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  None: ['null', 'None'],
  undefined: ['null', 'undefined'],
  True: ['true', 'True'],
  False: ['false', 'False'],
  NaN: ['null', 'NaN'],
  nan: ['null', 'NaN'],
  Infinity: ['null', 'Infinity'],
  '-Infinity': ['null', 'Infinity'],
  inf: ['null', 'Infinity'],
};

const JSON_WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** Valid JSON, with what was repaired and where, or the place that cannot be. */
export type Repair = Result<{ readonly text: string; readonly note: string }>;

/** What may come next within a list or an object. */
type Expected = 'first' | 'value' | 'next' | 'name' | 'colon';

/** A list or an object that is open, or the rows around them. */
interface Level {
  readonly end: ']' | '}' | '';
  expected: Expected;
  readonly names: Set<string>;
}

class Refused extends Error {}

/**
 * Makes JSON of what people have in its place: comments, commas too many or missing, other quotes, names without quotes, words of Python,
 * brackets missing at the end. Each value stays; what could be read in two ways is refused.
 */
export function repairJson(text: string): Repair {
  const repairs = new Map<string, { count: number; readonly at: number }>();
  const rows: Level = { end: '', expected: 'first', names: new Set() };
  const levels: Level[] = [rows];
  const output: string[] = [];
  let comma = -1;
  let commaAt = 0;
  const level = (): Level => levels.at(-1) ?? rows;
  const tell = (what: string, at: number): void => {
    const known = repairs.get(what);
    if (known === undefined) repairs.set(what, { count: 1, at });
    else known.count++;
  };
  /** Where a value or a name begins. */
  const begin = (at: number): void => {
    const here = level();
    if (here.expected === 'colon') throw new Refused(`a colon is missing at ${placeOf(text, at)}`);
    if (here.expected === 'next' && here.end !== '') {
      tell('missing comma', at);
      output.push(',');
      here.expected = afterComma(here);
    }
    comma = -1;
  };
  const value = (made: string, at: number): void => {
    begin(at);
    const here = level();
    const isName = here.end === '}' && here.expected !== 'value';
    if (isName && !made.startsWith('"')) throw unexpected(text, at);
    if (isName && here.names.has(made)) throw new Refused(`the name ${made} repeats at ${placeOf(text, at)}`);
    if (isName) here.names.add(made);
    output.push(made);
    here.expected = isName ? 'colon' : 'next';
  };
  const open = (bracket: string, at: number): void => {
    begin(at);
    const here = level();
    if (here.end === '}' && here.expected !== 'value') throw unexpected(text, at);
    here.expected = 'next';
    levels.push({ end: bracket === '[' ? ']' : '}', expected: 'first', names: new Set() });
    output.push(bracket);
  };
  const close = (bracket: string, at: number): void => {
    const { end, expected } = level();
    const isTrailing = comma >= 0 && (expected === 'value' || expected === 'name');
    if (bracket !== end || !(expected === 'first' || expected === 'next' || isTrailing))
      throw unexpected(text, at);
    if (isTrailing) {
      tell('trailing comma', commaAt);
      output[comma] = '';
    }
    comma = -1;
    levels.pop();
    output.push(bracket);
  };
  const sign = (piece: string, at: number): void => {
    const here = level();
    if (piece === ':' ? here.expected !== 'colon' : here.expected !== 'next') throw unexpected(text, at);
    here.expected = piece === ':' ? 'value' : afterComma(here);
    if (piece === ',') [comma, commaAt] = [output.length, at];
    // Rows need none between them.
    output.push(here.end === '' ? '\n' : piece);
  };
  const word = (piece: string, at: number): void => {
    const { end, expected } = level();
    const isName = end === '}' && expected !== 'value';
    const known = WORDS[piece];
    if (isName && NAME.test(piece)) {
      tell('name without quotes', at);
      value(JSON.stringify(piece), at);
    } else if (JSON_WORD.test(piece)) value(piece, at);
    else if (known !== undefined) {
      tell(known[1], at);
      value(known[0], at);
    } else throw unexpected(text, at);
  };
  const take = (piece: string, at: number): void => {
    if (/^\s/.test(piece)) output.push(piece);
    else if (/^(\/\/|\/\*|#)/.test(piece)) tell('comment', at);
    else if (piece === '[' || piece === '{') open(piece, at);
    else if (piece === ']' || piece === '}') close(piece, at);
    else if (piece === ',' || piece === ':') sign(piece, at);
    else if (piece.length > 1 && /^["'“”]/.test(piece)) value(textOf(piece, at, text, tell), at);
    else word(piece, at);
  };
  try {
    for (const { 0: piece, index } of text.matchAll(PIECE)) take(piece, index);
    const ends = endOf(levels, comma, output, text);
    if (ends !== '') tell('missing bracket', text.trimEnd().length);
    if (repairs.size === 0) return invalid('no damage was found');
    return { ok: true, text: output.join('') + ends, note: noteOf(repairs, text) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return invalid(error.message);
  }
}

const afterComma = ({ end }: Level): Expected => (end === '}' ? 'name' : end === ']' ? 'value' : 'first');

/** The brackets that are missing at the end. */
function endOf([, ...open]: readonly Level[], comma: number, output: string[], text: string): string {
  const last = open.at(-1);
  if (last === undefined) return '';
  const isBehindComma = comma >= 0 && (last.expected === 'value' || last.expected === 'name');
  if (isBehindComma) output[comma] = '';
  else if (last.expected !== 'next' && last.expected !== 'first')
    throw new Refused(`the text ends within a value at ${placeOf(text, text.length)}`);
  return open
    .toReversed()
    .map(({ end }) => end)
    .join('');
}

/** A text in double quotes, as JSON escapes it. */
function textOf(piece: string, at: number, whole: string, tell: (what: string, at: number) => void): string {
  if (!piece.startsWith('"'))
    tell(piece.startsWith("'") ? 'text in single quotes' : 'text in curly quotes', at);
  const inner = piece
    .slice(1, -1)
    .replaceAll(/\\(x[\dA-Fa-f]{2}|.)|"/g, (escape, after: string | undefined) => {
      if (after === undefined) return '\\"';
      if (after.length === 3) return `\\u00${after.slice(1)}`;
      return after === "'" ? "'" : escape;
    })
    // oxlint-disable-next-line no-control-regex -- JSON has none of them in texts
    .replaceAll(/[\u0000-\u001f]/g, (control) => {
      tell('control character in a text', at);
      return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
    });
  const made = `"${inner}"`;
  try {
    JSON.parse(made);
  } catch (cause) {
    throw new Refused(`a text has an unknown escape at ${placeOf(whole, at)}`, { cause });
  }
  return made;
}

function unexpected(text: string, at: number): Refused {
  const [word = ''] = /[\w.$()]{1,30}|[^]/.exec(text.slice(at, at + 30)) ?? [];
  return new Refused(`unexpected ${word} at ${placeOf(text, at)}`);
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

/** What was repaired, with the first place of each. */
function noteOf(repairs: ReadonlyMap<string, { count: number; at: number }>, text: string): string {
  const parts = [...repairs].map(([what, { count, at }]) =>
    count === 1
      ? `${what} (${placeOf(text, at)})`
      : `${what} (${count.toLocaleString('en-US')} times, first at ${placeOf(text, at)})`,
  );
  return `Repaired damaged JSON: ${parts.join(', ')}`;
}
