import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

/** The members of an object in the text, which may be incomplete: values by name. */
type Members = ReadonlyMap<string, SyntaxNode | undefined>;

/** Where the caret is in a schema, and what is declared around it. */
export interface Outline {
  /** Keys from the root to the caret. */
  readonly path: readonly string[];
  /** The generator type of the field around the caret. */
  readonly type: string | undefined;
  /** Names of all entities. */
  readonly entities: readonly string[];
  /** Names of the fields that can be read here, nearest first. */
  readonly names: readonly string[];
  /** Paths that continue what is typed: fields of the entity that it leads to. Without a dot, those of all draws. */
  pathsFrom(typed: string): readonly string[];
}

/** Whether a path leads to a field of the schema, of an object or of an entity, or to the key of an entity. */
export function isFieldAt(path: readonly string[]): boolean {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return name !== '' && !name.startsWith('$');
  return path.at(-2) === 'fields' || (name === '$entities' && path.length === 3 && path[2] === 'key');
}

/** How long reading the whole text may take. Of longer texts, the part that has been read counts. */
const PARSE_MS = 50;

/** Reads the schema around a position. */
export function outlineAt(state: EditorState, position: number): Outline {
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
  const at = tree.resolveInner(position, -1);
  const text = (node: SyntaxNode | null | undefined): string => textOf(state, node);
  const membersOf = (node: SyntaxNode | null | undefined): Members =>
    new Map(
      (node?.name === 'Object' ? node.getChildren('Property') : []).map((property) => {
        const [name, value] = [property.firstChild, property.lastChild];
        return [text(name), value?.name === 'PropertyName' ? undefined : (value ?? undefined)];
      }),
    );
  const around = objectsAround(at);
  const declared = membersOf(membersOf(around.at(-1)).get('$entities'));
  const fieldsOf = (entity: string): Members => {
    const members = membersOf(declared.get(entity));
    const key = members.get('keyName');
    return new Map([
      [key === undefined ? `${entity}_id` : text(key), undefined],
      ...membersOf(members.get('fields')),
      ['number', undefined],
    ]);
  };
  const drawnBy = (spec: SyntaxNode | undefined): string | undefined => {
    const members = membersOf(spec);
    if (text(members.get('type')) !== 'catbird.entity') return undefined;
    const of = membersOf(members.get('params')).get('of');
    return of && text(of);
  };
  const path = around.flatMap((node) => nameOf(node, text)).toReversed();
  const scope = scopesOf(around, path).map(membersOf);
  const fields = new Map(scope.toReversed().flatMap((members) => [...members]));
  fields.delete('$entities');
  fields.delete('$locale');
  const below = (entity: string | undefined, before: string): readonly string[] =>
    entity === undefined ? [] : [...fieldsOf(entity).keys()].map((name) => `${before}.${name}`);

  return {
    path: at.name === 'PropertyName' ? path : [...path, ...valueName(at, text)],
    type: around.map((node) => text(membersOf(node).get('type'))).find((type) => type !== ''),
    entities: [...declared.keys()],
    names: [...fields.keys()],
    pathsFrom(typed) {
      const steps = typed.split('.').slice(0, -1);
      const [first, ...rest] = steps;
      if (first === undefined) return [...fields].flatMap(([name, spec]) => below(drawnBy(spec), name));
      const entity = rest.reduce<string | undefined>(
        (drawn, name) => drawn && drawnBy(fieldsOf(drawn).get(name)),
        drawnBy(fields.get(first)),
      );
      return below(entity, steps.join('.'));
    },
  };
}

function textOf(state: EditorState, node: SyntaxNode | null | undefined): string {
  if (node === null || node === undefined) return '';
  const source = state.sliceDoc(node.from, node.to);
  return source.replace(/^"/, '').replace(/"$/, '');
}

/** The objects around a node, innermost first. */
function objectsAround(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let each: SyntaxNode | null = node; each !== null; each = each.parent)
    if (each.name === 'Object') found.push(each);
  return found;
}

type Text = (node: SyntaxNode | null) => string;

/** The name under which an object is, if it is a member of another one. */
function nameOf({ parent }: SyntaxNode, text: Text): readonly string[] {
  let owner = parent;
  while (owner !== null && owner.name === 'Array') owner = owner.parent;
  return owner?.name === 'Property' ? [text(owner.firstChild)] : [];
}

/** The name of the member that the node is the value of. */
function valueName(node: SyntaxNode, text: Text): readonly string[] {
  for (let each: SyntaxNode | null = node; each !== null && each.name !== 'Object'; each = each.parent)
    if (each.name === 'Property') return [text(each.firstChild)];
  return [];
}

/** The objects whose members are fields that can be read, innermost first. The fields of an entity see no others. */
function scopesOf(around: readonly SyntaxNode[], path: readonly string[]): readonly SyntaxNode[] {
  const depth = around.length - 1;
  const isEntity = path[0] === '$entities' && path[2] === 'fields';
  return around.filter((_, i) => {
    // Keys from the root to this object.
    const length = depth - i;
    if (isEntity) return length >= 3 && path[length - 1] === 'fields';
    return length === 0 || path[length - 1] === 'fields';
  });
}
