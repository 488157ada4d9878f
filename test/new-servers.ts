// Run by Vitest before the tests: a server of a database copies the data of the first of its kind, which takes seconds to make.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the folder that scripts/peers/server.js keeps such data in. Returns what deletes it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'catbird-servers-'));
  process.env['CATBIRD_NEW_SERVERS'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
