import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { zonesFile } from './zones.ts';

const FILE = fileURLToPath(new URL('../../packages/engine/src/data/zones.json', import.meta.url));

test('time zones are those of the package (`CATBIRD_LONG=1 npx vitest run zones -u` updates them)', async () => {
  await expect(zonesFile()).toMatchFileSnapshot(FILE);
});
