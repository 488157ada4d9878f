import { newSampleWorker } from './new-worker.ts';
import { newRemote, type Asked } from './remote.ts';
import type { SampleApi } from './sample.worker.ts';

/** Reads a sample in a worker of its own. Nothing leaves the page. */
export interface SampleReader extends Pick<Asked<SampleApi>, 'draft' | 'compare'> {
  /** @throws an error that says what is wrong with it, and what to do */
  read(source: Blob, onProgress: (bytes: number) => void): ReturnType<SampleApi['read']>;
  /** Ends the worker, whatever it does. */
  stop(): void;
}

/** A new reader, whose worker starts with the first sample. */
export function newSampleReader(): SampleReader {
  const remote = newRemote<SampleApi>(newSampleWorker, {
    failure: () => 'The reader could not be loaded. Reload the page.',
  });
  return {
    async read(source, onProgress) {
      remote.end();
      try {
        return await remote.ask('read', source, onProgress);
      } catch (error) {
        remote.end();
        throw error;
      }
    },
    draft: (wishes) => remote.ask('draft', wishes),
    async compare(request) {
      if (!remote.isOpen) throw new Error('The sample is gone. Read it again.');
      return remote.ask('compare', request);
    },
    stop: () => remote.end(),
  };
}
