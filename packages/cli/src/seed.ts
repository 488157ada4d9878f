import { randomInt } from 'node:crypto';

/** A random seed, short enough to be typed again. */
export const randomSeed = (): string => String(randomInt(2 ** 32));
