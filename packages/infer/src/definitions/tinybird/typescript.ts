import type { Notes } from '../not-followed.ts';

/** A value of a program that stands for itself: a text, number, list, object, or calls one after the other, such as `t.string().nullable()`. */
type Value =
  | string
  | number
  | readonly Value[]
  | { readonly members: readonly (readonly [string, Value])[] }
  | { readonly calls: readonly Call[] };

interface Call {
  readonly name: string;
  /** Undefined: a name without brackets. */
  readonly given?: readonly Value[];
}

/** Comments, texts, numbers, names and signs. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|-?\d[\d_.]*|[A-Za-z_$][\w$]*|\.\.\.|\S/g;

/** A data source as its `.datasource` file would have it. */
export interface Translated {
  readonly name: string;
  readonly text: string;
}

/** Data sources that TypeScript defines with `defineDatasource`. It is read, never run. @param path for notes */
export function translated(source: string, path: string, notes: Notes): readonly Translated[] {
  return [...source.matchAll(/\bdefineDatasource\s*(?=\()/g)].flatMap(({ index }) => {
    const line = source.slice(0, index).split('\n').length;
    const call = valueAt(source, index);
    const [name, options] = (isCalls(call) ? call.calls[0]?.given : undefined) ?? [];
    const text = isMembers(options) ? datasourceText(options, source) : undefined;
    if (typeof name === 'string' && text !== undefined) return [{ name, text }];
    notes.add('Not followed: defineDatasource with other than plain values', `${path} line ${line}`);
    return [];
  });
}

/** Names of the data sources that pipes of a program fill. */
export const filledIn = (source: string): readonly string[] =>
  [
    ...source.matchAll(/\bdefine(?:MaterializedView|CopyPipe|SinkPipe)\s*\([^]*?\bdatasource\s*:\s*(\w+)/g),
  ].flatMap(
    ([, variable]) =>
      new RegExp(`\\b${variable}\\s*=\\s*defineDatasource\\s*\\(\\s*["'](\\w+)`).exec(source)?.[1] ??
      variable ??
      [],
  );

const isCalls = (value: Value | undefined): value is Extract<Value, { readonly calls: unknown }> =>
  typeof value === 'object' && 'calls' in value;

const isMembers = (value: Value | undefined): value is Extract<Value, { readonly members: unknown }> =>
  typeof value === 'object' && 'members' in value;

/** The value that begins at a place. Undefined: it has other things than values. */
function valueAt(source: string, start: number): Value | undefined {
  const tokens = source.slice(start).matchAll(TOKEN);
  let next = '';
  const move = (): string => {
    const before = next;
    do next = tokens.next().value?.[0] ?? '';
    while (next.startsWith('//') || next.startsWith('/*'));
    return before;
  };
  const isAt = (sign: string): boolean => next === sign;
  const list = (end: string): Value[] | undefined => {
    const found: Value[] = [];
    move();
    for (; !isAt(end);) {
      const one = value();
      if (one === undefined) return undefined;
      found.push(one);
      if (next === ',') move();
      else if (next !== end) return undefined;
    }
    move();
    return found;
  };
  const members = (): Value | undefined => {
    const found: (readonly [string, Value])[] = [];
    move();
    for (; !isAt('}');) {
      const key = unquoted(move());
      const isSpread = key === '...';
      if (next === ':') move();
      // `{ name }` has the value of its name.
      const one = isSpread || next !== ',' ? value() : { calls: [{ name: key }] };
      if (one === undefined) return undefined;
      found.push([key, one]);
      if (next === ',') move();
      else if (next !== '}') return undefined;
    }
    move();
    return { members: found };
  };
  const value = (): Value | undefined => {
    if (next === '{') return members();
    if (next === '[') return list(']');
    if (/^["'`]/.test(next)) return unquoted(move());
    if (/^-?\d/.test(next)) return Number(move().replaceAll('_', ''));
    if (!/^[A-Za-z_$]/.test(next)) return undefined;
    const calls: Call[] = [];
    for (;;) {
      const name = move();
      const given = next === '(' ? list(')') : [];
      if (given === undefined) return undefined;
      calls.push({ name, given });
      if (next !== '.') return { calls };
      move();
    }
  };
  move();
  return value();
}

const unquoted = (token: string): string =>
  /^["'`]/.test(token) ? token.slice(1, -1).replaceAll(/\\(.)/g, '$1') : token;

/** A value, or that of the variable of its name in the same file. */
function known(value: Value | undefined, source: string): Value | undefined {
  const [only, ...others] = isCalls(value) ? value.calls : [];
  if (only === undefined || others.length > 0 || (only.given?.length ?? 0) > 0) return value;
  const found = new RegExp(`\\b(?:const|let)\\s+${only.name.replaceAll('$', '\\$')}\\b[^=]*=\\s*`).exec(
    source,
  );
  return found === null ? value : valueAt(source, found.index + found[0].length);
}

function datasourceText(
  options: Extract<Value, { readonly members: unknown }>,
  source: string,
): string | undefined {
  const given = new Map(options.members);
  const columns = columnsOf(known(given.get('schema'), source), source);
  if (columns === undefined) return undefined;
  const engine = known(given.get('engine'), source);
  const { name = '', given: [settings] = [] } = (isCalls(engine) ? engine.calls.at(-1) : undefined) ?? {};
  const set = new Map(isMembers(settings) ? settings.members : []);
  const [key, ttl] = [set.get('sortingKey'), set.get('ttl')];
  return [
    'SCHEMA >',
    columns.map((each) => `    ${each}`).join(',\n'),
    '',
    `ENGINE "${name.charAt(0).toUpperCase()}${name.slice(1)}"`,
    ...(key === undefined
      ? []
      : [
          `ENGINE_SORTING_KEY "${[key]
            .flat()
            .filter((each) => typeof each === 'string')
            .join(', ')}"`,
        ]),
    ...(typeof ttl === 'string' ? [`ENGINE_TTL "${ttl}"`] : []),
    ...['kafka', 's3', 'gcs'].flatMap((each) =>
      given.has(each) ? [`${each.toUpperCase()}_CONNECTION_NAME ${each}`] : [],
    ),
  ].join('\n');
}

/** The columns of a schema as SQL. Undefined: it has other things than columns. */
function columnsOf(schema: Value | undefined, source: string): string[] | undefined {
  if (!isMembers(schema)) return undefined;
  const columns: string[] = [];
  for (const [name, given] of schema.members) {
    const own =
      name === '...' ? columnsOf(known(given, source), source) : columnOf(name, known(given, source));
    if (own === undefined) return undefined;
    columns.push(...[own].flat());
  }
  return columns;
}

function columnOf(name: string, given: Value | undefined): string | undefined {
  const isWrapped = isCalls(given) && given.calls[0]?.name === 'column';
  const [inner, options] = isWrapped ? (given.calls[0]?.given ?? []) : [given, given];
  const set = new Map(isMembers(options) ? options.members : []);
  const type = isMembers(inner) ? set.get('type') : inner;
  const sql = typeOf(type);
  if (sql === undefined) return undefined;
  const path = set.get('jsonPath') ?? argumentOf(type, 'jsonPath');
  const place = typeof path === 'string' ? ` \`json:${path}\`` : '';
  return `\`${name}\` ${sql}${place}${defaultOf(argumentOf(type, 'default'))}`;
}

/** What a method of a type is called with. */
const argumentOf = (type: Value | undefined, method: string): Value | undefined =>
  isCalls(type) ? type.calls.find(({ name }) => name === method)?.given?.[0] : undefined;

function defaultOf(value: Value | undefined): string {
  if (typeof value === 'number') return ` DEFAULT ${value}`;
  return typeof value === 'string' ? ` DEFAULT '${value.replaceAll("'", "''")}'` : '';
}

/** A type of ClickHouse: `t.array(t.string())` is `Array(String)`. */
function typeOf(value: Value | undefined): string | undefined {
  if (!isCalls(value) || value.calls[0]?.name !== 't') return undefined;
  const [, base, ...modifiers] = value.calls;
  if (base === undefined) return undefined;
  const given = base.given ?? [];
  const isEnum = /^enum(8|16)$/.test(base.name);
  const inner = given.map((each, i) =>
    typeof each === 'string'
      ? `'${each}'${isEnum ? ` = ${i + 1}` : ''}`
      : typeof each === 'number'
        ? String(each)
        : typeOf(each),
  );
  if (inner.some((each) => each === undefined)) return undefined;
  const name = base.name
    .replace(/^(uint|ipv|uuid|json)/, (each) =>
      each.toUpperCase().replace('UINT', 'UInt').replace('IPV', 'IPv'),
    )
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
  const has = (modifier: string): boolean => modifiers.some((each) => each.name === modifier);
  const plain = `${name}${inner.length === 0 ? '' : `(${inner.join(', ')})`}`;
  const nullable = has('nullable') ? `Nullable(${plain})` : plain;
  return has('lowCardinality') ? `LowCardinality(${nullable})` : nullable;
}
