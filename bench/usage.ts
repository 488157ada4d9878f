import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Imported before a command: writes what its process has used, with all its threads, to a file when it ends.
const file = process.env['USAGE_FILE'];
if (isMainThread && file !== undefined)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(
      file,
      JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, rssMb: maxRSS / 1000 }),
    );
  });
