import type { Issue } from '@catbird/core';
import type { CheckResult } from '@catbird/core/destinations';
import { logBroken, secretsIn } from './broken.ts';
import { newWorker } from './new-worker.ts';
import { LOADING, patienceFor, SlowField, type Heard } from './patience.ts';
import type {
  FromWorker,
  Look,
  Preview,
  RunReport,
  RunSummary,
  SchemaText,
  StreamRequest,
  Target,
  ToWorker,
  TypeSummary,
} from './protocol.ts';

/** A request as it is asked: without the number that pairs it with its answer. */
type Unnumbered<Message> = Message extends { readonly id: number } ? Omit<Message, 'id'> : never;
type Answer = Extract<FromWorker, { readonly id: number }>;

/** What the page asks of the engine beside streams. */
export interface Engine {
  /** Issues and notes of a schema text. */
  check(text: SchemaText): Promise<readonly Issue[]>;
  /** A row of a schema, the same that a stream with this seed sends. */
  preview(text: SchemaText, seed: string, row: number): Promise<Preview>;
  /** Ten rows, and what is in the fields of up to ten thousand. */
  look(text: SchemaText, seed: string): Promise<Look>;
  /** All generator types. */
  types(): Promise<readonly TypeSummary[]>;
  /** Tests a connection without writing, where the service allows it. */
  test(target: Target): Promise<CheckResult>;
}

interface Waiting {
  readonly message: ToWorker;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** What came of a question about a schema: a field that took too long is an issue of it. */
async function orSlow<Result>(asked: Promise<Result>, refused: (issue: Issue) => Result): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SlowField) return refused(error.issue);
    throw error;
  }
}

/** How long messages that wait may take to be heard, in milliseconds. */
const HEARING_MS = 50;

/** Nothing was heard yet. */
const SILENCE: Heard = { generators: 0, trying: undefined };

/**
 * The engine in a worker of its own, started with the first question. A worker that gives no answer in time is replaced, and
 * asked once more: the machine may have been busy with something else.
 */
export function newEngine(): Engine {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let isReady = false;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heard = SILENCE;
  /** When the question at work was begun. */
  let begunMs = 0;
  /** The worker was replaced since the last answer. */
  let isSecondTry = false;
  let secrets: readonly string[] = [];

  const stopWorker = (): void => {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    isReady = false;
  };
  const replace = (cause: Error): void => {
    stopWorker();
    isSecondTry = false;
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  const askAgain = (cause: Error): void => {
    stopWorker();
    isSecondTry = true;
    for (const [id, { message, reject }] of waiting) {
      // What a service was asked is not asked twice.
      if (message.kind !== 'test') post(message);
      else if (waiting.delete(id)) reject(cause);
    }
    begin();
  };
  const fail = (message?: string): void => replace(new Error(logBroken(message, secrets)));
  /** Questions are answered one after the other, besides connection tests, which wait for a service. */
  const atWork = (): Waiting | undefined => {
    const questions = [...waiting.values()];
    return questions.find(({ message }) => message.kind !== 'test') ?? questions[0];
  };
  const begin = (): void => {
    heard = SILENCE;
    begunMs = performance.now();
    watch();
  };
  const watch = (): void => {
    clearTimeout(timer);
    const kind = atWork()?.message.kind;
    if (kind === undefined) return;
    const { silentMs, allMs, reason } = isReady ? patienceFor(kind, heard) : LOADING;
    const leftMs = begunMs + allMs - performance.now();
    const giveUp = (): void => {
      const { trying } = heard;
      const cause = trying === undefined || leftMs < silentMs ? new Error(reason) : new SlowField(trying);
      if (!isReady) fail(reason);
      else if (kind !== 'test' && !isSecondTry) askAgain(cause);
      else replace(cause);
    };
    // The page itself may have been busy: what the worker said meanwhile is heard first.
    const hearFirst = (): void => void (timer = setTimeout(giveUp, HEARING_MS));
    timer = setTimeout(hearFirst, Math.min(silentMs, leftMs));
  };
  const hear = (message: FromWorker): void => {
    if (message.kind === 'broken') return fail(message.message);
    if (message.kind === 'trying') {
      const { place } = message;
      heard = { generators: heard.generators + (place === undefined ? 0 : 1), trying: place };
      return watch();
    }
    if (message.kind === 'ready') isReady = true;
    if ('id' in message) {
      const question = waiting.get(message.id);
      const wasAtWork = question === atWork();
      question?.resolve(message);
      waiting.delete(message.id);
      isSecondTry = false;
      if (!wasAtWork) return;
    }
    begin();
  };
  const start = (): Worker => {
    const started = newWorker();
    started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (started === worker) hear(data);
    });
    started.addEventListener('error', ({ message }) => {
      if (started === worker) fail(message);
    });
    return started;
  };
  const post = (message: ToWorker): void => (worker ??= start()).postMessage(message);
  const ask = (unnumbered: Unnumbered<ToWorker>): Promise<Answer> => {
    const id = asked++;
    const message = { ...unnumbered, id };
    const answer = new Promise<Answer>((resolve, reject) => {
      const question: Waiting = { message, resolve, reject };
      waiting.set(id, question);
      if (atWork() === question) begin();
    });
    post(message);
    return answer;
  };
  const wrong = (answer: Answer): never => {
    throw new Error(`An answer to another question: ${answer.kind}`);
  };
  return {
    check(text) {
      const checked = async (): Promise<readonly Issue[]> => {
        const answer = await ask({ kind: 'check', text });
        return answer.kind === 'checked' ? answer.issues : wrong(answer);
      };
      return orSlow(checked(), (issue) => [issue]);
    },
    preview(text, seed, row) {
      const previewed = async (): Promise<Preview> => {
        const answer = await ask({ kind: 'preview', text, seed, row });
        return answer.kind === 'previewed' ? answer.preview : wrong(answer);
      };
      return orSlow(previewed(), (issue) => ({ kind: 'issues', issues: [issue] }));
    },
    async look(text, seed) {
      const answer = await ask({ kind: 'look', text, seed });
      return answer.kind === 'looked' ? answer.look : wrong(answer);
    },
    async types() {
      const answer = await ask({ kind: 'types' });
      return answer.kind === 'types' ? answer.types : wrong(answer);
    },
    async test(target) {
      secrets = secretsIn(target);
      const answer = await ask({ kind: 'test', target });
      return answer.kind === 'tested' ? answer.result : wrong(answer);
    },
  };
}

/** What a stream tells. Exactly one of `onEnd` and `onBroken` is called, once and last. */
export interface StreamEvents {
  readonly onProgress: (progress: RunReport) => void;
  /** Faults that were made, as JSON lines. */
  readonly onFaults: (lines: string) => void;
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
export function startStream(
  request: StreamRequest,
  { onProgress, onFaults, onEnd, onBroken }: StreamEvents,
): Stream {
  const worker = newWorker();
  let isOver = false;
  let stops = 0;
  const over = (tell: () => void): void => {
    if (isOver) return;
    isOver = true;
    worker.terminate();
    tell();
  };
  const fail = (message?: string): void =>
    over(() => onBroken(logBroken(message, secretsIn(request.target))));
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (isOver) return;
    if (data.kind === 'progress') onProgress(data.progress);
    if (data.kind === 'faults') onFaults(data.lines);
    if (data.kind === 'ended') over(() => onEnd(data.summary));
    if (data.kind === 'broken') fail(data.message);
  });
  worker.addEventListener('error', ({ message }) => fail(message));
  worker.postMessage({ kind: 'start', stream: request } satisfies ToWorker);
  return {
    stop() {
      stops++;
      worker.postMessage({ kind: 'stop' } satisfies ToWorker);
      if (stops < 2) return;
      setTimeout(() => fail('The stream took no notice of Stop and was ended'), GRACE_MS);
    },
  };
}
