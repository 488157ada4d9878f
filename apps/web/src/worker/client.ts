import type { Issue } from '@catbird/core';
import type { CheckResult } from '@catbird/core/destinations';
import type {
  FromWorker,
  Look,
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
  /** Ten rows, and what is in the fields of ten thousand. */
  look(content: string, seed: string): Promise<Look>;
  /** All generator types. */
  types(): Promise<readonly TypeSummary[]>;
  /** Tests a connection without writing, where the service allows it. */
  test(target: Target): Promise<CheckResult>;
}

/** Why a worker is replaced that had begun to answer. */
const TOO_LONG =
  'This schema takes longer than a second for one row and was stopped. Lower a count or a length.';

const TOO_MANY = 'Ten thousand rows of this schema take longer than five seconds. Lower a count or a length.';

/**
 * The longest silence of a worker that has a question, in milliseconds: while the engine is loaded, and after that. A
 * connection test waits for a service and has its own time; ten thousand rows may take longer than one.
 */
const PATIENCE_MS = { loading: 20_000, answering: 900, test: 20_000, look: 5000 } as const;

interface Waiting {
  readonly kind: ToWorker['kind'];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  timer?: ReturnType<typeof setTimeout>;
}

/** The engine in a worker of its own, started with the first question; a worker that gives no answer is replaced. */
export function newEngine(): Engine {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let isReady = false;
  let asked = 0;

  const replace = (reason: string): void => {
    worker?.terminate();
    worker = undefined;
    isReady = false;
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new Error(reason));
    }
    waiting.clear();
  };
  const wait = (question: Waiting): void => {
    clearTimeout(question.timer);
    const kind = question.kind === 'test' || question.kind === 'look' ? question.kind : 'answering';
    const [patienceMs, reason] = isReady
      ? [PATIENCE_MS[kind], kind === 'look' ? TOO_MANY : TOO_LONG]
      : [PATIENCE_MS.loading, 'The engine could not be loaded in time'];
    question.timer = setTimeout(() => replace(reason), patienceMs);
  };
  const hear = (message: FromWorker): void => {
    if (message.kind === 'broken') return replace(message.message);
    if (message.kind === 'ready') isReady = true;
    if ('id' in message) {
      const question = waiting.get(message.id);
      clearTimeout(question?.timer);
      waiting.delete(message.id);
      question?.resolve(message);
    }
    // Questions are answered one after the other: those behind this one begin to wait now.
    for (const question of waiting.values()) if (question.kind !== 'test' || !isReady) wait(question);
    return undefined;
  };
  const start = (): Worker => {
    const started = newWorker();
    started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (started === worker) hear(data);
    });
    started.addEventListener('error', ({ message }) => {
      if (started === worker) replace(message || 'The engine could not be loaded');
    });
    return started;
  };
  const ask = (message: Unnumbered<ToWorker>): Promise<Answer> => {
    worker ??= start();
    const id = asked++;
    const answer = new Promise<Answer>((resolve, reject) => {
      const question: Waiting = { kind: message.kind, resolve, reject };
      waiting.set(id, question);
      wait(question);
    });
    worker.postMessage({ ...message, id });
    return answer;
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
    async look(content, seed) {
      const answer = await ask({ kind: 'look', content, seed });
      return answer.kind === 'looked' ? answer.look : wrong(answer);
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
