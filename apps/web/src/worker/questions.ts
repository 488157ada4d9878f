import { logFailure, secretsIn } from './failure.ts';
import { newWorker } from './new-worker.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { TIMED } from './slowness.ts';
import { newWatchdog } from './watchdog.ts';

/** How many times as long a task may take when it is tried again, on an ordinary machine. */
const SECOND_TRY = 2;

/** A message from the worker that answers a question. */
export type Answer = Extract<FromWorker, { readonly id: number }>;

/** A message without the id that matches it to its answer. */
type Unnumbered<Message> = Message extends { readonly id: number } ? Omit<Message, 'id'> : never;

/** Asks the worker; rejects if it fails or takes too long. */
export type Ask = (question: Unnumbered<ToWorker>) => Promise<Answer>;

interface Question {
  readonly message: ToWorker;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Questions to a worker, which starts with the first one. A worker that takes too long is replaced and asked once more, with more time
 * the slower the machine is: it may be busy with something else.
 */
export function newQuestions(): Ask {
  const waiting = new Map<number, Question>();
  let worker: Worker | undefined;
  let isReady = false;
  let nextId = 0;
  /** The worker has been replaced since the last answer. */
  let isSecondTry = false;
  let secrets: readonly string[] = [];

  /** Questions are answered in order, except connection tests, which wait for a service. */
  const current = (): Question | undefined => {
    const questions = [...waiting.values()];
    return questions.find(({ message }) => message.kind !== 'test') ?? questions[0];
  };
  const watchdog = newWatchdog(
    () => {
      const kind = current()?.message.kind;
      return kind === undefined || isReady ? kind : 'load';
    },
    (task, cause) => {
      if (task === 'load') fail(cause.message);
      else if (task !== 'test' && !isSecondTry) askAgain(cause);
      else rejectAll(cause);
    },
  );
  const stopWorker = (): void => {
    watchdog.stop();
    worker?.terminate();
    worker = undefined;
    isReady = false;
  };
  const rejectAll = (cause: Error): void => {
    stopWorker();
    isSecondTry = false;
    watchdog.allow(1);
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  };
  const askAgain = (cause: Error): void => {
    stopWorker();
    isSecondTry = true;
    for (const [id, { message, reject }] of waiting) {
      // A request to a service is never repeated.
      if (message.kind !== 'test') post(message);
      else if (waiting.delete(id)) reject(cause);
    }
    watchdog.start();
  };
  const fail = (message?: string): void => rejectAll(new Error(logFailure(message, secrets)));
  const answer = (message: Answer): void => {
    const question = waiting.get(message.id);
    const wasCurrent = question === current();
    question?.resolve(message);
    waiting.delete(message.id);
    isSecondTry = false;
    watchdog.allow(1);
    if (wasCurrent) watchdog.start();
  };
  const receive = (message: FromWorker): void => {
    if (message.kind === 'broken') return fail(message.message);
    if (message.kind === 'trying') return watchdog.trying(message.place);
    if ('id' in message) return answer(message);
    if (message.kind === 'ready') {
      isReady = true;
      if (message.slowness !== undefined) watchdog.allow(SECOND_TRY * message.slowness);
    }
    return watchdog.start();
  };
  const startWorker = (): Worker => {
    const started = newWorker(isSecondTry ? TIMED : '');
    started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (started === worker) receive(data);
    });
    started.addEventListener('error', ({ message }) => {
      if (started === worker) fail(message);
    });
    return started;
  };
  const post = (message: ToWorker): void => (worker ??= startWorker()).postMessage(message);
  return (unnumbered) => {
    const id = nextId++;
    const message = { ...unnumbered, id };
    if (message.kind === 'test') secrets = secretsIn(message.target);
    const answered = new Promise<Answer>((resolve, reject) => {
      const question: Question = { message, resolve, reject };
      waiting.set(id, question);
      if (current() === question) watchdog.start();
    });
    post(message);
    return answered;
  };
}
