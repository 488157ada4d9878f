import { messagesOf, compile, loadData, type Extent, readTimeline, type Timeline } from '@catbird/engine';
import { schemaFrom } from '../types/plain.ts';
import { NO_MEMORY, putFinished, isOver, noteMade, takeNext } from './turns.ts';
import { newMemories } from './memories.ts';
import type { GenerateTask } from './protocol.ts';

/** Generates blocks of rows, in a thread, until there are no more. */
export async function generate({
  schema: plain,
  seed,
  timing,
  plan,
  taking,
  turns,
  finished,
  port,
}: GenerateTask): Promise<void> {
  const schema = await schemaFrom(plain);
  await loadData(schema);
  const writer = compile(schema, { seed });
  const timeline = timing && timelineFrom(readTimeline(schema, timing, seed));
  const memories = newMemories((each) => port.postMessage(each));
  const firstOf = (block: number): number => plan.first + block * plan.rows * plan.step;
  const generateBlock = (block: number): void => {
    const ms = Date.now();
    const extent: Extent = {
      first: firstOf(block),
      step: plan.step,
      count: Math.min(plan.rows, plan.count - block * plan.rows),
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
  };
  for (let taken = takeNext(turns, taking); taken !== undefined; taken = takeNext(turns, taking)) {
    const { from, to } = taken;
    timeline?.expect?.(firstOf(from), firstOf(to));
    for (let block = from; block < to && block < taking.blocks && !isOver(turns); block++)
      generateBlock(block);
  }
}

function timelineFrom(read: ReturnType<typeof readTimeline>): Timeline {
  if (!read.ok) throw new Error(messagesOf(read.issues).join('. '));
  return read.value;
}
