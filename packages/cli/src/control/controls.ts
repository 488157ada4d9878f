import { invalid, messagesOf, type Result, jsonOrText } from '@catbird/engine';
import { messageOf } from '../files/error-code.ts';
import type { StreamOptions, StreamSpec } from '../stream/spec.ts';
import type { Keys, Terminal } from '../terminal.ts';
import type { Steering, Change } from './steering.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { newBudget, readBody, type Held } from '../receive/body.ts';
import { hostName, isLoopback, listening, type Listening } from '../transport/listening.ts';

/** A press of + or - changes the rate by a quarter, up and back. */
const STEP = 1.25;

/** The note at the start of a stream. */
const KEYS_HINT = 'Press + or - to change the rate, space to pause, l to skip history and go live';

/** Lets the keys of the terminal change all running streams: + and - the rate, space pauses and resumes, l skips history. */
const steerByKeys = (keys: Keys, streams: () => readonly Steering[]): { close(): void } =>
  keys.listen((key) => {
    const running = streams().filter(({ hasEnded }) => !hasEnded);
    if (key === '+' || key === '=') for (const stream of running) stream.scaleRate(STEP);
    if (key === '-' || key === '_') for (const stream of running) stream.scaleRate(1 / STEP);
    if (key === 'l') skipHistory(running);
    if (key === ' ') {
      // All of them do the same, whatever each does now.
      const isRunning = running.some(({ control }) => !control.isPaused);
      for (const { control } of running) {
        if (isRunning) control.pause();
        else control.resume();
      }
    }
  });

/** Lets all streams that send history go live. If none does, each says why. */
function skipHistory(streams: readonly Steering[]): void {
  const changes = streams.map((stream) => [stream, stream.goLive()] as const);
  const isPossible = changes.some(([, change]) => change.ok);
  for (const [stream, change] of changes) {
    if (change.ok) change.apply();
    else if (!isPossible) stream.note(messagesOf(change.issues).join('. '));
  }
}

/** What changes the running streams of a process: the keys of its terminal, and the control port. */
interface Controls {
  /** What to tell people when the streams start. */
  readonly notes: readonly string[];
  /** Connects them to the streams. */
  start(streams: readonly Steering[]): void;
  close(): Promise<void>;
}

interface ControlOptions extends Pick<StreamOptions, 'json' | 'quiet' | 'controlPort'> {
  readonly streams: readonly StreamSpec[];
}

const isSharded = ({ options }: StreamSpec): boolean => options.shard !== undefined;
const hasWorkers = ({ options: { workers = 1 } }: StreamSpec): boolean => workers !== 1;

/** Whether keys may change the streams: not if nobody watches them, and not a shard or a stream whose threads send parts of it. */
const hasKeys = ({ streams, json, quiet }: ControlOptions, { err, keys }: Terminal): boolean =>
  keys !== undefined &&
  err.isTerminal &&
  json !== true &&
  quiet !== true &&
  !streams.some((each) => isSharded(each) || hasWorkers(each));

/** The streams, with whether they may be changed while they run. */
export const steerable = (options: ControlOptions, terminal: Terminal): readonly StreamSpec[] => {
  const isSteered = options.controlPort !== undefined || hasKeys(options, terminal);
  return options.streams.map((spec) => ({ ...spec, isSteered }));
};

/** Opens the control port, if there is one. */
export async function openControls(options: ControlOptions, terminal: Terminal): Promise<Result<Controls>> {
  const { controlPort, streams } = options;
  if (controlPort !== undefined && streams.some(isSharded))
    return invalid('--control-port cannot be used with --shard: all shards share the rate of the stream');
  if (controlPort !== undefined && streams.some(hasWorkers))
    return invalid(
      '--control-port cannot be used with --workers: each worker would apply a change at a different row',
    );
  let steered: readonly Steering[] = [];
  try {
    const port = controlPort === undefined ? undefined : await serveControl(controlPort, () => steered);
    const keys = hasKeys(options, terminal) ? terminal.keys : undefined;
    let listening: { close(): void } | undefined;
    return {
      ok: true,
      notes: [
        ...(controlPort === undefined ? [] : [`Control at http://127.0.0.1:${controlPort}`]),
        ...(keys === undefined ? [] : [KEYS_HINT]),
      ],
      start(all) {
        steered = all;
        listening = keys && steerByKeys(keys, () => steered);
      },
      async close() {
        listening?.close();
        await port?.close();
      },
    };
  } catch (error) {
    return invalid(`--control-port ${controlPort}: ${messageOf(error)}`);
  }
}

/** A response. */
interface Reply {
  readonly status: number;
  readonly value: unknown;
}

/** What a request does to a stream. */
interface Action {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly change: (stream: Steering, value: unknown, streams: readonly Steering[]) => Change;
  /** What the body holds, for error messages. Absent: the request has none. */
  readonly body?: string;
  /** Streams that cannot do it are left alone if another can. */
  readonly isOptional?: true;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  '/': { method: 'GET', change: () => ({ ok: true, apply: () => undefined }) },
  '/rate': {
    method: 'PUT',
    change: (stream, value) => stream.setRate(value),
    body: 'events per second, {"starts": 5} for journeys per second, a rate as JSON, or planned',
  },
  '/pause': { method: 'POST', change: ({ control }) => ({ ok: true, apply: () => control.pause() }) },
  '/resume': { method: 'POST', change: ({ control }) => ({ ok: true, apply: () => control.resume() }) },
  '/live': { method: 'POST', change: (stream) => stream.goLive(), isOptional: true },
  '/faults': {
    method: 'PUT',
    change: (stream, value) => stream.setFaults(value),
    body: 'faults as JSON, such as {"duplicates": {"share": 0.01}}, or {} for none',
  },
  '/incidents': {
    method: 'POST',
    // The occurrence has the same number in all streams, so that it is one.
    change: (stream, value, all) =>
      stream.startIncident(value, Math.min(...all.map(({ lastStart }) => lastStart())) - 1),
    body: 'an incident and how long it lasts, such as {"name": "outage", "for": "10m"}',
    isOptional: true,
  },
};

/** Applies a request to the streams it is for, and responds with what they do now. */
function reply(method: string, target: string, body: string, streams: readonly Steering[]): Reply {
  const { pathname, searchParams } = new URL(target, 'http://127.0.0.1');
  const action = Object.hasOwn(ACTIONS, pathname) ? ACTIONS[pathname] : undefined;
  if (action === undefined) return failure(404, `Unknown path ${pathname}. Use ${usage()}`);
  if (action.method !== method) return failure(405, `Use ${action.method} ${pathname}`);
  const chosen = streamsFor(searchParams.get('stream'), streams);
  if ('status' in chosen) return chosen;
  const value = action.body === undefined ? undefined : valueOf(body);
  if (action.body !== undefined && value === undefined)
    return failure(400, `The body is empty. Send ${action.body}`);
  const problem = change(chosen, action, value, streams);
  return problem ?? { status: 200, value: { streams: chosen.map((stream) => stream.status()) } };
}

/** Changes all of the streams that still run, or none of them, unless the action is optional. */
function change(
  streams: readonly Steering[],
  action: Action,
  value: unknown,
  all: readonly Steering[],
): Reply | undefined {
  const running = streams.filter(({ hasEnded }) => !hasEnded);
  if (action.method !== 'GET' && running.length === 0) return failure(409, 'The stream has ended');
  const changes = running.map((stream) => action.change(stream, value, all));
  const messages = new Set(changes.flatMap((each) => (each.ok ? [] : messagesOf(each.issues))));
  const isPossible = action.isOptional === true && changes.some((each) => each.ok);
  if (messages.size > 0 && !isPossible) return failure(400, [...messages].join('\n'));
  for (const each of changes) if (each.ok) each.apply();
  return undefined;
}

const failure = (status: number, error: string): Reply => ({ status, value: { error } });

const usage = (): string =>
  Object.entries(ACTIONS)
    .map(([path, { method }]) => `${method} ${path}`)
    .join(', ');

/** The stream with this name, or all. */
function streamsFor(name: string | null, streams: readonly Steering[]): readonly Steering[] | Reply {
  if (name === null) return streams;
  const found = streams.filter((stream) => stream.name === name);
  if (found.length > 0) return found;
  const names = streams.flatMap((stream) => stream.name ?? []);
  const known =
    names.length === 0 ? 'There is a single stream: leave out ?stream=' : `Streams: ${names.join(', ')}`;
  return failure(404, `Unknown stream ${JSON.stringify(name)}. ${known}`);
}

/** JSON; any other text is a name, as in `curl -d planned`. Undefined if it is empty. */
function valueOf(body: string): unknown {
  const text = body.trim();
  return text === '' ? undefined : jsonOrText(text);
}

/** Maximum size of a request's body: a rate of 10,000 points has about 200 kB. */
const MAX_BYTES = 2 ** 20;
/** Maximum size of all bodies at a time. */
const MAX_BYTES_OF_ALL = 8 * MAX_BYTES;

/**
 * Serves the control of streams on 127.0.0.1: `GET /`, `PUT /rate`, `POST /pause`, `POST /resume`, `POST /live`, `PUT /faults`, `POST /incidents`,
 * each for all streams, or for one with `?stream=NAME`. Programs of this machine may use it, pages may not: a browser names their origin, and a
 * page that resolves its own name to this machine (DNS rebinding) has that name in `Host`.
 *
 * @throws Node's error if the port is not available
 */
async function serveControl(port: number, streams: () => readonly Steering[]): Promise<Listening> {
  const budget = newBudget(MAX_BYTES_OF_ALL);
  const server = createServer((request, response) => void handle(request, response, streams, budget.hold()));
  return listening(server, port, '127.0.0.1');
}

/** Responds to a request. Never throws. */
async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  streams: () => readonly Steering[],
  { take, release }: Held,
): Promise<void> {
  const send = ({ status, value }: Reply): void => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(`${JSON.stringify(value)}\n`);
  };
  const problem = strangerOf(request);
  try {
    if (problem !== undefined) {
      request.resume();
      send({ status: 403, value: { error: problem } });
      return;
    }
    const body = await readBody(request, take, MAX_BYTES);
    if (!body.ok) {
      // The rest of the body may still be on its way.
      response.setHeader('connection', 'close');
      send({ status: body.status, value: { error: messagesOf(body.issues).join('. ') } });
    } else send(reply(request.method ?? '', request.url ?? '', body.bytes.toString(), streams()));
  } catch {
    // The sender disconnected.
    response.destroy();
  } finally {
    release();
  }
}

/** Why a request may not come from a program of this machine; undefined if it may. */
function strangerOf({
  headers: { host = '', origin, 'sec-fetch-site': site },
}: IncomingMessage): string | undefined {
  if (origin !== undefined || (site !== undefined && site !== 'none'))
    return 'Pages may not control a stream. Use a program such as curl';
  if (!isLoopback(hostName(host) ?? '')) return 'The Host header must name this machine, such as 127.0.0.1';
  return undefined;
}
