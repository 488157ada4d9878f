import { formatSchema, generatorTypes, type GeneratorType } from '@catbird/core';
import { argumentLines } from './arguments.ts';
import { block, cell, firstRows } from './page.ts';

const ROWS = 3;
const MOST_CHARACTERS = 90;
const FAKER = 'https://fakerjs.dev/api';

/** Types by what stands before the dot of their names; those without one hold other fields. */
const familyOf = ({ name }: GeneratorType): string =>
  name.includes('.') ? (name.split('.')[0] ?? '') : 'structure';

const isOurs = (family: string): boolean => family === 'catbird' || family === 'structure';

/** The families with their types, in the order of the catalogue. */
export const families: ReadonlyMap<string, readonly GeneratorType[]> = generatorTypes.reduce(
  (found, type) => found.set(familyOf(type), [...(found.get(familyOf(type)) ?? []), type]),
  new Map<string, readonly GeneratorType[]>(),
);

const schemaOf = ({ name, example, exampleSchema }: GeneratorType): object =>
  exampleSchema ?? { value: { type: name, ...(example !== undefined && { params: example }) } };

/** A type of which there is more to show than a value. */
const isLong = (type: GeneratorType): boolean =>
  type.example !== undefined || type.exampleSchema !== undefined || argumentLines(type) !== '';

function section(type: GeneratorType): string {
  const text = formatSchema(schemaOf(type), 100);
  const args = argumentLines(type);
  return [
    `### ${type.name}`,
    `${type.summary}.`,
    ...(args === '' ? [] : [args]),
    block('json', [text]),
    block('json', firstRows(text, ROWS)),
  ].join('\n\n');
}

function line(type: GeneratorType): string {
  const [row = '{}'] = firstRows(JSON.stringify(schemaOf(type)), 1);
  const { value }: { readonly value: unknown } = JSON.parse(row);
  const text = JSON.stringify(value);
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return `| \`${type.name}\` | ${cell(type.summary)} | ${cell(`\`\` ${shown} \`\``)} |`;
}

/** The page of a family. */
export function familyPage(family: string, types: readonly GeneratorType[]): readonly string[] {
  const bare = types.filter((type) => !isLong(type));
  const long = types.filter(isLong);
  const more = isOurs(family)
    ? ''
    : ` They are faker's, which [tells more of their arguments](${FAKER}/${family}.html).`;
  return [
    `# ${family}`,
    `[All types](../types.md) · [The schema language](../schema.md).${more} Rows are the first ones of seed 42.`,
    ...(bare.length === 0
      ? []
      : [['| type | makes | such as |', '| --- | --- | --- |', ...bare.map(line)].join('\n')]),
    ...long.map(section),
  ];
}

/** The page that leads to all of them. */
export const typesPage = (): readonly string[] => [
  '# Generator types',
  `Catbird knows ${generatorTypes.length} types: its own, and the methods of [faker](https://fakerjs.dev). \`catbird list types\` has them in a terminal; the page's editor completes them. Every example is a whole schema: save it as \`schema.json\`, and \`npx catbird sample --schema schema.json --seed 42\` prints its rows, with times of its own where there are times. [The schema language](schema.md) says what else a field can have.`,
  [...families]
    .map(
      ([family, types]) =>
        `- [${family}](types/${family}.md): ${types.map(({ name }) => `\`${name.replace(/^.*\./, '')}\``).join(' ')}`,
    )
    .join('\n'),
];
