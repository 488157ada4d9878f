/** Marks a test that `npm run test:long` runs, and `npm test` leaves out: more cases of what another test shows with one. */
export const LONG = { tag: '@long' } as const;
