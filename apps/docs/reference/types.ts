import {
  argumentLines,
  exampleSchemaOf,
  formatSchema,
  generatorTypes,
  type GeneratorType,
} from '@catbird/engine';
import { families } from '../site/structure.ts';
import { block, cell, firstRows } from './page.ts';

const ROWS = 3;
const MAX_CHARACTERS = 90;
const FAKER = 'https://fakerjs.dev/api';

const isOurs = (family: string): boolean => family === 'catbird' || family === 'structure';

/** Needs a section of its own: it takes arguments, or its example is a whole schema. */
const isLong = (type: GeneratorType): boolean =>
  type.example !== undefined || type.exampleSchema !== undefined || argumentLines(type) !== '';

async function section(type: GeneratorType): Promise<string> {
  const text = formatSchema(exampleSchemaOf(type), 100);
  const args = argumentLines(type);
  return [
    `### ${type.name}`,
    `${type.summary}.`,
    ...(args === '' ? [] : [args]),
    block('json', [text]),
    block('json', await firstRows(text, ROWS)),
  ].join('\n\n');
}

async function line(type: GeneratorType): Promise<string> {
  const [row = '{}'] = await firstRows(JSON.stringify(exampleSchemaOf(type)), 1);
  const { value }: { readonly value: unknown } = JSON.parse(row);
  const text = JSON.stringify(value);
  const shown = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
  return `| \`${type.name}\` | ${cell(type.summary)} | ${cell(`\`\` ${shown} \`\``)} |`;
}

function leadOf(family: string, count: number): string {
  if (family === 'structure') return 'Generator types that contain other fields,';
  return family === 'catbird'
    ? `Catbird's own ${count} generator types,`
    : `${count === 1 ? 'One generator type' : `${count} generator types`} of the ${family} family,`;
}

const LOCALE = '[locale](../schema.md#languages-and-countries-locale)';

/** `a`, `b` and `c`. @param types of one family */
function listed(types: readonly GeneratorType[]): string {
  const names = types.map(({ name }) => `\`${name}\``);
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Which types of a family make other values in other locales. */
function localeLines(types: readonly GeneratorType[]): readonly string[] {
  const localised = types.filter(({ locale }) => locale !== undefined);
  const others = types.filter(({ locale }) => locale === undefined);
  if (localised.length === 0) return [];
  if (others.length === 0)
    return [localised.length === 1 ? `It follows the ${LOCALE}.` : `All follow the ${LOCALE}.`];
  return others.length < localised.length
    ? [`All but ${listed(others)} follow the ${LOCALE}.`]
    : [`${listed(localised)} ${localised.length === 1 ? 'follows' : 'follow'} the ${LOCALE}.`];
}

/** The page of one family. Its first paragraph is also its description. */
export async function familyPage(
  family: string,
  types: readonly GeneratorType[],
): Promise<readonly string[]> {
  const bare = types.filter((type) => !isLong(type));
  const long = types.filter(isLong);
  const source = isOurs(family)
    ? ''
    : ` They come from faker, which [documents their arguments](${FAKER}/${family}.html).`;
  return [
    `# ${family}`,
    `${leadOf(family, types.length)} with the first rows for seed 42.${source}`,
    '[All types](../types.md) · [Schema language](../schema.md)',
    ...localeLines(types),
    ...(bare.length === 0
      ? []
      : [
          [
            '| type | description | sample |',
            '| --- | --- | --- |',
            ...(await Promise.all(bare.map(line))),
          ].join('\n'),
        ]),
    ...(await Promise.all(long.map(section))),
  ];
}

/** The index of all types. */
export const typesPage = (): readonly string[] => [
  '# Generator types',
  `Catbird has ${generatorTypes.length} generator types: its own, and those of [faker](https://fakerjs.dev). The page finds them by name, meaning and synonyms, and so does \`catbird list types latency\` in a terminal.`,
  'Every example is a complete schema. Save it as `schema.json` to print its rows. Only timestamps will differ:',
  block('sh', ['catbird sample --schema schema.json --seed 42']),
  'The [schema language](schema.md) describes what else a field can have. If no type makes your values, write [one of your own](guides/own-types.md).',
  [...families]
    .map(
      ([family, types]) =>
        `- [${family}](types/${family}.md): ${types.map(({ name }) => `\`${name.replace(/^.*\./, '')}\``).join(' ')}`,
    )
    .join('\n'),
];
