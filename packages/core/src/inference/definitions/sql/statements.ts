import { dialectOf, type Dialect } from './dialect.ts';
import { keyword, tokenAt, type Token } from './tokens.ts';

/** A statement, and where it begins. */
export interface Statement {
  readonly tokens: readonly Token[];
  /** From 1. */
  readonly line: number;
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

/** Splits a script into statements by the rules of its dialect. */
export function statementsOf(sql: string): Script {
  const dialect = dialectOf(sql);
  const statements: Statement[] = [];
  let tokens: Token[] = [];
  let line = 1;
  let start = 1;
  let delimiter = ';';
  let depth = 0;
  let at = 0;
  let newline = sql.indexOf('\n');
  const go = (end: number): void => {
    for (; newline >= 0 && newline < end; newline = sql.indexOf('\n', newline + 1)) line++;
    at = end;
  };
  const finish = (): void => {
    if (tokens.length > 0) statements.push({ tokens, line: start });
    tokens = [];
    depth = 0;
  };
  const command = (text: string, next?: string): void => {
    if (next !== undefined) delimiter = next;
    tokens = [{ kind: 'word', text: text.split(/\s/, 1)[0] ?? '' }];
    start = line;
    finish();
  };
  while (at < sql.length) {
    END_LINE.lastIndex = at;
    const ending = END_LINE.exec(sql)?.[0];
    if (ending !== undefined && (tokens.length === 0 || dialect.hasEndLines)) {
      finish();
      go(at + ending.length);
      continue;
    }
    if (tokens.length === 0) {
      COMMAND.lastIndex = at;
      const found = COMMAND.exec(sql);
      if (found !== null) {
        command(found[0], found[1]);
        go(at + found[0].length);
        continue;
      }
    }
    if (sql.startsWith(delimiter, at) && (delimiter !== ';' || !isInBlock(tokens, depth, dialect))) {
      const hasData = isCopy(tokens);
      finish();
      go(hasData ? afterData(sql, at) : at + delimiter.length);
      continue;
    }
    const { kind, text, end } = tokenAt(sql, at, dialect);
    if (kind !== 'nothing') {
      if (tokens.length === 0) start = line;
      const token: Token = { kind, text };
      depth += blockStep(token, tokens);
      if (tokens.length < KEPT_OF_INSERT || !isInsert(tokens)) tokens.push(token);
    }
    go(Math.max(at + 1, end));
  }
  finish();
  return { statements, dialect };
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
function isInBlock(tokens: readonly Token[], depth: number, { hasEndLines }: Dialect): boolean {
  if (!BLOCK.test(beginning(tokens))) return false;
  // `BEGIN;` and `BEGIN TRANSACTION;` are statements.
  if (
    keyword(tokens[0]) === 'BEGIN' &&
    /^(|TRANSACTION|TRAN|WORK|IMMEDIATE|DEFERRED|EXCLUSIVE)$/.test(keyword(tokens[1]))
  )
    return false;
  return hasEndLines || depth > 0;
}

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
