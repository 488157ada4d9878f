import { choiceSetting, flagSetting, textSetting, type Destination } from '@catbird/send';
import * as z from 'zod/mini';

const KINDS = ['tcp', 'tls', 'udp', 'unix'] as const;

/** Where a socket leads. */
export type SocketTarget = {
  /** For people. */
  readonly name: string;
} & (
  | { readonly kind: 'tcp' | 'tls' | 'udp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string }
);

/** Why an address is invalid, as a sentence; undefined if it is valid. */
function addressFault(address: string): string | undefined {
  const example = 'Must be an address such as tcp://localhost:514, tls://, udp:// or unix:///run/my.sock';
  if (!URL.canParse(address)) return example;
  const url = new URL(address);
  const kind = KINDS.find((each) => url.protocol === `${each}:`);
  if (kind === undefined) return example;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'Must not contain a user name, a query or a fragment';
  return kind === 'unix' ? pathFault(url) : hostFault(url);
}

const pathFault = ({ hostname, pathname }: URL): string | undefined =>
  hostname === '' && pathname.length > 1
    ? undefined
    : 'Must be unix:// and an absolute path, such as unix:///run/my.sock';

function hostFault({ hostname, port, pathname }: URL): string | undefined {
  if (hostname === '' || port === '') return 'Must have a host and a port';
  return pathname === '' || pathname === '/' ? undefined : 'Must not contain a path';
}

/** The parts of an address that passed `addressFault`. */
function targetOf({ url }: { readonly url: string }): SocketTarget {
  const { protocol, host: name, hostname, port, pathname } = new URL(url);
  const kind = KINDS.find((each) => protocol === `${each}:`) ?? 'tcp';
  const path = decodeURIComponent(pathname);
  if (kind === 'unix') return { kind, name: path, path };
  return { kind, name, host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port) };
}

const isDatagram = (url: string): boolean => url.startsWith('udp:');

/** Schema of the settings. */
const config = z
  .object({
    url: textSetting(
      {
        label: 'Address',
        help: 'tcp://, tls:// or udp:// with host and port, or unix:// with the path of a stream socket.',
        example: 'tcp://localhost:514',
      },
      z.superRefine<string>((address, context) => {
        const message = addressFault(address);
        if (message !== undefined) context.addIssue({ code: 'custom', message, input: address });
      }),
    ),
    framing: choiceSetting({
      label: 'Framing',
      help: 'What separates events: a newline after each, its bytes and a space before it (RFC 6587), a zero byte after it, or its length before it, in four bytes, highest first. With udp://, each event is a datagram.',
      choices: {
        newline: 'Newline',
        'octet-counting': 'Octet counting',
        nul: 'NUL',
        length: 'Length prefix',
      },
    }),
    fragment: flagSetting({
      label: 'Fragment datagrams',
      help: 'udp:// only. Also send events above 1,472 bytes, in several packets: if one is lost, the event is. Without it, they are rejected.',
    }),
  })
  .check(
    z.superRefine(({ url, framing, fragment }, context) => {
      const fail = (path: string, message: string): void => {
        context.addIssue({ code: 'custom', path: [path], message });
      };
      if (isDatagram(url) && framing !== 'newline')
        fail('framing', 'Has no effect with udp://: each event is a datagram');
      if (!isDatagram(url) && fragment) fail('fragment', 'Requires an address with udp://');
    }),
  );

/** The settings of the socket. */
export type SocketConfig = z.output<typeof config>;

/** A plain socket. */
export const socket: Destination<SocketConfig> = {
  name: 'Socket',
  command: 'socket',
  title: 'Socket',
  kind: 'Files, HTTP, sockets',
  summary: 'Write events to a TCP, TLS, UDP or Unix socket.',
  acknowledgement:
    'The operating system has taken it, as sockets have no acknowledgement. The stream fails at its end unless the other side has read everything and closed the connection, and if a connection broke before. With UDP, a sent event may not arrive.',
  call: 'write to a socket',
  config,
  formats: ['lines', 'records'],
  keepsOrder: true,
  limits: (config) =>
    targetOf(config).kind === 'udp'
      ? { rows: 500, bytes: 1_048_576, inFlight: 1 }
      : // A connection that is not read holds the stream back, as a pipe does.
        { rows: 10_000, bytes: 1_048_576, inFlight: 1, noTimeout: true },
  host: (config) => targetOf(config).name,
  async open(config, env) {
    const target = targetOf(config);
    return target.kind === 'udp'
      ? (await import('./socket-datagrams.ts')).open(config, target)
      : (await import('./socket-connection.ts')).open(config, target, env);
  },
  async check(config) {
    const target = targetOf(config);
    return target.kind === 'udp'
      ? (await import('./socket-datagrams.ts')).check(target)
      : (await import('./socket-connection.ts')).check(target);
  },
};
