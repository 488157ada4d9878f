const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The members of an object as JSON texts, by name: numbers keep all their digits. Undefined if the text is no object of JSON, or ends
 * too early. Nested values are not checked.
 */
export function membersOf(text: string): ReadonlyMap<string, string> | undefined {
  const members = new Map<string, string>();
  let at = afterSpace(text, 0);
  if (text[at] !== '{') return undefined;
  at = afterSpace(text, at + 1);
  if (text[at] === '}') return isOver(text, at + 1) ? members : undefined;
  for (;;) {
    const endOfName = text[at] === '"' ? endOfText(text, at) : -1;
    const name = endOfName < 0 ? undefined : textOf(text.slice(at, endOfName));
    at = endOfName < 0 ? -1 : afterSpace(text, endOfName);
    if (name === undefined || text[at] !== ':') return undefined;
    const from = afterSpace(text, at + 1);
    const end = endOfValue(text, from);
    const value = text.slice(from, end);
    if (end < 0 || !isValue(value)) return undefined;
    members.set(name, value);
    at = afterSpace(text, end);
    if (text[at] === '}') return isOver(text, at + 1) ? members : undefined;
    if (text[at] !== ',') return undefined;
    at = afterSpace(text, at + 1);
  }
}

/** The text that JSON stands for; undefined if it is no text. */
export function textOf(json: string): string | undefined {
  if (!/[\\\0-\x1f]/.test(json)) return json.slice(1, -1);
  try {
    return String(JSON.parse(json));
  } catch {
    // An escape that is none.
    return undefined;
  }
}

/** Whether a JSON text is a number. */
export const isNumber = (json: string): boolean => JSON_NUMBER.test(json);

const isOver = (text: string, at: number): boolean => afterSpace(text, at) === text.length;

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r' || text[at] === '\n') at++;
  return at;
}

function isValue(json: string): boolean {
  const first = json[0];
  if (first === '"') return textOf(json) !== undefined;
  if (first === '{' || first === '[') return true;
  return json === 'null' || json === 'true' || json === 'false' || isNumber(json);
}

/** The place behind the value that begins here; −1 if it does not end. */
function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfText(text, from);
  if (first === '{' || first === '[') return endOfNested(text, from);
  let at = from;
  while (at < text.length && !/[\s,}\]]/.test(text[at] ?? '')) at++;
  return at;
}

/** The place behind the text that begins here; −1 if it does not end. */
function endOfText(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return -1;
}

function endOfNested(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const each = text[at];
    if (each === '"') {
      const end = endOfText(text, at);
      if (end < 0) return -1;
      at = end - 1;
    } else if (each === '{' || each === '[') depth++;
    else if (each === '}' || each === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
