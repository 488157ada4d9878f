import type { Issue } from '@catbird/core';
import type { CheckResult } from '@catbird/core/destinations';
import type {
  FromWorker,
  Preview,
  RunReport,
  RunSummary,
  StreamRequest,
  Target,
  ToWorker,
  TypeSummary,
} from './protocol.ts';

const newWorker = (): Worker =>
  new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });

/** A request as it is asked: without the number that pairs it with its answer. */
type Unnumbered<Message> = Message extends { readonly id: number } ? Omit<Message, 'id'> : never;
type Answer = Extract<FromWorker, { readonly id: number }>;

/** What the page asks of the engine beside streams. */
export interface Engine {
  /** Issues and notes of a schema text. */
  check(content: string): Promise<readonly Issue[]>;
  /** A row of a schema, the same that a stream with this seed sends. */
  preview(content: string, seed: string, row: number): Promise<Preview>;
  /** All generator types. */
  types(): Promise<readonly TypeSummary[]>;
  /** Tests a connection without writing, where the service allows it. */
  test(target: Target): Promise<CheckResult>;
}

/** The most that a question may take before its worker is replaced, in milliseconds. */
const PATIENCE_MS = 20_000;

/** The engine in a worker of its own, started with the first question; a worker that gives no answer is replaced. */
export function newEngine(): Engine {
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let worker: Worker | undefined;
  let asked = 0;

  const replace = (reason: string): void => {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = newWorker();
    started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'broken') replace(data.message);
      if (!('id' in data)) return;
      waiting.get(data.id)?.resolve(data);
      waiting.delete(data.id);
    });
    started.addEventListener('error', ({ message }) => replace(message || 'The engine could not be loaded'));
    return started;
  };
  const ask = (message: Unnumbered<ToWorker>): Promise<Answer> => {
    worker ??= start();
    const id = asked++;
    const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
    worker.postMessage({ ...message, id });
    const timer = setTimeout(() => replace('This takes too long. Lower a count or a length.'), PATIENCE_MS);
    return answer.finally(() => clearTimeout(timer));
  };
  const wrong = (answer: Answer): never => {
    throw new Error(`An answer to another question: ${answer.kind}`);
  };
  return {
    async check(content) {
      const answer = await ask({ kind: 'check', content });
      return answer.kind === 'checked' ? answer.issues : wrong(answer);
    },
    async preview(content, seed, row) {
      const answer = await ask({ kind: 'preview', content, seed, row });
      return answer.kind === 'previewed' ? answer.preview : wrong(answer);
    },
    async types() {
      const answer = await ask({ kind: 'types' });
      return answer.kind === 'types' ? answer.types : wrong(answer);
    },
    async test(target) {
      const answer = await ask({ kind: 'test', target });
      return answer.kind === 'tested' ? answer.result : wrong(answer);
    },
  };
}

/** What a stream tells. Exactly one of `onEnd` and `onBroken` is called, once and last. */
export interface StreamEvents {
  readonly onProgress: (progress: RunReport) => void;
  readonly onEnd: (summary: RunSummary) => void;
  readonly onBroken: (message: string) => void;
}

/** A stream in a worker of its own. */
export interface Stream {
  /** Ends generating and waits for the answers that are due; a second call does not wait. */
  stop(): void;
}

/** Longest time between a second stop and the end of a worker that takes no notice, in milliseconds. */
const GRACE_MS = 1000;

/** Starts a stream. Its worker ends with it. */
export function startStream(request: StreamRequest, { onProgress, onEnd, onBroken }: StreamEvents): Stream {
  const worker = newWorker();
  let isOver = false;
  let stops = 0;
  const over = (tell: () => void): void => {
    if (isOver) return;
    isOver = true;
    worker.terminate();
    tell();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (isOver) return;
    if (data.kind === 'progress') onProgress(data.progress);
    if (data.kind === 'ended') over(() => onEnd(data.summary));
    if (data.kind === 'broken') over(() => onBroken(data.message));
  });
  worker.addEventListener('error', ({ message }) =>
    over(() => onBroken(message || 'The engine could not be loaded')),
  );
  worker.postMessage({ kind: 'start', stream: request } satisfies ToWorker);
  return {
    stop() {
      stops++;
      worker.postMessage({ kind: 'stop' } satisfies ToWorker);
      if (stops < 2) return;
      setTimeout(() => over(() => onBroken('The stream took no notice of Stop and was ended')), GRACE_MS);
    },
  };
}
