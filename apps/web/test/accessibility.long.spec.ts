import { ALL_RATES, SIZES, testRates } from './accessible-rates.ts';
import { test } from './page.ts';

for (const { name, viewport } of SIZES)
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });
    testRates(ALL_RATES);
  });
