import { messagesOf } from '@catbird/engine';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { newBudget, readBody, type Held } from '../receive/body.ts';
import { hostName, isLoopback } from '../transport/host-name.ts';
import { listening, type Listening } from '../transport/listening.ts';
import type { Change, Steering } from './steering.ts';

/** A response. */
interface Reply {
  readonly status: number;
  readonly value: unknown;
}

/** What a request does to a stream. */
interface Action {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly change: (stream: Steering, value: unknown) => Change;
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
  const problem = change(chosen, action, value);
  return problem ?? { status: 200, value: { streams: chosen.map((stream) => stream.status()) } };
}

/** Changes all of the streams that still run, or none of them, unless the action is optional. */
function change(streams: readonly Steering[], action: Action, value: unknown): Reply | undefined {
  const running = streams.filter(({ hasEnded }) => !hasEnded);
  if (action.method !== 'GET' && running.length === 0) return failure(409, 'The stream has ended');
  const changes = running.map((stream) => action.change(stream, value));
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
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Maximum size of a request's body: a rate of 10,000 points has about 200 kB. */
const MAX_BYTES = 2 ** 20;
/** Maximum size of all bodies at a time. */
const MAX_BYTES_OF_ALL = 8 * MAX_BYTES;

/**
 * Serves the control of streams on 127.0.0.1: `GET /`, `PUT /rate`, `POST /pause`, `POST /resume`, `POST /live`, `PUT /faults`, each for all
 * streams, or for one with `?stream=NAME`. Programs of this machine may use it, pages may not: a browser names their origin, and a
 * page that resolves its own name to this machine (DNS rebinding) has that name in `Host`.
 *
 * @throws Node's error if the port is not available
 */
export async function serveControl(port: number, streams: () => readonly Steering[]): Promise<Listening> {
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
