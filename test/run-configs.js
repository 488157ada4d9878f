// Runs configs one after the other, each in a folder of its own: node test/run-configs.js CONFIG FOLDER SETS [CONFIG FOLDER SETS …].
// SETS is a JSON list of settings, as --set takes them. One process for all of them, because a start takes longer than most of their runs.
import { mkdirSync } from 'node:fs';

/** @type {{ start: (args: readonly string[]) => Promise<number> }} */
const { start } = await import(new URL('../packages/cli/bundle/start.js', import.meta.url).href);
const args = process.argv.slice(2);
for (let i = 0; i < args.length; i += 3) {
  const [config = '', folder = '', sets = '[]'] = args.slice(i, i + 3);
  /** @type {string[]} */
  const settings = JSON.parse(sets);
  mkdirSync(folder);
  process.chdir(folder);
  const code = await start(['run', config, '--quiet', ...settings.flatMap((set) => ['--set', set])]);
  if (code !== 0) process.exit(code);
}
process.exit();
