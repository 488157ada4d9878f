import { generatorTypes, templates } from '@catbird/core';
import { columns } from '../columns.ts';
import { defineCommand } from '../command.ts';
import { destinations } from '../destinations/list.ts';
import { EXIT } from '../exit-codes.ts';
import { switchFlag } from '../flags/readers.ts';

/** One kind of things to list. */
interface Kind {
  readonly title: string;
  readonly items: readonly { readonly name: string; readonly summary: string }[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  templates: { title: 'Templates', items: templates },
  destinations: {
    title: 'Destinations',
    items: destinations.map(({ command, summary }) => ({ name: command, summary })),
  },
  types: { title: 'Generator types', items: generatorTypes },
};

/** `catbird list`. */
export const list = defineCommand({
  operands: { usage: `[${Object.keys(KINDS).join('|')}]`, least: 0, most: 1 },
  flags: { json: switchFlag({ help: 'Print one JSON object.', group: 'Output' }) },
  examples: [
    { line: 'catbird list templates', does: 'list the built-in schemas' },
    { line: 'catbird list types --json', does: 'list every generator type with its summary and example' },
  ],
  async run({ json = false }, [kind], { out, err }) {
    const kinds = Object.keys(KINDS);
    if (kind !== undefined && !kinds.includes(kind)) {
      err.write(`Unknown list ${kind}. Valid lists: ${kinds.join(', ')}.\n`);
      return EXIT.usage;
    }
    const chosen = Object.entries(KINDS).filter(([name]) => kind === undefined || name === kind);
    await out.write(
      json
        ? `${JSON.stringify(Object.fromEntries(chosen.map(([name, { items }]) => [name, items.map(plain)])), null, 2)}\n`
        : `${chosen.map(([, { title, items }]) => `${title}\n${columns(items.map(({ name, summary }) => [name, summary]))}`).join('\n\n')}\n`,
    );
    return EXIT.ok;
  },
});

const plain = ({ name, summary, ...more }: Kind['items'][number]): object => ({
  name,
  summary,
  ...('example' in more && more.example !== undefined ? { example: more.example } : {}),
});
