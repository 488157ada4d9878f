import { messagesOf } from '@catbird/engine';
import { useState } from 'react';
import { readFields, type FieldsResult, type FieldTree } from '../../../schema-text/fields.ts';

/** The fields of the schema text. */
export interface TreeState {
  /** Of the text, or of the last one that could be read. */
  readonly tree: FieldTree | undefined;
  /** Why the text itself cannot be read; undefined if it can. */
  readonly broken: string | undefined;
}

interface Seen {
  readonly text: string;
  readonly result: FieldsResult;
  readonly good: FieldTree | undefined;
}

const seenOf = (text: string, good: FieldTree | undefined): Seen => {
  const result = readFields(text);
  return { text, result, good: result.ok ? result.tree : good };
};

/** Reads a schema text once, and keeps the last one that could be read. */
export function useTree(text: string): TreeState {
  const [seen, setSeen] = useState(() => seenOf(text, undefined));
  const current = seen.text === text ? seen : seenOf(text, seen.good);
  if (current !== seen) setSeen(current);
  const { result, good } = current;
  return { tree: good, broken: result.ok ? undefined : messagesOf(result.issues).join('. ') };
}
