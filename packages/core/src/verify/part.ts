import type { Part, Truth } from './truth.ts';

/** Some rows of a truth, by their numbers there, ascending. */
export function partOf(truth: Truth, numbers: Float64Array, others?: Part['others']): Truth {
  const places = new Map(Array.from(numbers, (number, place) => [number, place]));
  const numberOf = (row: number): number => numbers[row] ?? truth.rows;
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
    isShuffled: true,
    part: { of: truth.rows, numberOf, ...(others && { others }) },
  };
}
