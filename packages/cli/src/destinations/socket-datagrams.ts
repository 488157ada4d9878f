import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { records } from '@catbird/engine';
import {
  DeliveryError,
  failedCheck,
  receiptOf,
  type CheckResult,
  type Connection,
  type Outcome,
} from '@catbird/send';
import { networkError } from '../transport/network-error.ts';
import { newLazyClient } from '../systems/lazy-client.ts';
import type { SocketConfig, SocketTarget } from './socket.ts';

type Udp = Extract<SocketTarget, { readonly port: number }>;

/** Bytes of a datagram that fit into a packet of Ethernet, 1,500 bytes, with the headers of IPv4 and UDP. */
const PACKET_BYTES = 1472;
/** Bytes of the largest datagram of IPv4. https://www.rfc-editor.org/rfc/rfc768 */
const DATAGRAM_BYTES = 65_507;

/** Datagrams after which others may run: buffers of receivers are small. */
const BURST = 32;

/** Opens a UDP socket: each row is a datagram. */
export function open({ fragment }: SocketConfig, target: Udp): Connection {
  const most = fragment ? DATAGRAM_BYTES : PACKET_BYTES;
  const lazy = newLazyClient<Socket>({
    connect: () => connected(target),
    drop: (socket) => socket.close(),
  });
  return {
    send: (batch, { signal }) =>
      lazy.use(signal, async (socket) => {
        const outcomes: Outcome[] = [];
        for (const row of records(batch)) {
          outcomes.push(row.length > most ? tooLong(row.length, most) : await sent(socket, row, target.name));
          if (outcomes.length % BURST === 0) await setImmediate();
        }
        return receiptOf(batch, outcomes);
      }),
    close: () => lazy.close(),
  };
}

/** Resolves the name of the host. UDP has no answer that could tell more. */
export async function check(target: Udp): Promise<CheckResult> {
  try {
    (await connected(target)).close();
    return {
      ok: true,
      message: `${target.name} has an address. Nothing was sent, and UDP does not show whether anything listens there.`,
    };
  } catch (error) {
    return failedCheck(error);
  }
}

/** A socket for this address only, so that the system reports if nothing listens there. @throws DeliveryError */
async function connected({ name, host, port }: Udp): Promise<Socket> {
  try {
    const ip = (await lookup(host)).address;
    const socket = createSocket(isIPv6(ip) ? 'udp6' : 'udp4');
    // Each send reports its own errors.
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.connect(port, ip, () => resolve()));
    return socket;
  } catch (cause) {
    throw networkError(name, cause);
  }
}

const sent = (socket: Socket, row: Uint8Array, host: string): Promise<Outcome> =>
  new Promise((resolve) => {
    socket.send(row, (error) => resolve(error === null ? 'taken' : networkError(host, error)));
  });

const tooLong = (bytes: number, most: number): DeliveryError =>
  new DeliveryError(
    'rejected',
    `The event has ${bytes.toLocaleString('en')} bytes, but a datagram has at most ${most.toLocaleString('en')}`,
    {
      hint:
        most === PACKET_BYTES
          ? 'Use --fragment to send longer events in several packets, or tcp://.'
          : 'Use tcp:// for longer events.',
    },
  );
