import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['@catbird/source'] },
  ssr: { resolve: { conditions: ['@catbird/source', 'node', 'import'] } },
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'apps/*/src/**/*.test.{ts,tsx}',
      'bench/**/*.test.ts',
      'scripts/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    testTimeout: 30_000,
  },
});
