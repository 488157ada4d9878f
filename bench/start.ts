import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { report, short } from './measure.ts';

/** CPU time that the command line takes to start, and to print one row, beside that of an empty program of Node. */

const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
const LIMIT_S = 0.25;
const CATBIRD = fileURLToPath(new URL('../../packages/cli/bin/catbird.js', import.meta.url));

/** Prints the process's CPU time when it ends. */
const METER =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(`\\n${user+system}`)})';

const COMMANDS = [
  ['node', ['-e', '0']],
  ['catbird --version', [CATBIRD, '--version']],
  ['catbird sample -n 1', [CATBIRD, 'sample', '-n', '1']],
] as const;

/** CPU seconds of one process. */
function cpuSeconds(args: readonly string[]): number {
  const { stderr } = spawnSync(process.execPath, ['--import', METER, ...args], { encoding: 'utf8' });
  return Number(stderr.split('\n').at(-1)) / 1e6;
}

execFileSync(process.execPath, ['scripts/bundle.js'], {
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
});
// In turn, so that other work on the machine slows all of them. The least is what the program itself takes.
const least = new Map<string, number>(COMMANDS.map(([name]) => [name, Infinity]));
for (let round = 0; round < ROUNDS; round++)
  for (const [name, args] of COMMANDS)
    least.set(name, Math.min(least.get(name) ?? Infinity, cpuSeconds(args)));
const own = least.get('node') ?? 0;
const rows = COMMANDS.map(([command]) => {
  const seconds = least.get(command) ?? 0;
  return { command, 'CPU s': short(seconds), 'beside node': short(seconds - own) };
});
const sample = (least.get('catbird sample -n 1') ?? Infinity) - own;
report('start', rows, { 'sample -n 1 beside node, CPU s': short(sample), limit: LIMIT_S });
if (sample > LIMIT_S) process.exitCode = 1;
