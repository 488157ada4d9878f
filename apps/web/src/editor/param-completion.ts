import type { Completion } from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { TypeSummary } from '../worker/type-protocol.ts';

/** How long to parse a text that was just pasted. */
const PARSE_MS = 1000;

type Node = ReturnType<NonNullable<ReturnType<typeof ensureSyntaxTree>>['resolveInner']>;

/** The params that have a key at a position: the type that they belong to, and the keys before the position. */
export function paramsAt(
  state: EditorState,
  position: number,
): { readonly type: string; readonly given: readonly string[] } | undefined {
  const innermost = ensureSyntaxTree(state, position, PARSE_MS)?.resolveInner(position, -1);
  const params = enclosing(innermost, 'Object');
  const property = enclosing(params?.parent, 'Property');
  const textOf = (node: Node | undefined, name: string): string => {
    const { from = 0, to = 0 } = node?.getChild(name) ?? {};
    return state.sliceDoc(from, to).replaceAll('"', '');
  };
  const nameOf = (each: Node | undefined): string => textOf(each, 'PropertyName');
  if (nameOf(property) !== 'params') return undefined;
  const keys = property?.parent?.getChildren('Property');
  const type = textOf(
    keys?.find((key) => nameOf(key) === 'type'),
    'String',
  );
  const given = params?.getChildren('Property').filter(({ to }) => to < position) ?? [];
  return { type, given: given.map(nameOf) };
}

/** The innermost node of a name that holds a node, or the node itself. */
function enclosing(node: Node | null | undefined, name: string): Node | undefined {
  for (let each = node; each; each = each.parent) if (each.name === name) return each;
  return undefined;
}

/** `"version": |` and `"mode": "a|`. */
const IN_VALUE = /"([\w$]+)"\s*:\s*("?)([\w.^-]*)$/;

/** The value of a param at the caret. */
interface ParamValue {
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
