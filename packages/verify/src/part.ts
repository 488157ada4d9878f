import type { Part, Truth } from './truth.ts';

/** Some rows of a truth, by their numbers there, ascending. */
export function partOf(truth: Truth, numbers: Float64Array, others?: Part['others']): Truth {
  const places = new Map(Array.from(numbers, (number, place) => [number, place]));
  const numberOf = (row: number): number => numbers[row] ?? truth.rows;
  const { acknowledgedMs, settledMs, eventMs, again } = truth;
  return {
    rows: numbers.length,
    write: (batch, rows) => truth.write(batch, rows.map(numberOf)),
    writeFrom: (batch, first, count) => truth.write(batch, numbers.slice(first, first + count)),
    eachSent: (use) =>
      truth.eachSent((line, row) => {
        const place = places.get(row);
        if (place !== undefined) use(line, place);
      }),
    least: (row) => truth.least(numberOf(row)),
    most: (row) => truth.most(numberOf(row)),
    again: again && ((row) => again(numberOf(row))),
    isShuffled: true,
    acknowledgedMs: acknowledgedMs && ((row) => acknowledgedMs(numberOf(row))),
    settledMs: settledMs && ((row) => settledMs(numberOf(row))),
    eventMs: eventMs && ((row) => eventMs(numberOf(row))),
    isOpen: truth.isOpen,
    part: { of: truth.rows, numberOf, ...(others && { others }) },
  };
}
