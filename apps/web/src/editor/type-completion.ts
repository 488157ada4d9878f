import { loadTypeSearch } from '@catbird/infer';
import { pickedCompletion, type Completion, type CompletionResult } from '@codemirror/autocomplete';
import type { Found } from '@catbird/infer';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { valuesJson } from '../type-picker/own-values.ts';
import type { TypeSummary } from '../worker/type-protocol.ts';
import { isFieldAt, outlineAt } from './outline.ts';

/** A type to choose in the type picker. */
export interface TypeRequest {
  /** The present type; empty: none. */
  readonly current: string;
  /** Name of the field; empty: unknown. */
  readonly field: string;
  /** Writes the chosen type. @param values its params */
  use(type: string, values?: readonly string[]): void;
  /** Called when the picker is closed. */
  close(): void;
}

/** Opens the type picker. */
export type FindType = (request: TypeRequest) => void;

/** `"type": "inter|`, with the caret at |, or without quotes. */
const IN_TYPE = /"type"\s*:\s*("?)([\w. -]*)$/;

/** `"id": "inter|`, the name of a type in place of a field. */
const IN_FIELD = /[{,]\s*"(?:[^"\\]|\\.)*"\s*:\s*("?)([\w. -]*)$/;

/** What is typed of a type before the caret; undefined elsewhere. @param isField whether the caret is in the value of a field */
export function typedType(
  before: string,
  isField: boolean,
): { readonly isQuoted: boolean; readonly typed: string } | undefined {
  const [, quote, typed] = IN_TYPE.exec(before) ?? (isField ? IN_FIELD.exec(before) : null) ?? [];
  return typed === undefined ? undefined : { isQuoted: quote === '"', typed: typed.trimStart() };
}

type Search = (query: string) => readonly Found<TypeSummary>[];

/** Completions of types, the best first: by the part after the dot, full names, synonyms and summaries. The last one opens the picker; the first one while nothing is typed, since all types follow. */
export function newTypeCompletion(
  onFind: FindType | undefined,
): (
  types: readonly TypeSummary[],
  pos: number,
  at: { readonly isQuoted: boolean; readonly typed: string },
) => Promise<CompletionResult> {
  let indexed: { readonly types: readonly TypeSummary[]; readonly search: Search } | undefined;
  return async (types, pos, { isQuoted, typed }) => {
    if (indexed?.types !== types) {
      // The words of all types load when the first type is typed.
      const { newTypeSearch } = await loadTypeSearch();
      indexed = { types, search: newTypeSearch(types) };
    }
    const found = indexed.search(typed).filter(({ isClose }) => !isClose);
    const options = found.map((each) => optionOf(each, isQuoted));
    const find = onFind === undefined ? [] : [finder(onFind)];
    return {
      from: pos - typed.length,
      options: typed === '' ? [...find, ...options] : [...options, ...find],
      // Ranked already; every key asks again.
      filter: false,
      getMatch: ({ label }) => {
        const at = typed === '' ? -1 : label.toLowerCase().indexOf(typed.toLowerCase());
        return at < 0 ? [] : [at, at + typed.length];
      },
    };
  };
}

const optionOf = (
  { type: { name, summary, example }, also }: Found<TypeSummary>,
  isQuoted: boolean,
): Completion => ({
  label: name,
  detail: also.length === 0 ? summary : `${also[0]}: ${summary}`,
  ...(!isQuoted && { apply: JSON.stringify(name) }),
  ...(example !== undefined && { info: `"params": ${example}` }),
});

const finder = (onFind: FindType): Completion => ({
  label: 'Find a type…',
  detail: 'with values of each',
  apply(view, completion, from, to) {
    // Closes the list of completions.
    view.dispatch({ annotations: pickedCompletion.of(completion) });
    const { path } = outlineAt(view.state, to);
    onFind({
      current: view.state.sliceDoc(from, to),
      field: path.findLast((name) => name !== 'type' && name !== 'fields') ?? '',
      use: (type, values) => write(view, to, type, values),
      close: () => view.focus(),
    });
  },
});

/** Writes a type in place of the one at a position, in quotes. */
function write(view: EditorView, pos: number, type: string, values: readonly string[] | undefined): void {
  const [from, to] = typeAt(view.state, pos);
  const isShort = isFieldAt(outlineAt(view.state, pos).path);
  const params = values !== undefined && (isShort || !hasParams(view.state, pos));
  const spec = JSON.stringify(type) + (params ? `, "params": ${valuesJson(values)}` : '');
  const insert = isShort && params ? `{"type": ${spec}}` : spec;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + JSON.stringify(type).length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
}

/** The range of the type around a position, with its quotes. */
function typeAt(state: EditorState, pos: number): readonly [from: number, to: number] {
  const { from: start, text } = state.doc.lineAt(pos);
  const before = text.slice(0, pos - start);
  const { typed = '', isQuoted = false } = typedType(before, isFieldAt(outlineAt(state, pos).path)) ?? {};
  const [rest = ''] = isQuoted ? (/^[\w. -]*"?/.exec(text.slice(pos - start)) ?? []) : [];
  return [pos - typed.length - (isQuoted ? 1 : 0), pos + (rest.endsWith('"') ? rest.length : 0)];
}

/** Whether the field around a position has params. */
function hasParams(state: EditorState, pos: number): boolean {
  let node: ReturnType<typeof syntaxTree>['topNode'] | null = syntaxTree(state).resolveInner(pos, -1);
  while (node !== null && node.name !== 'Object') node = node.parent;
  return (node?.getChildren('Property') ?? []).some(({ firstChild }) => {
    return firstChild !== null && state.sliceDoc(firstChild.from, firstChild.to) === '"params"';
  });
}
