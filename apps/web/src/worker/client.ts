import type { Issue, IssuePlace } from '@catbird/core';
import type { CheckResult } from '@catbird/core/destinations';
import { logBroken, secretsIn } from './broken.ts';
import { newWorker } from './new-worker.ts';
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
  /** Ten rows, and what is in the fields of ten thousand. */
  look(text: SchemaText, seed: string): Promise<Look>;
  /** All generator types. */
  types(): Promise<readonly TypeSummary[]>;
  /** Tests a connection without writing, where the service allows it. */
  test(target: Target): Promise<CheckResult>;
}

/** How long a worker may be silent, in milliseconds, and what is said when it was. */
interface Patience {
  readonly ms: number;
  readonly reason: string;
}

const LOADING_MS = 20_000;

const ROW: Patience = {
  ms: 800,
  reason: 'This schema takes about a second for one row and was stopped. Lower a count or a length.',
};

const ROWS: Patience = {
  ms: 5000,
  reason: 'Ten thousand rows of this schema take longer than five seconds. Lower a count or a length.',
};

/** Its own time is shorter, and ends it with a result. */
const SERVICE: Patience = { ms: 20_000, reason: 'The connection test did not end.' };

interface Waiting {
  readonly kind: ToWorker['kind'];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The generator that the worker was last heard to run for the first time. */
interface Trying {
  readonly place: IssuePlace;
  readonly sinceMs: number;
}

/** A field took too long. */
class SlowField extends Error {
  readonly issue: Issue;

  constructor(place: IssuePlace) {
    const message = `${place.path.join('.')} takes about a second a row and was stopped`;
    super(message);
    this.issue = { code: 'slow', severity: 'error', ...place, message, hint: 'Lower its count or length' };
  }
}

/** Why a worker was ended after so many milliseconds: for the field that took most of them, where it was a single one. */
const causeOf = ({ ms, reason }: Patience, trying: Trying | undefined): Error =>
  trying !== undefined && performance.now() - trying.sinceMs > ms / 2
    ? new SlowField(trying.place)
    : new Error(reason);

/** What came of a question about a schema: a field that took too long is an issue of it. */
async function orSlow<Result>(asked: Promise<Result>, refused: (issue: Issue) => Result): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SlowField) return refused(error.issue);
    throw error;
  }
}

const patienceFor = ({ kind }: Waiting): Patience =>
  kind === 'look' ? ROWS : kind === 'test' ? SERVICE : ROW;

/** The engine in a worker of its own, started with the first question; a worker that gives no answer is replaced. */
export function newEngine(): Engine {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let isReady = false;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let trying: Trying | undefined;
  let secrets: readonly string[] = [];

  const replace = (cause: Error): void => {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    isReady = false;
    trying = undefined;
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  const fail = (message?: string): void => replace(new Error(logBroken(message, secrets)));
  /** Questions are answered one after the other, besides connection tests, which wait for a service. */
  const atWork = (): Waiting | undefined => {
    const questions = [...waiting.values()];
    return questions.find(({ kind }) => kind !== 'test') ?? questions[0];
  };
  const watch = (): void => {
    clearTimeout(timer);
    const question = atWork();
    if (question === undefined) return;
    const patience = patienceFor(question);
    timer = isReady
      ? setTimeout(() => replace(causeOf(patience, trying)), patience.ms)
      : setTimeout(() => fail('The engine could not be loaded in time.'), LOADING_MS);
  };
  const hear = (message: FromWorker): void => {
    if (message.kind === 'broken') return fail(message.message);
    if (message.kind === 'trying') {
      trying = { place: message.place, sinceMs: performance.now() };
      return;
    }
    trying = undefined;
    if (message.kind === 'ready') isReady = true;
    if ('id' in message) {
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
    }
    return watch();
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
  const ask = (message: Unnumbered<ToWorker>): Promise<Answer> => {
    worker ??= start();
    const id = asked++;
    const answer = new Promise<Answer>((resolve, reject) => {
      const question: Waiting = { kind: message.kind, resolve, reject };
      waiting.set(id, question);
      if (atWork() === question) watch();
    });
    worker.postMessage({ ...message, id });
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
