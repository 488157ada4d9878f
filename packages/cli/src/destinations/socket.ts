import type { Destination } from '@catbird/send';
import { config, targetOf, type SocketConfig } from './socket-config.ts';

/** A plain socket. */
export const socket: Destination<SocketConfig> = {
  name: 'Socket',
  command: 'socket',
  title: 'Socket',
  summary: 'Write events to a TCP, TLS, UDP or Unix socket.',
  acknowledgement:
    'The operating system has taken it, as sockets have no acknowledgement. The stream fails at its end unless the other side has read everything and closed the connection, and if a connection broke before. With UDP, a sent event may not arrive.',
  call: 'write to a socket',
  config,
  formats: ['lines', 'records'],
  keepsOrder: true,
  limits: ({ address }) =>
    targetOf(address).kind === 'udp'
      ? { rows: 500, bytes: 1_048_576, inFlight: 1 }
      : // A connection that is not read holds the stream back, as a pipe does.
        { rows: 10_000, bytes: 1_048_576, inFlight: 1, noTimeout: true },
  host: ({ address }) => {
    const target = targetOf(address);
    return target.kind === 'unix' ? target.path : new URL(address).host;
  },
  open: async (config, env) =>
    targetOf(config.address).kind === 'udp'
      ? (await import('./socket-datagrams.ts')).open(config)
      : (await import('./socket-connection.ts')).open(config, env),
  check: async (config) =>
    targetOf(config.address).kind === 'udp'
      ? (await import('./socket-datagrams.ts')).check(config)
      : (await import('./socket-connection.ts')).check(config),
};
