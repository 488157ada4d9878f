// Where a thread starts.
import { parentPort, workerData } from 'node:worker_threads';
import type { Task } from './protocol.ts';

// The main thread starts this file with nothing else.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const task = workerData as Task;
if (task.kind === 'generate') {
  const { generate } = await import('./generate.ts');
  await generate(task);
} else if (task.kind === 'lake' && parentPort !== null) {
  const { computeColumns } = await import('../lake/compute.ts');
  await computeColumns(task, parentPort);
} else if (task.kind === 'send' && parentPort !== null) {
  const { sendPart } = await import('./send.ts');
  await sendPart(task, parentPort);
}
