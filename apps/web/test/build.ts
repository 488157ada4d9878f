import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run } from '../../../scripts/command.js';

/** A build of the page in a temporary folder. */
export interface Build {
  readonly folder: string;
  readonly remove: () => void;
}

/** Builds the page with settings in the environment, such as VITE_ANALYTICS_SRC. */
export async function buildWith(env: Readonly<Record<string, string>>): Promise<Build> {
  const folder = mkdtempSync(join(tmpdir(), 'catbird-page-'));
  const options = { env: { ...env }, cwd: join(ROOT, 'apps', 'web'), quiet: true };
  for (const [name, ...args] of [
    ['vite', 'build', '--outDir', folder, '--logLevel', 'error'],
    ['node', '../../scripts/security-headers.js', folder],
  ] as const) {
    const { code, output } = await run(name, args, options);
    if (code !== 0) throw new Error(`The page could not be built: ${output}`);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
