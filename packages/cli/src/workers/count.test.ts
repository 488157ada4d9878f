import { invalid } from '@catbird/engine';
import { expect, test } from 'vitest';
import { coresOf, readWorkers } from './count.ts';

test.each(['0', '-1', '1.5', '257', '1e3', 'all', ''])('--workers %s is rejected', (text) => {
  expect(readWorkers(text)).toEqual(invalid('must be a whole number from 1 to 256, or auto'));
});

test.each([
  ['max 100000', 8],
  ['200000 100000', 2],
  ['150000 100000', 2],
  ['50000 100000', 1],
  ['1600000 100000', 8],
  ['nonsense', 8],
  ['0 0', 8],
])('a container with cpu.max %j has %d of 8 cores', (cpuMax, cores) => {
  expect(coresOf(cpuMax, 8)).toBe(cores);
});
