import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { progress } from './test/progress.ts';

/** `npm run test:long` runs these: kills, soaks, volume. And tests that have more cases in the long run, by test/long.ts. */
const LONG = '**/*.long.test.ts';
const isLong = Boolean(process.env['CATBIRD_LONG']);
/** Tests that import test/long.ts, or a suite that does. */
function withMoreCases(): string[] {
  const files = ['packages', 'apps', 'bench', 'scripts', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => ({ name: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') })),
  );
  const own = files.filter(({ text }) => text.includes("/long.ts'"));
  const isTest = ({ name }: { readonly name: string }): boolean => /\.test\.tsx?$/.test(name);
  const suites = own.filter((file) => !isTest(file)).map(({ name }) => `/${basename(name)}'`);
  const others = files.filter(({ text }) => suites.some((suite) => text.includes(suite)));
  return [...new Set([...own, ...others].filter(isTest).map(({ name }) => name))];
}

/** Which cases of a sweep an ordinary run tries: others with each commit, and again the same with SEED=number. */
function seed(): number {
  const given = process.env['SEED'];
  if (given === 'random') return Math.floor(Math.random() * 1e6);
  if (given !== undefined) return Number(given);
  try {
    return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).slice(0, 5), 16);
  } catch {
    // A copy without its history.
    return 1;
  }
}

/** `npm test` asks for a report in this file, and prints its own progress. */
const report = process.env['CATBIRD_REPORT'];

/** AWS's SDK looks for keys in the process. It must not find those of whoever runs the tests. */
const NOT_OURS: Record<string, string> = Object.fromEntries<string>([
  ['AWS_EC2_METADATA_DISABLED', 'true'],
  ...['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE'].map((name): [string, string] => [name, '/dev/null']),
  ...Object.keys(process.env)
    .filter((name) => name.startsWith('AWS_') && !name.startsWith('AWS_SDK_'))
    .map((name): [string, string] => [name, '']),
]);

export default defineConfig({
  resolve: { conditions: ['@catbird/source'] },
  // Without `import`: Node would take it for what CommonJS modules require, too.
  ssr: { resolve: { conditions: ['@catbird/source', 'node'] } },
  test: {
    env: {
      CATBIRD_SWEEP: String(seed()),
      // Each thread would print it, in runs with the oldest Node.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      ...NOT_OURS,
    },
    // The default of a second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
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
    reporters: report === undefined ? 'default' : [progress(), ['json', { outputFile: report }]],
    // A missing snapshot fails, as a stale one does; -u writes both.
    update: 'none',
    // Tests of the command line spawn its bundle.
    globalSetup: ['scripts/bundle.js', 'apps/docs/reference/write.js', 'test/new-servers.ts'],
    // Only for what would never end: a busy machine is slow, not broken. test/cost.ts limits CPU time.
    testTimeout: isLong ? 600_000 : 300_000,
    hookTimeout: isLong ? 600_000 : 300_000,
    // Files share modules: to load them for each takes a third of the time. No test may leave anything behind in them.
    isolate: false,
    restoreMocks: true,
    // Half of the time is spent waiting for servers and for the next second of a stream.
    maxWorkers: availableParallelism() + 2,
    setupFiles: 'test/seed.ts',
  },
});
