import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@catbird/source'] },
  // Without `import`: Node would take it for what CommonJS modules require, too.
  ssr: { resolve: { conditions: ['@catbird/source', 'node'] } },
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/*/src/**/*.test.{ts,tsx}',
      'apps/docs/{reference,site,test}/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    // Tests of the command line spawn its bundle.
    globalSetup: 'scripts/bundle.js',
    testTimeout: 30_000,
    // Much of the time is spent waiting for brokers: one for each of two processors, where the default leaves one idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
