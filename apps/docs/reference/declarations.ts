import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync, Visitor, type ESTree } from 'rolldown/utils';
import { ROOT } from '../site/structure.ts';

/** What an exported name is. */
export type DeclarationKind = 'function' | 'value' | 'class' | 'type';

/** A name, as its source declares it. */
export interface Declaration {
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
export function exportedBy(file: string): readonly Declaration[] {
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
