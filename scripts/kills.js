// Run by hand after a change to --state or to a destination: `node scripts/kills.js [times]`. Kills and resumes streams to every service and
// to files, 50 times each by default, and checks that every row is there, once where the service detects duplicates.
import { run } from './command.js';

const times = process.argv[2] ?? '50';
const { code: built } = await run('tsc', ['--build', 'packages/core', 'packages/cli']);
const files = ['brokers/kills', 'resume', 'format-files', 'adversity'].map(
  (name) => `packages/cli/test/${name}.long.test.ts`,
);
const args = ['run', ...files, '--no-file-parallelism', '--testTimeout', '7200000'];
const { code } = await run('vitest', args, { env: { CATBIRD_LONG: '1', CATBIRD_KILLS: times } });
process.exitCode = built === 0 ? code : built;
