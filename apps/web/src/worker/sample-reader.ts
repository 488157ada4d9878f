import type { Comparison } from '@catbird/core/internal/inference';
import { newSampleWorker } from './new-worker.ts';
import type {
  DraftedSchema,
  FirstWishes,
  FromReader,
  SampleReading,
  ToReader,
  Wishes,
} from './sample-protocol.ts';

/** Reads a sample in a worker of its own. Nothing leaves the page. */
export interface SampleReader {
  /**
   * Reads a sample or a definition.
   *
   * @throws an error that says what is wrong with it, and what to do
   */
  read(source: Blob, onProgress: (bytes: number) => void): Promise<SampleReading>;
  /** Drafts the schema of what was read. */
  draft(wishes: Wishes | FirstWishes): Promise<DraftedSchema>;
  /**
   * Compares NDJSON with the rows that the schema of a table was made from.
   *
   * @throws an error if the sample is gone
   */
  compare(table: number, lines: Blob): Promise<Comparison>;
  /** Ends the worker, whatever it does. */
  stop(): void;
}

interface Waiting {
  readonly receive: (message: FromReader) => boolean;
  readonly reject: (error: Error) => void;
}

/** A new reader, whose worker starts with the first sample. */
export function newSampleReader(): SampleReader {
  let worker: Worker | undefined;
  let nextId = 0;
  const waiting = new Set<Waiting>();
  const stop = (): void => {
    worker?.terminate();
    worker = undefined;
    waiting.clear();
  };
  const rejectAll = (error: Error): void => {
    const all = [...waiting];
    waiting.clear();
    for (const { reject } of all) reject(error);
  };
  const fail = (error: Error): void => {
    rejectAll(error);
    stop();
  };
  const receive = (message: FromReader): void => {
    if (message.kind === 'broken') {
      const cause = message.message.replace(/\.$/, '');
      // The sample is still there.
      if (message.at === 'compare')
        return rejectAll(new Error(`Comparing failed: ${cause}. Close this and compare again.`));
      return fail(new Error(`Reading failed: ${cause}. Check that the file is whole.`));
    }
    if (message.kind === 'unreadable') return fail(new Error(message.reason));
    for (const each of waiting) if (each.receive(message)) waiting.delete(each);
  };
  const started = (): Worker => {
    const created = newSampleWorker();
    created.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
      if (created === worker) receive(data);
    });
    created.addEventListener('error', () => {
      if (created === worker) fail(new Error('The reader could not be loaded. Reload the page.'));
    });
    return created;
  };
  /** Sends a message and waits until `answered` returns the answer to it. */
  const ask = <Answer>(
    message: ToReader,
    answered: (message: FromReader) => Answer | undefined,
  ): Promise<Answer> => {
    worker ??= started();
    const to = worker;
    return new Promise((resolve, reject) => {
      waiting.add({
        reject,
        receive(from) {
          const answer = answered(from);
          if (answer !== undefined) resolve(answer);
          return answer !== undefined;
        },
      });
      to.postMessage(message);
    });
  };
  return {
    read(source, onProgress) {
      stop();
      return ask({ kind: 'read', source }, (message) => {
        if (message.kind === 'progress') onProgress(message.bytes);
        return message.kind === 'read' ? message.reading : undefined;
      });
    },
    draft(wishes) {
      const id = nextId++;
      return ask({ kind: 'draft', id, wishes }, (message) =>
        message.kind === 'drafted' && message.id === id ? message.draft : undefined,
      );
    },
    async compare(table, lines) {
      if (worker === undefined) throw new Error('The sample is gone. Read it again.');
      const id = nextId++;
      return ask({ kind: 'compare', id, table, lines }, (message) =>
        message.kind === 'compared' && message.id === id ? message.comparison : undefined,
      );
    },
    stop,
  };
}
