import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './sources.ts';
import { plainText, specifiedSentences } from './specification.ts';

/**
 * conformance.md first declares the differences from the specification: a heading, what is here, why, and the tests that show it.
 * Then it quotes every sentence of the specification, and below it lists the tests that show it, as `file › name of the test`, and the
 * differences that it meets; a sentence without anything to show says so.
 */

const DOCUMENT = readFileSync(join(ROOT, 'test/conformance.md'), 'utf8');
const [declared = '', quoted = ''] = DOCUMENT.split('\n## The product\n');

/** A heading or a quoted sentence, and the text below it. */
interface Entry {
  readonly title: string;
  readonly body: string;
}

const entriesOf = (text: string, mark: string): readonly Entry[] =>
  text
    .split(`\n${mark} `)
    .slice(1)
    .map((entry) => {
      const [title = '', ...body] = entry.split('\n');
      return { title, body: body.filter((line) => !line.startsWith('## ')).join('\n') };
    });

const differences = entriesOf(declared, '###');
const sentences = entriesOf(quoted, '>').map(({ title, body }) => ({ title: plainText(title), body }));

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

const LINK = /\]\(#([\w-]+)\)/g;
const CITED = /^- `([^`›]+?) › ([^`]+)`$/gm;
const citedIn = (text: string) =>
  [...text.matchAll(CITED)].map(([, file = '', name = '']) => ({ file, name }));

/** Every first argument that is a text, before a function: names of tests and of groups of them; skipped ones are none. */
const TITLE = /(?<!\.(?:skip|todo|fixme|fails|fail))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?:async\s*)?\(/g;
const titlesIn = (text: string): readonly string[] =>
  [...text.matchAll(TITLE)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'));

/** What stands in a title for a value of its table. */
const VALUE = /%[a-z]|\$\{[^}]*\}|\$\w+/;
const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

/** Whether this is a test's title, or that of a table's test with values that the file holds. */
function isTitle(name: string, titles: readonly string[], text: string): boolean {
  if (titles.includes(name)) return true;
  return titles.some((title) => {
    const words = title.split(new RegExp(VALUE, 'g'));
    if (words.length < 2 || !/[a-z]{3}/i.test(words.join(''))) return false;
    const values = new RegExp(`^${words.map(escaped).join('(.+)')}$`).exec(name)?.slice(1);
    return values?.every((value) =>
      new RegExp(`['"\`]${escaped(value)}['"\`]|\\b${escaped(value)}\\b[:,]`).test(text),
    );
  });
}

describe('the document', () => {
  test('quotes every sentence of the specification, in order', () => {
    expect(sentences.map(({ title }) => title)).toEqual(specifiedSentences());
  });

  test.each(sentences)('shows "$title", or says why there is nothing to show', ({ body }) => {
    if (citedIn(body).length === 0) expect(body.trim()).toMatch(/^Nothing to show: .{20,}/);
    else
      for (const line of body.trim().split('\n'))
        expect(line).toMatch(/^- (?:`.+ › .+`|Differs: \[.+\]\(#.+\))$/);
  });

  test.each(differences)('declares the difference "$title" with its reason and a test', ({ body }) => {
    expect(body).toMatch(/\nWhy: .{20,}/);
    expect(citedIn(body)).not.toEqual([]);
  });

  test('refers from its sentences to every difference, and to none that is not declared', () => {
    const referred = sentences.flatMap(({ body }) =>
      [...body.matchAll(LINK)].map(([, anchor = '']) => anchor),
    );
    const anchors = differences.map(({ title }) => anchorOf(title));
    expect(new Set(referred)).toEqual(new Set(anchors));
    for (const { body } of sentences)
      for (const [, title = '', anchor = ''] of body.matchAll(/\[([^\]]+)\]\(#([\w-]+)\)/g))
        expect(anchorOf(title)).toBe(anchor);
  });
});

const cited = new Map(citedIn(DOCUMENT).map((each) => [`${each.file} › ${each.name}`, each]));

test.each([...cited.values()])('$file › $name is a test', ({ file, name }) => {
  expect(existsSync(join(ROOT, file)), 'the file').toBe(true);
  const text = readFileSync(join(ROOT, file), 'utf8');
  const titles = titlesIn(text);
  // A test in a group is named with it.
  for (const part of name.split(' › ')) expect(isTitle(part, titles, text), part).toBe(true);
});
