import { dialectOf, type Dialect, keyword, tokenAt, type Token } from './tokens.ts';

/** A statement, and where it is. */
export interface Statement {
  readonly tokens: readonly Token[];
  /** As notes name it: `line 12`. */
  readonly place: string;
}

/** The statements of a script. */
export interface Script {
  readonly statements: readonly Statement[];
  readonly dialect: Dialect;
}

/** Lines that are commands of a program: of psql, mysql, sqlcmd and SQL*Plus. */
const COMMAND =
  /\\[^\n]*|(?:PROMPT|REM|REMARK|SPOOL|WHENEVER|@@?)(?:[ \t][^\n]*)?(?=\r?\n|$)|DELIMITER[ \t]+(\S+)[^\n]*|:(?:setvar|r|on)[ \t][^\n]*/iy;

/** Lines that end what came before: `GO` of SQL Server and `/` of Oracle. */
const END_LINE = /(?<=(?:^|\n)[ \t]*)(?:GO(?:[ \t]+\d+)?|\/)[ \t]*(?=\r?\n|$)/iy;

/** Statements that contain others, up to their END. */
const BLOCK =
  /^(CREATE|ALTER)( OR REPLACE| OR ALTER)?( DEFINER.*?| TEMP(ORARY)?| EDITIONABLE| NONEDITIONABLE| CONSTRAINT)* (TRIGGER|FUNCTION|PROCEDURE|PROC|PACKAGE|EVENT|TYPE BODY)\b|^(DECLARE|BEGIN)\b/;

/** Tokens of statements that are kept: rows of INSERT are not read. */
const KEPT_OF_INSERT = 8;

const placeOf = (line: number): string => `line ${line}`;

/** Splits a script into statements by the rules of its dialect. @param dialect default: told from the script */
export function statementsOf(sql: string, dialect = dialectOf(sql)): Script {
  const state: State = {
    sql,
    dialect,
    statements: [],
    tokens: [],
    at: 0,
    line: 1,
    start: 1,
    newline: sql.indexOf('\n'),
    delimiter: ';',
    depth: 0,
  };
  while (state.at < sql.length) if (!passLine(state) && !passEnd(state)) passToken(state);
  finish(state);
  return { statements: state.statements, dialect: state.dialect };
}

/** A script while it is read. */
interface State {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly statements: Statement[];
  /** Those of the statement that is read. */
  tokens: Token[];
  at: number;
  line: number;
  /** The line of the first token. */
  start: number;
  /** The index of the next line break. */
  newline: number;
  delimiter: string;
  /** Blocks that are open. */
  depth: number;
}

function go(state: State, end: number): void {
  for (
    ;
    state.newline >= 0 && state.newline < end;
    state.newline = state.sql.indexOf('\n', state.newline + 1)
  )
    state.line++;
  state.at = end;
}

function finish(state: State): void {
  if (state.tokens.length > 0) state.statements.push({ tokens: state.tokens, place: placeOf(state.start) });
  state.tokens = [];
  state.depth = 0;
}

/** Passes a line that ends a statement, or that is a command between two. */
function passLine(state: State): boolean {
  const { sql, at, tokens, dialect } = state;
  END_LINE.lastIndex = at;
  const ending = END_LINE.exec(sql)?.[0];
  if (ending !== undefined && (tokens.length === 0 || dialect.hasEndLines)) {
    finish(state);
    go(state, at + ending.length);
    return true;
  }
  if (tokens.length > 0) return false;
  COMMAND.lastIndex = at;
  const found = COMMAND.exec(sql);
  if (found === null) return false;
  state.delimiter = found[1] ?? state.delimiter;
  state.statements.push({
    tokens: [{ kind: 'word', text: found[0].split(/\s/, 1)[0] ?? '' }],
    place: placeOf(state.line),
  });
  go(state, at + found[0].length);
  return true;
}

/** Passes the end of a statement, and the rows that follow COPY. */
function passEnd(state: State): boolean {
  const { sql, at, tokens, delimiter } = state;
  if (!sql.startsWith(delimiter, at) || (delimiter === ';' && isInBlock(state))) return false;
  finish(state);
  go(state, isCopy(tokens) ? afterData(sql, at) : at + delimiter.length);
  return true;
}

function passToken(state: State): void {
  const { sql, at, tokens, dialect, line } = state;
  const { kind, text, end } = tokenAt(sql, at, dialect);
  if (kind !== 'nothing') {
    if (tokens.length === 0) state.start = line;
    const token: Token = { kind, text };
    state.depth += blockStep(token, tokens);
    if (tokens.length < KEPT_OF_INSERT || !isInsert(tokens)) tokens.push(token);
  }
  go(state, Math.max(at + 1, end));
}

const isInsert = (tokens: readonly Token[]): boolean => /^(INSERT|REPLACE)$/.test(keyword(tokens[0]));

const isCopy = (tokens: readonly Token[]): boolean =>
  keyword(tokens[0]) === 'COPY' && tokens.some((token) => keyword(token) === 'STDIN');

/** The index after the rows that follow `COPY … FROM stdin;`, which a line `\.` ends. */
function afterData(sql: string, at: number): number {
  const end = /^\\\.[ \t]*\r?$/gm;
  end.lastIndex = at;
  return end.exec(sql) === null ? sql.length : end.lastIndex;
}

const beginning = (tokens: readonly Token[]): string => tokens.slice(0, 12).map(keyword).join(' ');

/** Whether a semicolon ends a statement within the one that is read. */
function isInBlock({ tokens, depth, dialect }: State): boolean {
  if (!BLOCK.test(beginning(tokens))) return false;
  // `BEGIN;` and `BEGIN TRANSACTION;` are statements.
  if (keyword(tokens[0]) === 'BEGIN' && TRANSACTION.test(keyword(tokens[1]))) return false;
  return dialect.hasEndLines || depth > 0;
}

const TRANSACTION = /^(|TRANSACTION|TRAN|WORK|IMMEDIATE|DEFERRED|EXCLUSIVE)$/;

/** What a token adds to the blocks that are open. */
function blockStep(token: Token, before: readonly Token[]): number {
  const word = keyword(token);
  if (word !== 'BEGIN' && word !== 'CASE' && word !== 'END' && !/^(IF|LOOP|WHILE|REPEAT)$/.test(word))
    return 0;
  const isAfterEnd = keyword(before.at(-1)) === 'END';
  if (word === 'END') return -1;
  if (word === 'BEGIN') return 1;
  if (word === 'CASE') return isAfterEnd ? 0 : 1;
  // END IF and END LOOP close nothing that was counted.
  return isAfterEnd ? 1 : 0;
}
