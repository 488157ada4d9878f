import { correlation } from '@catbird/engine';

/** Least squares by normal equations; undefined if columns depend on one another. */
export function solve(
  rows: readonly (readonly number[])[],
  values: readonly number[],
): readonly number[] | undefined {
  const size = rows[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1));
  for (const [r, row] of rows.entries())
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) matrix[i][j] += row[i] * row[j];
      matrix[i][size] += row[i] * values[r];
    }
  const scale = Math.max(...matrix.map((line, i) => line[i]));
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let r = i + 1; r < size; r++) if (Math.abs(matrix[r][i]) > Math.abs(matrix[pivot][i])) pivot = r;
    [matrix[i], matrix[pivot]] = [matrix[pivot], matrix[i]];
    if (!(Math.abs(matrix[i][i]) > 1e-9 * scale)) return undefined;
    for (let r = 0; r < size; r++) if (r !== i) eliminate(matrix[r], matrix[i], i);
  }
  return matrix.map((line, i) => line[size] / line[i]);
}

function eliminate(line: Float64Array, by: Float64Array, column: number): void {
  const factor = line[column] / by[column];
  for (let i = column; i < line.length; i++) line[i] -= factor * by[i];
}

/** Rows that a correlation is computed from. */
const CORRELATED = 300;

/** The greatest absolute correlation of two of the vectors. */
export function dependence(vectors: readonly Float64Array[]): number {
  let most = 0;
  for (const [i, x] of vectors.entries())
    for (const y of vectors.slice(i + 1)) most = Math.max(most, Math.abs(sampledCorrelation(x, y)));
  return most;
}

const sampledCorrelation = (x: Float64Array, y: Float64Array): number =>
  correlation(x, y, Math.max(1, Math.floor(x.length / CORRELATED))).rho;
