// What tests try only in the long run. `npm run test:long` runs every test that imports this file, as well as those named *.long.test.ts.

const isLong = Boolean(process.env['CATBIRD_LONG']);

/** The number of random cases to try: twenty times as many in the long run. */
export const cases = (usual: number): number => (isLong ? 20 * usual : usual);

/** Cases of the long run: more of what others show. None in the short run. */
export const longOnly = <Case>(all: readonly Case[]): readonly Case[] => (isLong ? all : []);

/** Which of them an ordinary run tries: others with each commit. */
const sweep = Number(process.env['CATBIRD_SWEEP'] ?? 0);

/** Every nth of many like cases, at least one; all of them in the long run. */
export const everyNth = <Case>(n: number, all: readonly Case[]): readonly Case[] =>
  isLong ? all : all.filter((_, i) => i % n === sweep % Math.min(n, all.length));
