import type { Completion } from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import type { TypeSummary } from '../worker/type-protocol.ts';
import { paramsAt } from './params-at.ts';

/** `"version": |` and `"mode": "a|`. */
const IN_VALUE = /"([\w$]+)"\s*:\s*("?)([\w.^-]*)$/;

/** The value of a param at the caret. */
export interface ParamValue {
  readonly typed: string;
  readonly isQuoted: boolean;
  readonly shape: TypeSummary['params'][number]['shape'];
}

/** The param whose value is at the caret; undefined elsewhere. */
export function paramValueAt(
  state: EditorState,
  pos: number,
  before: string,
  types: readonly TypeSummary[],
): ParamValue | undefined {
  const [, key, quote, typed] = IN_VALUE.exec(before) ?? [];
  const params = typed === undefined ? undefined : paramsAt(state, pos);
  const type = params && types.find(({ name }) => name === params.type);
  const param = type?.params.find(({ name }) => name === key);
  return param && { typed: typed ?? '', isQuoted: quote === '"', shape: param.shape };
}

/** The values that a param takes, if they can be listed. Empty: anything. */
export function valuesFor({ shape, isQuoted }: ParamValue): readonly Completion[] {
  if (shape.kind === 'boolean' && !isQuoted) return ['true', 'false'].map((label) => ({ label }));
  if (shape.kind !== 'choice') return [];
  return shape.values.map((label) => ({ label, ...(!isQuoted && { apply: JSON.stringify(label) }) }));
}
