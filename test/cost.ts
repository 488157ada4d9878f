// What tests cost: the CPU time of each test and file. Time on the clock depends on what else the machine does.
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, type RunnerTestFile } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU time of a test or a file, in seconds. */
    cpuSeconds?: number;
  }
}

/** What a test and a file may use, in seconds. Whatever takes longer belongs in the long run, with a short sibling here. */
export const LIMITS = { test: 5, file: 20 };

/** A test fails if it uses this many times its limit. Below, it is only named. */
const ROOM = 4;

/** CPU time of `work` where the limits were set: a core of a usual server. */
const USUAL_WORK_SECONDS = 0.025;

/** Linux counts the time of children in hundredths of a second, on every architecture. */
const TICK_SECONDS = 0.01;

/** CPU time of this process with its threads and, on Linux, of its children that have ended. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  // Fields after the name of the program, which may contain spaces: the state is the third of proc_pid_stat(5), the children's user time the 16th.
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_SECONDS;
}

/** Some arithmetic, always the same. */
function work(): number {
  let hash = 1;
  for (let i = 0; i < 2e7; i++) hash = Math.imul(hash ^ i, 0x01000193);
  return hash;
}

/** How many times slower this machine is, as busy as it is now, than where the limits were set; at least 1. */
function slowness(): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1e6 / USUAL_WORK_SECONDS);
}

/** Says why so much CPU time is far too much; undefined if it is not. Measures the machine only beyond the limit. */
export function excess(what: keyof typeof LIMITS, seconds: number, slow = slowness): string | undefined {
  const most = LIMITS[what] * ROOM;
  if (seconds <= most || seconds <= most * slow()) return undefined;
  return (
    `This ${what} used ${seconds.toFixed(1)} s of CPU time; its limit is ${LIMITS[what]} s, and it fails beyond ${most} s on a usual machine. ` +
    'Move what takes long to a *.long.test.ts, and leave a short test here.'
  );
}

/** Measures each test of a file, and the file with its imports, hooks and servers. */
export function measureCost({ isLong }: { readonly isLong: boolean }): void {
  const fileBefore = cpuSeconds();
  let testBefore = fileBefore;
  const check = (what: keyof typeof LIMITS, seconds: number): void => {
    const why = isLong ? undefined : excess(what, seconds);
    if (why !== undefined) throw new Error(why);
  };
  beforeEach(() => {
    testBefore = cpuSeconds();
  });
  let file: RunnerTestFile | undefined;
  afterEach(({ task }) => {
    ({ file } = task);
    task.meta.cpuSeconds = cpuSeconds() - testBefore;
    check('test', task.meta.cpuSeconds);
  });
  afterAll(() => {
    if (file === undefined) return;
    file.meta.cpuSeconds = cpuSeconds() - fileBefore;
    check('file', file.meta.cpuSeconds);
  });
}
