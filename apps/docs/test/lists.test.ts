import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatorTypes, templates } from '@catbird/engine';
import { findFormat, formats, registrySettings } from '@catbird/formats';
import { settingsOf } from '@catbird/send';
import { formatSettings } from '@catbird/stream';
import { expect, test } from 'vitest';
import { destinationCommand } from '../../../packages/cli/src/commands/destination.ts';
import { destinations } from '../../../packages/cli/src/destinations/list.ts';
import { optionName } from '../../../packages/cli/src/flags/format.ts';
import { services } from '../../../packages/cli/src/receive/server.ts';
import { commandFlags, namesIn, OPTIONS, chosenFlags } from '../site/options.ts';
import { ROOT } from '../site/structure.ts';
import { blocksOf, markdownOf, pages } from './blocks.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The texts that people write, by their files. */
const written = new Map(
  [
    'README.md',
    'packages/cli/README.md',
    'packages/core/README.md',
    ...pages
      .filter((page) => !/^(?:types|templates|api|security)(?:\/|$)/.test(page))
      .map((page) => `docs/${page}.md`),
  ].map((file) => [file, read(file)] as const),
);

test('every option of every command is in a table of a page', () => {
  const shown = new Set(
    [...written.values()].flatMap((text) =>
      Array.from(text.matchAll(OPTIONS), ([, command = '', chosen]) =>
        chosenFlags(command, namesIn(chosen)).map(([name]) => name),
      ).flat(),
    ),
  );
  for (const [command, flags] of commandFlags)
    expect(
      Object.keys(flags).filter((name) => !shown.has(name)),
      command,
    ).toEqual([]);
});

const WORDS = ['five', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'twenty', 'thirty'];
const COUNTED = new RegExp(
  `(?:\\b|\\[)(\\d+|${WORDS.join('|')}) (?:more )?(destinations|generator types|templates)\\b`,
  'gi',
);

test('a text that counts destinations, types or templates has the right number', () => {
  const counts: Readonly<Record<string, number>> = {
    destinations: destinations.length,
    'generator types': generatorTypes.length,
    templates: templates.length,
  };
  const wrong = [...written].flatMap(([file, text]) =>
    Array.from(text.matchAll(COUNTED))
      .filter(([, count, of = '']) => count !== String(counts[of.toLowerCase()]))
      .map(([words]) => `${file}: ${words}`),
  );
  expect(wrong).toEqual([]);
  expect(read('README.md')).toContain(`[${destinations.length}](docs/destinations.md)`);
});

test('the table of formats has every format with its settings, and the page those with a registry', () => {
  const text = markdownOf('formats');
  const rows = new Map(Array.from(text.matchAll(/^\| `([\w-]+)` .*$/gm), ([row, name = '']) => [name, row]));
  expect([...rows.keys()].filter((name) => findFormat(name) !== undefined)).toEqual(
    formats.map(({ name }) => name),
  );
  const ofRegistry = new Set([...settingsOf(registrySettings).map(({ name }) => name), 'keyFormat']);
  for (const [name, { of }] of formatSettings)
    for (const format of ofRegistry.has(name) ? [] : of)
      expect(rows.get(format), format).toContain(`\`${optionName(name)}\``);
  expect(text).toContain(optionName('keyFormat'));
});

test('each service that the receiver stands in for has a command that sends to it', () => {
  for (const { name } of services) {
    const [receiver, sender] = blocksOf(markdownOf(`destinations/${name}`)).filter(({ name: label }) =>
      label.startsWith('terminal '),
    );
    expect(receiver?.code, name).toBe('catbird receive --port 7181\n');
    expect(sender?.code, name).toContain(`catbird ${name} `);
  }
});

test('the flags of a destination have the defaults of its settings', () => {
  for (const destination of destinations) {
    const { flags } = destinationCommand(destination);
    for (const { name, kind, default: usual } of settingsOf(destination))
      if (kind !== 'boolean') expect(flags[name]?.default, `${destination.command} ${name}`).toBe(usual);
  }
});
