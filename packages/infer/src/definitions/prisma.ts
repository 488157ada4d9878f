import { newNotes, type Notes } from './not-followed.ts';
import type { Definition } from './shape.ts';
import { dialectOf, inBrackets, isSymbol, tokensOf, type Token } from './sql/tokens.ts';
import { readStatements } from './sql/sql.ts';
import { statementsOf } from './sql/statements.ts';
import { readType } from './sql/types.ts';

/** A line of a block: a field, a value of an enumeration, or an attribute of the block. */
interface Line {
  readonly tokens: readonly Token[];
  readonly place: string;
}

interface Block {
  readonly kind: string;
  readonly name: string;
  readonly place: string;
  readonly lines: Line[];
}

/** What a block is translated with. */
interface Context {
  readonly block: Block;
  readonly blocks: readonly Block[];
  readonly note: (sentence: string, line: Line) => void;
}

const DIALECT = dialectOf('');

/** Reads the models of a Prisma schema, as statements of SQL that declare their tables. */
export function readPrisma(text: string): Definition {
  const notes = newNotes();
  const blocks = blocksIn(text, notes);
  const statements = ['enum', 'type', 'model'].flatMap((kind) =>
    blocks
      .filter((block) => block.kind === kind)
      .flatMap((block) => {
        const note = (sentence: string, { place }: Line): void =>
          notes.add(`${sentence} of ${block.name}`, place);
        const sql = statementOf({ block, blocks, note });
        return statementsOf(sql, DIALECT).statements.map((each) => ({ ...each, place: block.place }));
      }),
  );
  const found = readStatements({ statements, dialect: DIALECT });
  return { tables: found.tables, notes: [...notes.sentences(), ...found.notes] };
}

/** Blocks whose lines are tokens of SQL: texts stand in single quotes, and a list of fields is a name in brackets. */
function blocksIn(text: string, notes: Notes): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  text.split(/\r?\n/).forEach((line, i) => {
    const place = `line ${i + 1}`;
    const sql = line.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/.*/g, (each) =>
      each.startsWith('/') ? '' : literal(each.slice(1, -1).replaceAll(/\\(.)/g, '$1')),
    );
    const tokens = tokensOf(sql, DIALECT);
    const [first, , third] = tokens;
    if (first === undefined) return;
    if (isSymbol(third, '{')) {
      if (open !== undefined) notes.add(notClosed(open), open.place);
      const block = blockOf(tokens, place, notes);
      blocks.push(block);
      open = isSymbol(tokens.at(-1), '}') ? undefined : block;
    } else if (isSymbol(first, '}')) open = undefined;
    else if (open === undefined || first.kind !== 'word')
      notes.add(`Skipped ${line.trim().slice(0, 60)}`, place);
    else open.lines.push({ tokens, place });
  });
  if (open !== undefined) notes.add(notClosed(open), open.place);
  return blocks;
}

const notClosed = ({ kind, name }: Block): string =>
  `Not closed: ${kind} ${name}, which needs a } after its last line`;

/** A block by the line that opens it. In the same line, only values of an enumeration are read. */
function blockOf(tokens: readonly Token[], place: string, notes: Notes): Block {
  const [kind = '', name = ''] = tokens.map(({ text }) => text);
  const inside = tokens.slice(3).filter((each) => !isSymbol(each, '}'));
  const lines = kind === 'enum' ? inside.map((each): Line => ({ tokens: [each], place })) : [];
  if (!/^(generator|datasource|enum|type|model)$/.test(kind))
    notes.add(`Not followed: ${kind} ${name}`, place);
  else if (inside.length > lines.length && kind !== 'generator')
    notes.add(`Skipped what stands beside { of ${kind} ${name}: each field needs a line of its own`, place);
  return { kind, name, place, lines };
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const sqlOf = (tokens: readonly Token[]): string =>
  tokens.map(({ kind, text }) => (kind === 'text' ? literal(text) : text)).join(' ');

const wordAt = ({ tokens }: Line, at: number): string => tokens[at]?.text ?? '';

/** The arguments of an attribute. Undefined if a line does not have it. */
function argsOf({ tokens }: Line, attribute: string): readonly Token[] | undefined {
  const at = tokens.findIndex(({ text }) => text === attribute);
  if (at < 0) return undefined;
  return isSymbol(tokens[at + 1], '(') ? inBrackets(tokens, at + 1).inner : [];
}

const textIn = (args: readonly Token[] = []): string | undefined =>
  args.find(({ kind }) => kind === 'text')?.text;

/** Names in the database. */
const valueOf = (line: Line): string => literal(textIn(argsOf(line, '@map')) ?? wordAt(line, 0));
const columnName = (line: Line): string => quoted(textIn(argsOf(line, '@map')) ?? wordAt(line, 0));
const tableName = ({ lines, name }: Block): string =>
  quoted(textIn(lines.flatMap((line) => argsOf(line, '@@map') ?? [])) ?? name);

/** Columns for a list of fields in brackets: `fields: [a, b(sort: Desc)]`. */
function columnsIn(args: readonly Token[] = [], { lines }: Block, label?: string): string {
  const at = args.findIndex(({ text }) => text === label);
  const list = args.find(({ kind }, i) => i > at && kind === 'name')?.text ?? '';
  const names = list.replaceAll(/\([^)]*\)|\s/g, '').split(',');
  const columns = names.map((name) => {
    const line = lines.find((each) => wordAt(each, 0) === name);
    return line === undefined ? quoted(name) : columnName(line);
  });
  return `(${columns.join(', ')})`;
}

function statementOf(context: Context): string {
  const { kind, name, lines } = context.block;
  const fields = lines.filter((each) => !wordAt(each, 0).startsWith('@@'));
  if (kind === 'enum') return `CREATE TYPE ${quoted(name)} AS ENUM (${fields.map(valueOf).join(', ')})`;
  const columns = fields.filter((each) => !isRelation(each, context));
  const parts = columns.map((each) => columnSql(each, context));
  if (kind === 'type') return `CREATE TYPE ${quoted(name)} AS (${parts.join(', ')})`;
  const constraints = lines.flatMap((each) => constraintSql(each, context));
  return `CREATE TABLE ${tableName(context.block)} (${[...parts, ...constraints].join(', ')})`;
}

const modelOf = (line: Line, { blocks }: Context): Block | undefined =>
  blocks.find(({ kind, name }) => /^(model|view)$/.test(kind) && name === wordAt(line, 1));

/** A relation may lead to a model of another file. */
const isRelation = (line: Line, context: Context): boolean =>
  modelOf(line, context) !== undefined || argsOf(line, '@relation') !== undefined;

const isList = ({ tokens }: Line): boolean => isSymbol(tokens[2], '[');

/** What says nothing about rows. */
const SILENT = /^@@(index|fulltext|map|schema|ignore)$/;

/** Keys of a model, and relations whose fields it has. */
function constraintSql(line: Line, context: Context): string[] {
  const { block, note } = context;
  const word = wordAt(line, 0);
  if (word === '@@id') return [`PRIMARY KEY ${columnsIn(argsOf(line, word), block)}`];
  if (word === '@@unique') return [`UNIQUE ${columnsIn(argsOf(line, word), block)}`];
  if (word.startsWith('@@') && !SILENT.test(word)) note(`Not followed: ${word}`, line);
  const to = modelOf(line, context);
  if (to === undefined && isRelation(line, context))
    note(`Not followed: as ${wordAt(line, 1)} is not in the file, the relation ${word}`, line);
  return to === undefined ? [] : relationSql(line, to, context);
}

/** Two lists of each other need a table that joins them. */
function relationSql(line: Line, to: Block, { block, note }: Context): string[] {
  const args = argsOf(line, '@relation') ?? [];
  if (args.some(({ text }) => text === 'fields'))
    return [
      `FOREIGN KEY ${columnsIn(args, block, 'fields')} REFERENCES ${tableName(to)} ${columnsIn(args, to, 'references')}`,
    ];
  const isJoined = to.lines.some((each) => each !== line && wordAt(each, 1) === block.name && isList(each));
  if (isList(line) && isJoined && block.name <= to.name)
    note(`Not followed: the table between ${to.name} and rows`, line);
  return [];
}

const SCALARS: Readonly<Record<string, string>> = {
  Float: 'DOUBLE PRECISION',
  String: 'TEXT',
  DateTime: 'TIMESTAMP',
  Bytes: 'BYTEA',
};

/** Types of databases with another name than in SQL. */
const NATIVE: Readonly<Record<string, string>> = {
  DoublePrecision: 'DOUBLE PRECISION',
  // Has as many hexadecimal digits.
  ObjectId: 'BINARY(24)',
};

/** The type of a column: that of the database if one is given and known. */
function typeSql(line: Line, { blocks, note }: Context): string {
  const type = wordAt(line, 1);
  const at = line.tokens.findIndex(({ text }) => text === '@db');
  const native = at < 0 ? undefined : nativeSql(line, at + 2);
  if (native !== undefined) return native;
  if (at > 0)
    note(
      `Followed in part: @db.${wordAt(line, at + 2)} of ${wordAt(line, 0)}, which is read as ${type},`,
      line,
    );
  const isMySql = blocks.some(({ lines }) => lines.some((each) => wordAt(each, 2) === 'mysql'));
  if (type === 'String' && isMySql) return 'VARCHAR(191)';
  return type === 'Unsupported' ? wordAt(line, 3) : (SCALARS[type] ?? quoted(type));
}

/** A type of the database with its arguments. Undefined if it is unknown. */
function nativeSql(line: Line, at: number): string | undefined {
  const name = wordAt(line, at);
  const { tokens } = line;
  const args = isSymbol(tokens[at + 1], '(') ? `(${sqlOf(inBrackets(tokens, at + 1).inner)})` : '';
  const sql = `${NATIVE[name] ?? name.replace(/^Unsigned/, '')}${args}`;
  if (readType(tokensOf(sql, DIALECT), 0, new Map()).type === undefined) return undefined;
  return name.startsWith('Unsigned') ? `${sql} UNSIGNED` : sql;
}

function columnSql(line: Line, context: Context): string {
  const { tokens } = line;
  for (const { kind, text } of tokens)
    if (kind === 'word' && /^@(?!(id|unique|default|map|db|updatedAt|ignore)$)/.test(text))
      context.note(`Not followed: ${text} of ${wordAt(line, 0)}`, line);
  const start = tokens.findIndex(({ text }) => text.startsWith('@'));
  const isOptional = tokens.some((token, i) => isSymbol(token, '?') && (start < 0 || i < start));
  const type = `${typeSql(line, context)}${isList(line) ? '[]' : ''}${isOptional ? '' : ' NOT NULL'}`;
  const isKey = argsOf(line, '@id') !== undefined;
  const key = isKey ? 'PRIMARY KEY' : argsOf(line, '@unique') === undefined ? '' : 'UNIQUE';
  return `${columnName(line)} ${type} ${key} ${defaultSql(line, context)}`;
}

/** Functions of defaults. Others give values of a form of their own. */
const FUNCTIONS: Readonly<Record<string, (args: readonly Token[]) => string>> = {
  now: () => '',
  auto: () => '',
  autoincrement: () => 'AUTO_INCREMENT',
  sequence: () => 'AUTO_INCREMENT',
  uuid: () => 'DEFAULT gen_random_uuid()',
  dbgenerated: (args) => `DEFAULT (${textIn(args) ?? 'NULL'})`,
};

function defaultSql(line: Line, { blocks, note }: Context): string {
  const args = argsOf(line, '@default') ?? [];
  const [first, second] = args;
  if (first === undefined) return '';
  const option = blocks
    .find(({ kind, name }) => kind === 'enum' && name === wordAt(line, 1))
    ?.lines.find((each) => wordAt(each, 0) === first.text);
  if (option !== undefined) return `DEFAULT ${valueOf(option)}`;
  const isList = first.kind === 'name' || isSymbol(first, '[');
  if (!isSymbol(second, '(') && !isList) return `DEFAULT ${sqlOf(args)}`;
  const read = isList ? undefined : FUNCTIONS[first.text];
  if (read === undefined)
    note(`Not followed: the default ${sqlOf(args).replaceAll(' ', '')} of ${wordAt(line, 0)}`, line);
  return read?.(args) ?? '';
}
