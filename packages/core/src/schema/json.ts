/** A JSON value with its place in the text. Offsets and lengths are UTF-16 units. */
export type JsonNode = { readonly offset: number; readonly length: number } & (
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'scalar'; readonly value: string | number | boolean | null }
);

/** A member of an object: its name, where the name stands, and its value. Members of equal name are all kept. */
export interface JsonMember {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly node: JsonNode;
}

/** Why a text is not JSON, and where. */
export interface JsonMistake {
  readonly offset: number;
  readonly length: number;
  readonly message: string;
  readonly hint?: string;
  /** The text is sound as far as read, but nested beyond `maxDepth`. */
  readonly tooDeep?: boolean;
}

/** The reader's verdict, which is `JSON.parse`'s for every text that is not nested too deeply. */
export type JsonResult =
  { readonly ok: true; readonly node: JsonNode } | { readonly ok: false; readonly mistake: JsonMistake };

/** Thrown and caught inside `readJson`. */
class Mistaken extends Error {
  readonly mistake: JsonMistake;
  constructor(mistake: JsonMistake) {
    super(mistake.message);
    this.mistake = mistake;
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these characters in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Reads a JSON text, keeping the place of everything. Nesting deeper than `maxDepth` is refused before it can overflow anything. */
export function readJson(text: string, maxDepth: number): JsonResult {
  let at = 0;

  const matched = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  const skipSpace = (): void => {
    at += matched(SPACE).length;
  };
  const refuse = (message: string, hint?: string, offset = at, length = 1): never => {
    throw new Mistaken({
      message,
      offset,
      length: Math.max(0, Math.min(length, text.length - offset)),
      ...(hint !== undefined && { hint }),
    });
  };

  function value(depth: number): JsonNode {
    if (depth > maxDepth) {
      throw new Mistaken({
        offset: at,
        length: 1,
        message: `This is nested deeper than ${maxDepth} levels`,
        hint: 'Flatten it.',
        tooDeep: true,
      });
    }
    const offset = at;
    const first = text[at];
    if (first === '{') return object(offset, depth);
    if (first === '[') return array(offset, depth);
    if (first === '"') return { kind: 'scalar', value: string(), offset, length: at - offset };
    const number = matched(NUMBER);
    if (number !== '') {
      at += number.length;
      if (/[\w.+]/.test(text[at] ?? ''))
        refuse(
          'This is not a number as JSON writes it',
          'Write it like 12, -0.5 or 1e6, without leading zeros.',
          offset,
          at + 1 - offset,
        );
      return { kind: 'scalar', value: Number(number), offset, length: number.length };
    }
    const word = matched(WORD);
    const literal = LITERALS.get(word);
    if (literal !== undefined) {
      at += word.length;
      return { kind: 'scalar', value: literal, offset, length: word.length };
    }
    return refuse(...complaint(text, at, word), offset, Math.max(1, word.length));
  }

  function string(): string {
    const token = matched(STRING);
    if (token === '') {
      const line = text.slice(at).split('\n', 1)[0] ?? '';
      return refuse(
        'This text does not end, or holds a character that JSON does not allow',
        'Close it with " on the same line; write a line break as \\n and a backslash as \\\\.',
        at,
        line.length,
      );
    }
    at += token.length;
    return JSON.parse(token) as string;
  }

  function object(offset: number, depth: number): JsonNode {
    const members: JsonMember[] = [];
    at++;
    skipSpace();
    if (text[at] === '}') return { kind: 'object', members, offset, length: ++at - offset };
    for (;;) {
      const start = at;
      if (text[at] !== '"') refuse(...nameComplaint(text, at));
      const name = string();
      const length = at - start;
      skipSpace();
      if (text[at] !== ':') refuse(`A colon is missing after "${name}"`, 'Write "name": value.');
      at++;
      skipSpace();
      members.push({ name, offset: start, length, node: value(depth + 1) });
      if (ended('}')) return { kind: 'object', members, offset, length: at - offset };
    }
  }

  function array(offset: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    at++;
    skipSpace();
    if (text[at] === ']') return { kind: 'array', items, offset, length: ++at - offset };
    for (;;) {
      items.push(value(depth + 1));
      if (ended(']')) return { kind: 'array', items, offset, length: at - offset };
    }
  }

  /** After a value inside an object or array: true at the end, false when a comma leads on. */
  function ended(close: '}' | ']'): boolean {
    skipSpace();
    if (text[at] === close) {
      at++;
      return true;
    }
    if (text[at] !== ',') {
      if (at >= text.length)
        refuse('The text ends too early', `A ${close} is missing.`, Math.max(0, text.length - 1));
      if (text[at] === '/' || text[at] === '#') refuse('JSON has no comments', 'Remove it.');
      refuse(
        'A comma is missing before this',
        `Put a comma between values, or a ${close} after the last one.`,
      );
    }
    const comma = at++;
    skipSpace();
    if (text[at] === close) refuse('There is nothing after this comma', 'Remove the comma.', comma);
    return false;
  }

  try {
    skipSpace();
    if (at >= text.length)
      refuse('There is no text', 'Write a schema, for example {"id": {"type": "string.uuid"}}.', 0, 0);
    const node = value(1);
    skipSpace();
    if (at < text.length)
      refuse('There is more text after the end of the JSON', 'Remove it.', at, text.length - at);
    return { ok: true, node };
  } catch (error) {
    if (error instanceof Mistaken) return { ok: false, mistake: error.mistake };
    throw error;
  }
}

function complaint(text: string, at: number, word: string): readonly [message: string, hint: string] {
  if (at >= text.length) return ['The text ends too early', 'A value is missing.'];
  if (text[at] === "'") return ['JSON writes text in double quotes', 'Put " in place of \'.'];
  if (text[at] === '/' || text[at] === '#') return ['JSON has no comments', 'Remove it.'];
  if (word === 'NaN' || word === 'Infinity' || word === 'undefined')
    return [`JSON has no ${word}`, 'Write null, or a number.'];
  const literal = word.toLowerCase() === 'none' ? 'null' : word.toLowerCase();
  if (LITERALS.has(literal)) return [`JSON has no ${word}`, `Write ${literal}.`];
  if (word !== '') return [`${word} needs double quotes`, `Write "${word}".`];
  return [
    `A value is missing before ${JSON.stringify(text[at])}`,
    'Write text in double quotes, a number, true, false, null, a list or an object.',
  ];
}

function nameComplaint(text: string, at: number): readonly [message: string, hint: string] {
  if (at >= text.length) return ['The text ends too early', 'A } is missing.'];
  if (text[at] === "'") return ['JSON writes names in double quotes', 'Put " in place of \'.'];
  if (text[at] === '/' || text[at] === '#') return ['JSON has no comments', 'Remove it.'];
  if (text[at] === ',') return ['There is a comma too many', 'Remove it.'];
  return ['A name in double quotes is missing here', 'Write "name": value.'];
}

/** The plain value of a node. Objects are made without a prototype's setters, so `__proto__` is a name like any other. */
export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'array') return node.items.map(valueOf);
  return Object.fromEntries(node.members.map(({ name, node: inner }) => [name, valueOf(inner)]));
}
