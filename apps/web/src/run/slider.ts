/** Steps of the rate slider: 0, then 24 a decade, from a hundredth to ten times Events Per Second. */
const A_DECADE = 24;
const DECADES = 3;

/** The last step of the slider: ten times Events Per Second. The first is 0. */
export const LAST_STEP = A_DECADE * DECADES;

/** The highest rate that the slider offers, in events per second. */
const highestRate = (eps: number): number => eps * 10;

/** The rate at a step, in events per second: exact at 0, Events Per Second and its tenfold, and with two digits between. */
export function rateAt(step: number, eps: number): number {
  if (step <= 0) return 0;
  if (step >= LAST_STEP) return highestRate(eps);
  const decades = (step - LAST_STEP) / A_DECADE + 1;
  return decades === 0 ? eps : Number((eps * 10 ** decades).toPrecision(2));
}

/** The step nearest to a rate. */
export function stepOf(rate: number, eps: number): number {
  if (!(rate > 0)) return 0;
  const near = Math.round((Math.log10(rate / eps) - 1) * A_DECADE) + LAST_STEP;
  const step = Math.min(LAST_STEP, Math.max(1, near));
  // Two digits may be half a step away: 1.0499 is shown as 1.0.
  const distance = (other: number): number => Math.abs(rateAt(other, eps) - rate);
  return [step, step - 1, step + 1].reduce((best, other) =>
    other >= 1 && other <= LAST_STEP && distance(other) < distance(best) ? other : best,
  );
}

/** The rate that was typed, or what is wrong with it. */
export function parseRate(
  text: string,
  eps: number,
):
  | { readonly rate: number; readonly error?: undefined }
  | { readonly rate?: undefined; readonly error: string } {
  const rate = text.trim() === '' ? NaN : Number(text);
  const highest = highestRate(eps);
  if (rate >= 0 && rate <= highest) return { rate };
  return {
    error: `Must be a number from 0 to ${highest.toLocaleString('en', { maximumFractionDigits: 3 })}`,
  };
}
