import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf } from '../site/anchor.ts';
import { ROOT } from '../site/structure.ts';
import { exportedBy, type Declaration, type DeclarationKind } from './declarations.ts';
import { block } from './page.ts';

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
