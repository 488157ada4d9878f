/** A value of HCL: blocks are objects, and blocks that may be repeated are lists of them. */
export type HclValue =
  string | number | boolean | readonly HclValue[] | { readonly [name: string]: HclValue };

/** Blocks that a job may have several of. https://developer.hashicorp.com/nomad/docs/job-specification */
const REPEATED = new Set(['group', 'task', 'template', 'constraint', 'affinity', 'service', 'volume_mount']);

const TOKEN =
  /\s+|#[^\n]*|<<-(?<end>\w+)\n(?<heredoc>[\s\S]*?)\n\s*\k<end>(?=\n)|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?)|(?<word>[A-Za-z_]\w*)|(?<mark>[{}[\]=,])/gy;

interface Token {
  readonly kind: 'value' | 'word' | 'mark';
  readonly value: string | number;
}

/**
 * Reads the part of HCL that a job needs: blocks with labels, and attributes that are literals, lists or indented texts. Labels do not count:
 * the block is what they name.
 *
 * @throws Error at anything else
 */
export function readHcl(text: string): Readonly<Record<string, HclValue>> {
  const tokens = tokensOf(text);
  let at = 0;
  const take = (): Token => {
    const token = tokens[at++];
    if (token === undefined) throw new Error('Unexpected end');
    return token;
  };
  const takes = (mark: string): boolean => {
    const isNext = tokens[at]?.kind === 'mark' && tokens[at]?.value === mark;
    if (isNext) at++;
    return isNext;
  };
  const value = (): HclValue => {
    if (takes('[')) {
      const items: HclValue[] = [];
      while (!takes(']')) {
        items.push(value());
        if (!takes(',') && tokens[at]?.value !== ']') throw new Error(`Missing comma at token ${at}`);
      }
      return items;
    }
    const { kind, value: literal } = take();
    if (kind === 'value') return literal;
    if (literal === 'true' || literal === 'false') return literal === 'true';
    throw new Error(`Not a value: ${literal}`);
  };
  const body = (isEnd: () => boolean): Record<string, HclValue> => {
    const members: Record<string, HclValue> = {};
    while (!isEnd()) {
      const name = take();
      if (name.kind !== 'word') throw new Error(`Not a name: ${name.value}`);
      add(members, String(name.value), takes('=') ? { attribute: value() } : { block: block() });
    }
    return members;
  };
  const block = (): Record<string, HclValue> => {
    while (!takes('{')) if (take().kind !== 'value') throw new Error(`Not a label: ${tokens[at - 1]?.value}`);
    return body(() => takes('}'));
  };
  return body(() => at === tokens.length);
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const { heredoc, string, number, word, mark } = match.groups ?? {};
    end = match.index + match[0].length;
    if (heredoc !== undefined) tokens.push({ kind: 'value', value: unindented(heredoc) });
    else if (string !== undefined) tokens.push({ kind: 'value', value: String(JSON.parse(string)) });
    else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (word !== undefined) tokens.push({ kind: 'word', value: word });
    else if (mark !== undefined) tokens.push({ kind: 'mark', value: mark });
  }
  if (end !== text.length) throw new Error(`Unexpected ${JSON.stringify(text.slice(end, end + 20))}`);
  return tokens;
}

function unindented(heredoc: string): string {
  const lines = heredoc.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  return `${lines.map((line) => line.slice(Math.min(...indents))).join('\n')}\n`;
}

/** Attributes and single blocks are there once. */
function add(
  members: Record<string, HclValue>,
  name: string,
  { attribute, block }: { readonly attribute?: HclValue; readonly block?: HclValue },
): void {
  const before = members[name];
  if (block !== undefined && REPEATED.has(name))
    members[name] = [...(Array.isArray(before) ? before : []), block];
  else if (before !== undefined) throw new Error(`${name} is there twice`);
  else members[name] = attribute ?? block ?? {};
}
