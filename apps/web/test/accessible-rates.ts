import { expectAccessible, type Theme } from './axe.ts';
import { expect, test } from './page.ts';

/** A rate of each kind, with and without errors. */
const RATES = {
  pattern: 'business day',
  steps: '{"stages": [["0s", 0], ["1m", "x"]]}',
  bursts: '{"bursts": [{"every": "7m", "for": "20s", "times": 8}]}',
  custom: '{"waves": [{"period": "x"}]}',
};

/** Kinds of rates. */
export type Rate = keyof typeof RATES;

/** All kinds of rates. */
export const ALL_RATES = Object.keys(RATES) as Rate[];

/** Tests that axe finds nothing in the settings of time with these kinds of rates, in these themes. */
export function testRates(kinds: readonly Rate[], themes: readonly Theme[]): void {
  test(`axe finds nothing in the settings of time, with a rate of the kinds ${kinds.join(', ')}`, async ({
    catbird,
  }) => {
    for (const kind of kinds) {
      await catbird.open({ eps: '200', from: '2026-10-22', arrivals: 'poisson', rate: RATES[kind] });
      await catbird.begin();
      await catbird.unfold();
      await expect(catbird.fold.getByRole('status')).not.toContainText('Adding up');
      await expectAccessible(catbird, themes);
    }
  });
}
