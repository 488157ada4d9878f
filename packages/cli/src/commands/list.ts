import { generatorTypes, templates } from '@catbird/core';
import { defineCommand } from '../command.ts';
import { destinations } from '../destinations/list.ts';
import { EXIT } from '../exit-codes.ts';
import { switchFlag } from '../flags/readers.ts';
import { columns } from '../help.ts';

/** What there is of one kind. */
interface Shelf {
  readonly title: string;
  readonly items: readonly { readonly name: string; readonly summary: string }[];
}

const SHELVES: Readonly<Record<string, Shelf>> = {
  templates: { title: 'Templates', items: templates },
  destinations: {
    title: 'Destinations',
    items: destinations.map(({ command, summary }) => ({ name: command, summary })),
  },
  types: { title: 'Generator types', items: generatorTypes },
};

/** `catbird list`: what there is to choose from. */
export const list = defineCommand({
  operands: { usage: `[${Object.keys(SHELVES).join('|')}]`, least: 0, most: 1 },
  flags: { json: switchFlag({ help: 'As one JSON object.', group: 'Output' }) },
  examples: [
    { line: 'catbird list templates', does: 'the built-in schemas' },
    { line: 'catbird list types --json', does: 'every generator type with its summary and example' },
  ],
  async run({ json = false }, [kind], { out, err }) {
    const kinds = Object.keys(SHELVES);
    if (kind !== undefined && !kinds.includes(kind)) {
      err.write(`There is no list of ${kind}. There are: ${kinds.join(', ')}.\n`);
      return EXIT.usage;
    }
    const chosen = Object.entries(SHELVES).filter(([name]) => kind === undefined || name === kind);
    await out.write(
      json
        ? `${JSON.stringify(Object.fromEntries(chosen.map(([name, { items }]) => [name, items.map(plain)])), null, 2)}\n`
        : `${chosen.map(([, { title, items }]) => `${title}\n${columns(items.map(({ name, summary }) => [name, summary]))}`).join('\n\n')}\n`,
    );
    return EXIT.ok;
  },
});

const plain = ({ name, summary, ...more }: Shelf['items'][number]): object => ({
  name,
  summary,
  ...('example' in more && more.example !== undefined ? { example: more.example } : {}),
});
