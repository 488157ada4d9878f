import { compile, loadData, type Extent } from '@catbird/core';
import { readTimeline } from '@catbird/core/time';
import { NO_MEMORY, putFinished } from './finished.ts';
import { newMemories } from './memories.ts';
import type { GenerateTask } from './protocol.ts';
import { NO_BLOCK, noteMade, takeNext } from './turns.ts';

/** Generates blocks of rows, in a thread, until there are no more. */
export async function generate({
  schema,
  seed,
  timing,
  plan,
  ahead,
  turns,
  finished,
  port,
}: GenerateTask): Promise<void> {
  await loadData(schema);
  const writer = compile(schema, { seed });
  const timeline = timing && timelineFrom(readTimeline(schema, timing, seed));
  const memories = newMemories((each) => port.postMessage(each));
  for (;;) {
    const block = takeNext(turns, ahead, plan.count / plan.rows);
    if (block === NO_BLOCK) return;
    const ms = Date.now();
    const row = block * plan.rows;
    const extent: Extent = {
      first: plan.first + row * plan.step,
      step: plan.step,
      count: Math.min(plan.rows, plan.count - row),
      time: timeline ?? { startMs: ms, stepMs: 0 },
    };
    let memory = NO_MEMORY;
    try {
      memory = memories.share(writer.fill(memories.batch(), extent));
    } catch {
      // The main thread generates these rows itself if it needs them, and reports what is wrong with them.
    }
    putFinished(finished, { block, count: extent.count, ms, memory });
    noteMade(turns, block);
  }
}

function timelineFrom(read: ReturnType<typeof readTimeline>): Extent['time'] {
  if (!read.ok) throw new Error(read.message);
  return read.value;
}
