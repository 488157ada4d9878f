import { readFileSync } from 'node:fs';
import { join, dirname, relative } from 'node:path';
import { anchorOf } from '../site/html.ts';
import { ROOT } from '../site/structure.ts';
import { block } from './page.ts';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';

const CORE = join(ROOT, 'packages/core');

/** A public entry of the library with its names. */
interface Entry {
  /** As programs import it. */
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

/** The public entries of the library. */
export const apiEntries = (): readonly Entry[] => {
  const { name, exports } = JSON.parse(readFileSync(join(CORE, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly exports: Readonly<Record<string, { readonly '@catbird/source'?: string }>>;
  };
  return Object.entries(exports).flatMap(([path, { '@catbird/source': source }]) =>
    source === undefined
      ? []
      : [{ name: join(name, path), declarations: exportedBy(join(CORE, source)).toSorted(byKind) }],
  );
};

const KINDS: Readonly<Record<DeclarationKind, string>> = {
  function: 'Functions',
  value: 'Values',
  class: 'Classes',
  type: 'Types',
};
const byKind = (a: Declaration, b: Declaration): number => orderOf(a) - orderOf(b);
const orderOf = ({ kind }: Declaration): number => Object.keys(KINDS).indexOf(kind);

/** The reference of all public names. */
export function apiPage(): readonly string[] {
  const entries = apiEntries();
  const shown = new Set(entries.flatMap(({ declarations }) => declarations.map(({ name }) => name)));
  return [
    '# API reference',
    'All names that `@catbird/core` exports, with their types. The [library guide](library.md) shows how to use them.',
    'Below a declaration are other types that it mentions. They have no names of their own to import.',
    ...entries.flatMap(({ name, declarations }) => [
      `## ${name}`,
      index(declarations),
      ...declarations.flatMap((declaration) => section(declaration, shown)),
    ]),
  ];
}

/** The names of an entry as links. */
const index = (declarations: readonly Declaration[]): string =>
  Object.entries(KINDS)
    .flatMap(([kind, title]) => {
      const links = declarations
        .filter((each) => each.kind === kind)
        .map(({ name }) => `[\`${name}\`](#${anchorOf(name)})`);
      return links.length === 0 ? [] : [`- ${title}: ${links.join(' ')}`];
    })
    .join('\n');

function section(declaration: Declaration, shown: Set<string>): readonly string[] {
  const code = [declaration.signature, ...besides(declaration, shown)].join('\n\n');
  return [`### ${declaration.name}`, block('ts', [code]), prose(declaration.comment ?? '')];
}

/** The types that a declaration mentions and that the page does not show elsewhere, each with its comment. */
function besides(declaration: Declaration, shown: Set<string>): readonly string[] {
  const found = declaration.mentions().filter(({ name }) => !shown.has(name));
  for (const { name } of found) shown.add(name);
  return found.flatMap((each) => [
    [...commentLines(each.comment), each.signature].join('\n'),
    ...(declaration.kind === 'function' ? besides(each, shown) : []),
  ]);
}

const commentLines = (comment: string | undefined): readonly string[] =>
  comment === undefined
    ? []
    : comment.includes('\n')
      ? ['/**', ...comment.split('\n').map((line) => ` * ${line}`.trimEnd()), ' */']
      : [`/** ${comment} */`];

/** A doc comment as Markdown: its tags become a list. */
const prose = (comment: string): string =>
  comment
    .replaceAll(/^@param (\w+) /gm, '- `$1`: ')
    .replaceAll(/^@throws /gm, '- Throws ')
    .replaceAll(/^@returns /gm, '- Returns ')
    .replace(/\n(?=- )/, '\n\n');

/** What an exported name is. */
type DeclarationKind = 'function' | 'value' | 'class' | 'type';

/** A name, as its source declares it. */
interface Declaration {
  readonly name: string;
  readonly kind: DeclarationKind;
  /** The declaration in TypeScript, without bodies of functions. */
  readonly signature: string;
  /** Its doc comment without the marks; undefined if there is none. */
  readonly comment: string | undefined;
  /** The types of the project that it mentions by name, and the values of which it takes the type. */
  mentions(): readonly Declaration[];
}

/** A parsed file. */
interface Source {
  readonly file: string;
  readonly text: string;
  readonly body: readonly (ESTree.Directive | ESTree.Statement)[];
  readonly comments: ReturnType<typeof parseSync>['comments'];
}

function sourceOf(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  return { file, text, body: program.body, comments };
}

/**
 * The names that a file exports from others, in its order.
 *
 * @throws Error if a name is not declared in the project
 */
function exportedBy(file: string): readonly Declaration[] {
  const source = sourceOf(file);
  return source.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return [];
    return statement.specifiers.map(({ exported }) => {
      const name = nameOf(exported);
      const found = declarationIn(source, name);
      if (found === undefined) throw new Error(`${relative(ROOT, file)} finds no declaration of ${name}`);
      return found;
    });
  });
}

const nameOf = (name: ESTree.ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name);

/** The declaration of a name in a file, or in the one that the file has it from. */
function declarationIn(source: Source, name: string): Declaration | undefined {
  for (const statement of source.body) {
    const origin = originIn(statement, name);
    if (origin !== undefined) {
      const file = fileOf(origin.file, source.file);
      return file === undefined ? undefined : declarationIn(sourceOf(file), origin.name);
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    const found = declaration === null ? undefined : declared(source.text, declaration, name);
    if (found === undefined) continue;
    return {
      ...found,
      name,
      comment: commentAt(source, statement.start),
      mentions: () => typesIn(found.signature).flatMap((type) => declarationIn(source, type) ?? []),
    };
  }
  return undefined;
}

/** What an import names: a file, or the door of a package of ours. Undefined for packages of others. */
function fileOf(name: string, from: string): string | undefined {
  if (name.startsWith('.')) return join(dirname(from), name);
  const [, folder] = /^@catbird\/(\w+)$/.exec(name) ?? [];
  return folder && join(ROOT, 'packages', folder, 'src/index.ts');
}

/** The file from which a statement imports or exports a name, and its name there. */
function originIn(
  statement: ESTree.Directive | ESTree.Statement,
  name: string,
): { readonly file: string; readonly name: string } | undefined {
  if (statement.type === 'ExportNamedDeclaration' && statement.source !== null) {
    const found = statement.specifiers.find(({ exported }) => nameOf(exported) === name);
    return found && { file: statement.source.value, name: nameOf(found.local) };
  }
  if (statement.type !== 'ImportDeclaration') return undefined;
  for (const specifier of statement.specifiers)
    if (specifier.type === 'ImportSpecifier' && specifier.local.name === name)
      return { file: statement.source.value, name: nameOf(specifier.imported) };
  return undefined;
}

/** What a statement declares by a name. */
function declared(
  text: string,
  statement: ESTree.Directive | ESTree.Statement,
  name: string,
): Pick<Declaration, 'kind' | 'signature'> | undefined {
  if (statement.type === 'VariableDeclaration') return variableOf(text, statement, name);
  if (!('id' in statement) || statement.id?.type !== 'Identifier' || statement.id.name !== name)
    return undefined;
  if (statement.type === 'FunctionDeclaration')
    return { kind: 'function', signature: `function ${name}${callOf(text, statement)};` };
  if (statement.type === 'ClassDeclaration') return { kind: 'class', signature: classOf(text, statement) };
  return { kind: 'type', signature: partOf(text, statement) };
}

function variableOf(
  text: string,
  { declarations }: ESTree.VariableDeclaration,
  name: string,
): Pick<Declaration, 'kind' | 'signature'> | undefined {
  const found = declarations.find(({ id }) => id.type === 'Identifier' && id.name === name);
  if (found === undefined) return undefined;
  const type = partOf(text, found.id.typeAnnotation);
  if (type !== '') return { kind: 'value', signature: `const ${name}${type};` };
  return found.init?.type === 'ArrowFunctionExpression'
    ? { kind: 'function', signature: `function ${name}${callOf(text, found.init)};` }
    : { kind: 'value', signature: `const ${partOf(text, found)};` };
}

/** The text of a node; empty if there is none. */
const partOf = (text: string, node: ESTree.Span | null | undefined): string =>
  node ? text.slice(node.start, node.end) : '';

/** Type parameters, parameters and result of a function. */
const callOf = (
  text: string,
  { typeParameters, params, returnType }: ESTree.Function | ESTree.ArrowFunctionExpression,
): string =>
  `${partOf(text, typeParameters)}(${params.map((each) => parameterOf(text, each)).join(', ')})${partOf(text, returnType)}`;

/** A parameter without its default. One that is taken apart is called `options`. */
function parameterOf(text: string, parameter: ESTree.ParamPattern): string {
  const isGiven = parameter.type !== 'AssignmentPattern';
  const pattern = isGiven ? parameter : parameter.left;
  if (pattern.type === 'Identifier' && isGiven) return partOf(text, pattern);
  if (pattern.type !== 'Identifier' && pattern.type !== 'ObjectPattern') return partOf(text, parameter);
  const name = pattern.type === 'Identifier' ? pattern.name : 'options';
  return `${name}${isGiven ? '' : '?'}${partOf(text, pattern.typeAnnotation)}`;
}

/** A class with its members and their comments, without bodies. */
function classOf(text: string, { start, body }: ESTree.Class): string {
  let from = body.start + 1;
  const members = body.body.map((member) => {
    const before = text.slice(from, member.start);
    from = member.end;
    if (member.type !== 'MethodDefinition') return before + partOf(text, member).replace(/^override /, '');
    return `${before}${partOf(text, member.key)}${callOf(text, member.value)};`;
  });
  return `${text.slice(start, body.start + 1)}${members.join('')}\n}`;
}

/** The doc comment that ends right before a place. */
function commentAt({ text, comments }: Source, place: number): string | undefined {
  const found = comments.findLast(({ end }) => end <= place);
  if (found === undefined || !found.value.startsWith('*') || text.slice(found.end, place).trim() !== '')
    return undefined;
  return found.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim();
}

/** The types that a declaration mentions by name, and the values of which it takes the type. */
function typesIn(signature: string): readonly string[] {
  const names = new Set<string>();
  const add = (node: ESTree.TSTypeName | ESTree.Expression): void => {
    if (node.type === 'Identifier') names.add(node.name);
  };
  const visitor = new Visitor({
    TSTypeReference: ({ typeName }) => add(typeName),
    TSInterfaceHeritage: ({ expression }) => add(expression),
    TSTypeQuery: ({ exprName }) => {
      if (exprName.type === 'Identifier') add(exprName);
    },
  });
  visitor.visit(parseSync('signature.ts', `declare ${signature}`).program);
  return [...names];
}
