import type { IssuePlace } from '@catbird/engine';
import { newWatchdog } from './watchdog.ts';

/** What a worker does, by name: a function of one request, which may report its progress. */
// oxlint-disable-next-line typescript/no-explicit-any -- each has a request and notes of its own
export type Api = Readonly<Record<string, (request: any, tell: (note: any) => void) => unknown>>;

type Request<Does> = Does extends () => unknown
  ? void
  : Does extends (request: infer Given, ...rest: never[]) => unknown
    ? Given
    : never;
type Given<Does> = Does extends () => unknown
  ? []
  : [request: Request<Does>, onNote?: (note: Note<Does>) => void];
type Note<Does> = Does extends (request: never, tell: (note: infer Told) => void) => unknown ? Told : never;
type Answer<Does extends (...given: never[]) => unknown> = Awaited<ReturnType<Does>>;

/** A question to a worker. Its answer, or the error instead of one, and its notes have the same id. */
export interface Question {
  readonly id: number;
  readonly kind: string;
  readonly request: unknown;
}

/** Messages from a worker. */
export type FromWorker =
  /** It has loaded; one that was asked says how many times as long as an ordinary machine this one takes. Sent once, and first. */
  | { readonly kind: 'ready'; readonly slowness: number | undefined }
  /** A generator is about to run for the first time; undefined: all have run. */
  | { readonly kind: 'trying'; readonly place: IssuePlace | undefined }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'note'; readonly id: number; readonly value: unknown }
  /** What was asked cannot be done, as a sentence. */
  | { readonly kind: 'refused'; readonly id: number; readonly message: string }
  /** A bug: the fault of neither a service nor the user. It ends the worker. */
  | { readonly kind: 'broken'; readonly message: string };

/** Functions of a worker as the page calls them. */
export type Asked<Does extends Api> = {
  readonly [Kind in keyof Does]: (request: Request<Does[Kind]>) => Promise<Answer<Does[Kind]>>;
};

/** A worker with its functions. */
export interface Remote<Does extends Api> {
  /** @throws Error that says what cannot be done, or how the worker broke */
  readonly ask: <Kind extends keyof Does & string>(
    kind: Kind,
    ...given: Given<Does[Kind]>
  ) => Promise<Answer<Does[Kind]>>;
  /** Ends the worker, whatever it does: questions are never answered. Another question starts a new one. */
  readonly end: () => void;
  readonly isOpen: boolean;
}

/** How many times as long a task may take when it is tried again, on an ordinary machine. */
const SECOND_TRY = 2;

interface Waiting {
  readonly question: Question;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly onNote: ((note: never) => void) | undefined;
}

/**
 * A worker that starts with the first question.
 *
 * @param failure the message for people when it breaks
 * @param isTimed replace it if it takes too long, and ask once more, with more time the slower the machine is: it may be busy
 */
export function newRemote<Does extends Api>(
  start: (isTimed: boolean) => Worker,
  {
    failure,
    isTimed = false,
  }: { readonly failure: (message: string | undefined) => string; readonly isTimed?: boolean },
): Remote<Does> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let isReady = false;
  let nextId = 0;
  /** The worker has been replaced since the last answer. */
  let isSecondTry = false;
  /** Questions are answered in order, except connection tests, which wait for a service. */
  const current = (): Waiting | undefined => {
    const all = [...waiting.values()];
    return all.find(({ question }) => question.kind !== 'test') ?? all[0];
  };
  const watchdog = newWatchdog(
    () => {
      const kind = isTimed ? current()?.question.kind : undefined;
      return kind === undefined || isReady ? kind : 'load';
    },
    (task, cause) => {
      if (task === 'load') rejectAll(new Error(failure(cause.message)));
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
    settled();
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(cause);
  };
  const settled = (): void => {
    isSecondTry = false;
    watchdog.allow(1);
  };
  const askAgain = (cause: Error): void => {
    stopWorker();
    isSecondTry = true;
    for (const [id, { question, reject }] of waiting) {
      // A request to a service is never repeated.
      if (question.kind !== 'test') post(question);
      else if (waiting.delete(id)) reject(cause);
    }
    watchdog.start();
  };
  const settle = (id: number, act: (asked: Waiting) => void): void => {
    const asked = waiting.get(id);
    if (asked === undefined) return;
    const wasCurrent = asked === current();
    waiting.delete(id);
    act(asked);
    settled();
    if (wasCurrent) watchdog.start();
  };
  const receive = (message: FromWorker): void => {
    switch (message.kind) {
      case 'answer':
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ask` has the type of each answer
        return settle(message.id, ({ resolve }) => resolve(message.value as never));
      case 'refused':
        return settle(message.id, ({ reject }) => reject(new Error(message.message)));
      case 'note':
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- and of each note
        return waiting.get(message.id)?.onNote?.(message.value as never);
      case 'broken':
        return rejectAll(new Error(failure(message.message)));
      case 'trying':
        return watchdog.trying(message.place);
      default:
        isReady = true;
        if (message.slowness !== undefined) watchdog.allow(SECOND_TRY * message.slowness);
        return watchdog.start();
    }
  };
  const startWorker = (): Worker => {
    const started = start(isSecondTry);
    started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if (started === worker) receive(data);
    });
    started.addEventListener('error', ({ message }) => {
      if (started === worker) rejectAll(new Error(failure(message)));
    });
    return started;
  };
  const post = (question: Question): void => (worker ??= startWorker()).postMessage(question);
  return {
    ask(kind, ...[request, onNote]) {
      const question = { id: nextId++, kind, request };
      return new Promise((resolve, reject) => {
        const asked: Waiting = { question, resolve, reject, onNote };
        waiting.set(question.id, asked);
        if (current() === asked) watchdog.start();
        post(question);
      });
    },
    end() {
      stopWorker();
      waiting.clear();
    },
    get isOpen() {
      return worker !== undefined;
    },
  };
}
