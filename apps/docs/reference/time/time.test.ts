import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { PRESETS } from '@catbird/engine';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../site/structure.ts';
import { unpaired } from '../../test/unpaired.ts';
import { timePictures, WEEK_OPTIONS } from './pictures.ts';

const IMAGES = `${ROOT}docs/images/`;
const guide = readFileSync(`${ROOT}docs/guides/time-and-rate.md`, 'utf8');

describe('the pictures of time show what Catbird does (`npx vitest run reference -u` updates them)', () => {
  test.each(Object.entries(timePictures))('docs/images/%s', async (file, draw) => {
    const { svg } = await draw();
    await expect(svg).toMatchFileSnapshot(IMAGES + file);
    expect(unpaired(svg)).toEqual([]);
    expect(svg).not.toMatch(/NaN|Infinity|undefined| style=|<script/);
    expect(svg.length).toBeLessThan(15_000);
  });
});

test('every picture is in the guide with a text of its own, and none is left over', async () => {
  const shown = [...guide.matchAll(/!\[([^\]]+)\]\(\.\.\/images\/([\w-]+\.svg)\)/g)];
  const files = Object.keys(timePictures).toSorted();
  expect(shown.map(([, , file = '']) => file).toSorted()).toEqual(files);
  expect(new Set(shown.map(([, words]) => words)).size).toBe(files.length);
  expect((await readdir(IMAGES)).filter((file) => file.startsWith('time-')).toSorted()).toEqual(files);
});

test('every preset has a picture', () => {
  for (const { name } of PRESETS)
    expect(timePictures).toHaveProperty([`time-${name.replaceAll(' ', '-')}.svg`]);
});

test('the guide has the command behind the picture of a week', () => {
  const words = WEEK_OPTIONS.map((word) => (word.startsWith('{') ? `'${word}'` : word));
  const command = guide.replaceAll(/ \\\n\s*/g, ' ');
  expect(command).toContain(`catbird sample ${words.join(' ')}`);
});
