import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../test/rows.ts';
import { parseSchema } from './parse.ts';

describe('a dataset in a file', () => {
  const schema = (file: string): string =>
    JSON.stringify({ v: { type: 'catbird.dataset', params: { file, column: 'b', inOrder: true } } });

  test('has the rows of the file', () => {
    const result = parseSchema(schema('x.csv'), { files: () => [{ b: 'x' }, { b: 'y' }] });
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    expect(rowsOf(result.schema.fields, { count: 3 })).toEqual(['{"v":"x"}', '{"v":"y"}', '{"v":"x"}']);
  });

  test('is an issue at its name if it cannot be read', () => {
    const messages = (files?: (name: string) => readonly unknown[]): unknown => {
      const result = parseSchema(schema('x.csv'), files && { files });
      return result.ok ? [] : result.issues.map(({ message, path, code }) => ({ message, path, code }));
    };
    const issue = (text: string): unknown => [
      { message: `catbird.dataset: ${text}`, path: ['v', 'params', 'file'], code: 'params' },
    ];
    expect(messages()).toEqual(
      issue('Cannot read x.csv: only the command line reads files. Put the rows into the schema instead'),
    );
    const unreadable = (name: string): never => {
      throw new Error(`${name} is empty`);
    };
    expect(messages(unreadable)).toEqual(issue('x.csv is empty'));
  });
});
