import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** The params that have a key at a position: the type that they belong to, and the keys before the position. */
export function paramsAt(
  state: EditorState,
  position: number,
): { readonly type: string; readonly given: readonly string[] } | undefined {
  const textOf = (node: Node | null | undefined): string =>
    node ? state.sliceDoc(node.from, node.to).replaceAll('"', '') : '';
  const nameOf = (property: Node): string => textOf(property.getChild('PropertyName'));
  const params = enclosing(syntaxTree(state).resolveInner(position, -1), 'Object');
  const list = params?.parent?.name === 'Array' ? params.parent : params;
  const property = list?.parent;
  if (!params || property?.name !== 'Property' || nameOf(property) !== 'params') return undefined;
  const keys = property.parent?.getChildren('Property') ?? [];
  const type = textOf(keys.find((key) => nameOf(key) === 'type')?.getChild('String'));
  const given = params.getChildren('Property').filter(({ to }) => to < position);
  return { type, given: given.map(nameOf) };
}

/** The innermost node of a name that holds a node, or the node itself. */
function enclosing(node: Node, name: string): Node | undefined {
  for (let each: Node | null = node; each; each = each.parent) if (each.name === name) return each;
  return undefined;
}
