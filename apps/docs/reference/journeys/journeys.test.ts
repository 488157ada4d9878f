import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../site/structure.ts';
import { unpaired } from '../../test/unpaired.ts';
import { journeyPictures, ORDER } from './pictures.ts';

const IMAGES = `${ROOT}docs/images/`;
const guide = readFileSync(`${ROOT}docs/guides/related-streams.md`, 'utf8');

describe('the pictures of journeys show what Catbird does (`npx vitest run reference -u` updates them)', () => {
  test.each(Object.entries(journeyPictures))('docs/images/%s', async (file, draw) => {
    const { svg } = draw();
    await expect(svg).toMatchFileSnapshot(IMAGES + file);
    expect(unpaired(svg)).toEqual([]);
    expect(svg).not.toMatch(/NaN|Infinity|undefined| style=|<script/);
  });
});

test('every picture is in the guide', () => {
  for (const file of Object.keys(journeyPictures)) expect(guide).toContain(`](../images/${file})`);
});

test('the guide has the states and waits behind the pictures', () => {
  const text = guide.replaceAll(/\s+/g, ' ');
  expect(text).toContain('placed: { paid: 92, cancelled: 8 } paid: { shipped: 1 } shipped: {} cancelled: {}');
  for (const [way, wait] of Object.entries(ORDER.wait))
    expect(text).toContain(
      `${way}: { ${Object.entries(wait)
        .map(([key, value]) => `${key}: ${value}`)
        .join(', ')} }`,
    );
});
