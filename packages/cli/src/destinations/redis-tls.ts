import { connect } from 'node:net';
import { DeliveryError } from '@catbird/core/destinations';
import { hostOf } from './broker.ts';

/** How long a handshake may take before the server is asked whether it has TLS at all. */
const PATIENCE_MS = 500;
const DEFAULT_PORT = 6379;

/**
 * Rejects if the server of a `rediss://` address responds without TLS. A server without TLS takes the handshake for the beginning of a
 * command and waits for the rest. Otherwise pending for ever: the connection succeeds or fails by itself.
 *
 * @param signal ends the search
 * @throws DeliveryError of kind `not-found`, as a retry would fail, too
 */
export function rejectWithoutTls(url: string, signal: AbortSignal): Promise<never> {
  const { protocol, hostname, port } = new URL(url);
  return new Promise((_, reject) => {
    if (protocol !== 'rediss:') return;
    const ask = (): void => {
      // Without credentials, and on a connection of its own.
      const socket = connect({ host: hostname, port: Number(port) || DEFAULT_PORT, signal });
      socket.once('connect', () => socket.write('PING\r\n'));
      socket.once('data', (answer) => {
        if (isReply(answer)) reject(withoutTls(hostOf(url)));
        socket.destroy();
      });
      // The connection that needs the answer reports its absence.
      socket.on('error', () => socket.destroy());
    };
    const late = setTimeout(ask, PATIENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(late), { once: true });
  });
}

/** A string or an error. https://redis.io/docs/latest/develop/reference/protocol-spec/#resp-protocol-description */
const isReply = (answer: Buffer): boolean => ['+', '-'].includes(answer.toString('latin1', 0, 1));

const withoutTls = (host: string): DeliveryError =>
  new DeliveryError('not-found', `${host} does not support TLS`, {
    hint: 'Use redis:// instead of rediss://, or the TLS port of the server.',
  });
