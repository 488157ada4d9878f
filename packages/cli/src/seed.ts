import { randomInt } from 'node:crypto';

/** A seed to start with when none is given: short enough to be typed again. */
export const randomSeed = (): string => String(randomInt(2 ** 32));
