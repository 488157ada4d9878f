import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/** `npm run test:long` runs these: kills, soaks, volume. And tests that have more cases in the long run, by test/long.ts. */
const LONG = '**/*.long.test.ts';
const isLong = Boolean(process.env['CATBIRD_LONG']);
const withMoreCases = (): string[] =>
  ['packages', 'apps', 'bench', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => `${folder}/${name}`)
      .filter((file) => readFileSync(file, 'utf8').includes("/long.ts'")),
  );

export default defineConfig({
  resolve: { conditions: ['@catbird/source'] },
  // Without `import`: Node would take it for what CommonJS modules require, too.
  ssr: { resolve: { conditions: ['@catbird/source', 'node'] } },
  test: {
    include: isLong
      ? [LONG, ...withMoreCases()]
      : [
          'packages/*/{src,test}/**/*.test.ts',
          'apps/*/src/**/*.test.{ts,tsx}',
          'apps/docs/{reference,site,test}/**/*.test.ts',
          'bench/**/*.test.ts',
          'scripts/**/*.test.ts',
          'test/**/*.test.ts',
        ],
    exclude: isLong ? configDefaults.exclude : [...configDefaults.exclude, LONG],
    passWithNoTests: isLong,
    // A missing snapshot fails, as a stale one does; -u writes both.
    update: 'none',
    // Tests of the command line spawn its bundle.
    globalSetup: 'scripts/bundle.js',
    // A busy machine is slow, not broken.
    testTimeout: isLong ? 600_000 : 60_000,
    hookTimeout: isLong ? 600_000 : 60_000,
    // Files share modules: to load them for each takes a third of the time. No test may leave anything behind in them.
    isolate: false,
    restoreMocks: true,
    // Half of the time is spent waiting for servers and for the next second of a stream.
    maxWorkers: availableParallelism() + 2,
    setupFiles: 'test/seed.ts',
  },
});
