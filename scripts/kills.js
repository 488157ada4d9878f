// Run as `node scripts/kills.js [times]` after a change to --state or to a destination: kills and starts again streams to JetStream,
// to Redis and to files, 50 times each unless told otherwise, and looks whether every row is there, once.
import { run } from './command.js';

const times = process.argv[2] ?? '50';
const { code: built } = await run('tsc', ['--build', 'packages/core', 'packages/cli']);
const files = ['brokers/nats', 'brokers/redis', 'resume'].map((name) => `packages/cli/test/${name}.test.ts`);
const args = ['run', ...files, '--no-file-parallelism', '--testNamePattern', 'killed \\d+ times'];
const { code } = await run('vitest', args, { env: { CATBIRD_KILLS: times } });
process.exitCode = built === 0 ? code : built;
