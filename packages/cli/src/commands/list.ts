import {
  customGenerator,
  generatorTypes,
  templates,
  type GeneratorType,
  argumentLines,
  compile,
  exampleSchemaOf,
  formatSchema,
  loadData,
  newBatch,
  parseSchema,
  texts,
  messagesOf,
} from '@catbird/engine';
import { newTypeSearch } from '@catbird/infer';
import { templateNamed, typesFlag } from '@catbird/stream';
import { columns, wrapped } from '../columns.ts';
import { defineCommand } from '../command.ts';
import { destinations } from '../destinations/list.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { switchFlag } from '../flags/readers.ts';
import { refuse } from '../refusal.ts';
import type { Terminal } from '../terminal.ts';
import { typesNamed } from '../types/package.ts';
import * as z from 'zod/mini';

/** One kind of things to list. */
interface Kind {
  readonly title: string;
  readonly items: readonly { readonly name: string; readonly summary: string }[];
}

const KINDS = ['templates', 'destinations', 'types'] as const;

/** @param types those of packages */
const kindsWith = (types: readonly GeneratorType[]): Readonly<Record<(typeof KINDS)[number], Kind>> => ({
  templates: { title: 'Templates', items: templates },
  destinations: {
    title: 'Destinations',
    items: destinations.map(({ command, summary }) => ({ name: command, summary })),
  },
  types: { title: 'Generator types', items: [...generatorTypes, ...types] },
});

/** `catbird list`. */
export const list = defineCommand({
  operands: { usage: `[${KINDS.join('|')} [NAME|WORD…]]`, least: 0, most: Infinity },
  flags: {
    showSchema: switchFlag({ help: 'With the name of a template, print its schema.', group: 'Output' }),
    types: typesFlag,
    json: switchFlag({ help: 'Print one JSON object.', group: 'Output' }),
  },
  examples: [
    { line: 'catbird list templates', does: 'list the built-in schemas' },
    { line: 'catbird list types response time', does: 'find generator types by name, meaning or synonym' },
    { line: 'catbird list types number.int', does: 'show params, an example and values of a type' },
    {
      line: 'catbird list templates "Online Shop" --show-schema > shop.json',
      does: 'save the schema of a template, to change it',
    },
    { line: 'catbird list types --json', does: 'list every generator type with its summary and example' },
  ],
  async run({ json = false, showSchema: schema = false, types: packages }, [kind, ...words], terminal) {
    const { out, err } = terminal;
    const name = words.join(' ');
    const problem = problemOf(kind, name, schema);
    if (problem !== undefined) {
      err.write(`${problem}\n`);
      return EXIT.usage;
    }
    const loaded = await typesNamed(packages, terminal);
    if (!loaded.ok) return refuse(loaded.issues, { json, err });
    const own = loaded.types.flatMap((each) => each.types.map(customGenerator));
    if (name !== '')
      return kind === 'templates'
        ? one(name, schema, json, { out, err })
        : search(name, json, own, { out, err });
    const chosen = Object.entries(kindsWith(own)).filter(([name]) => kind === undefined || name === kind);
    await out.write(json ? jsonOf(chosen) : textOf(chosen));
    return EXIT.ok;
  },
});

/** What does not fit together. */
function problemOf(kind: string | undefined, name: string, schema: boolean): string | undefined {
  if (kind !== undefined && !KINDS.some((each) => each === kind))
    return `Unknown list ${kind}. Valid lists: ${KINDS.join(', ')}.`;
  if (schema && (kind !== 'templates' || name === ''))
    return '--show-schema needs the name of a template: catbird list templates NAME --show-schema';
  return kind === 'destinations' && name !== ''
    ? `Unexpected argument: ${name}. For the settings of a destination: catbird ${name} --help`
    : undefined;
}

type Chosen = readonly (readonly [name: string, kind: Kind])[];

const jsonOf = (chosen: Chosen): string =>
  `${JSON.stringify(Object.fromEntries(chosen.map(([name, { items }]) => [name, items.map(plain)])), null, 2)}\n`;

const textOf = (chosen: Chosen): string =>
  `${chosen.map(([, { title, items }]) => `${title}\n${columns(items.map(({ name, summary }) => [name, summary]))}`).join('\n\n')}\n`;

/** Prints a template. */
async function one(
  name: string,
  schema: boolean,
  json: boolean,
  { out, err }: Pick<Terminal, 'out' | 'err'>,
): Promise<ExitCode> {
  const found = templateNamed(name);
  if (!found.ok) return refuse(found.issues, { json, err });
  const { template } = found;
  if (schema) await out.write(`${template.text}\n`);
  else {
    const { name, summary } = template;
    await out.write(await shown({ name, summary }, template.text, json));
  }
  return EXIT.ok;
}

/** Prints a generator type by its name, or the types that a query finds, the best first, and why. */
async function search(
  query: string,
  json: boolean,
  own: readonly GeneratorType[],
  { out, err }: Pick<Terminal, 'out' | 'err'>,
): Promise<ExitCode> {
  const types = [...generatorTypes, ...own];
  const named = types.find(({ name }) => name.toLowerCase() === query.toLowerCase());
  if (named !== undefined) {
    await out.write(await shownType(named, json));
    return EXIT.ok;
  }
  const found = newTypeSearch(types)(query).filter(({ isClose }) => !isClose);
  if (found.length === 0) {
    err.write(`No generator type matches "${query}". Run catbird list types to see all.\n`);
    return EXIT.failed;
  }
  await out.write(
    json
      ? `${JSON.stringify({ types: found.map(({ type }) => plain(type)) }, null, 2)}\n`
      : `${columns(found.map(({ type, also }) => [type.name, also.length === 0 ? type.summary : `${type.summary} (also: ${also.join(', ')})`]))}\n`,
  );
  return EXIT.ok;
}

const plain = ({ name, summary, ...more }: Kind['items'][number]): object => ({
  name,
  summary,
  ...('example' in more && more.example !== undefined ? { example: more.example } : {}),
});

/** Rows that show what a schema makes. */
const ROWS = 3;

/** What people read of a template or a type. */
interface Described {
  readonly name: string;
  readonly summary: string;
}

/** A schema with its first rows. @param more what programs read besides */
async function shown(
  { name, summary }: Described,
  schema: string,
  json: boolean,
  {
    params = '',
    more = {},
    type,
  }: { readonly params?: string; readonly more?: object; readonly type?: GeneratorType } = {},
): Promise<string> {
  const rows = await firstRows(schema, type);
  if (json) {
    const all = { name, summary, ...more, rows: rows.map((row): unknown => JSON.parse(row)) };
    return `${JSON.stringify(all, null, 2)}\n`;
  }
  return `${[
    `${name}\n${wrapped(`${summary.replace(/\.$/, '')}.`)}`,
    ...(params === '' ? [] : [`Params\n${params.replaceAll('`', '')}`]),
    `Schema\n${schema.trimEnd()}`,
    `Rows\n${rows.join('\n')}`,
  ].join('\n\n')}\n`;
}

/** A generator type with its params, an example and values. */
function shownType(type: GeneratorType, json: boolean): Promise<string> {
  const schema = exampleSchemaOf(type);
  const more = { params: z.toJSONSchema(type.params, { io: 'input', unrepresentable: 'any' }), schema };
  return shown(type, formatSchema(schema, 100), json, { params: argumentLines(type), more, type });
}

/** The first rows of a schema that ships with Catbird, or of the example of a type. */
async function firstRows(text: string, type: GeneratorType | undefined): Promise<readonly string[]> {
  const parsed = parseSchema(text, { types: type?.custom === undefined ? [] : [type.custom] });
  if (!parsed.ok) throw new Error(messagesOf(parsed.issues).join('. '));
  await loadData(parsed.schema);
  const time = { startMs: Date.now(), stepMs: 1000 };
  return [...texts(compile(parsed.schema, { seed: 1 }).fill(newBatch(), { first: 0, count: ROWS, time }))];
}
