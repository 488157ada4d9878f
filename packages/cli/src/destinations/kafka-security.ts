import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { textOfFile } from '@catbird/engine';
import { DeliveryError } from '@catbird/send';
import type { SASLOptions } from 'kafkajs';
import { readingFailure } from '../files/error-code.ts';
import type { KafkaLogin } from './kafka-config.ts';

/** Whether and how to encrypt. @throws DeliveryError if a file with a certificate or key cannot be read */
export function tlsOf({ tls, tlsCert = '', tlsKey = '' }: KafkaLogin): boolean | ConnectionOptions {
  if (!tls || tlsCert === '') return tls;
  // A file may have both.
  return { cert: textIn(tlsCert, 'certificate'), key: textIn(tlsKey === '' ? tlsCert : tlsKey, 'key') };
}

function textIn(file: string, what: string): string {
  try {
    return textOfFile(readFileSync(file));
  } catch (cause) {
    throw new DeliveryError('not-found', `Could not read the ${what} ${file}`, {
      detail: readingFailure(cause),
      cause,
    });
  }
}

/** How to log in; undefined: not at all. */
export function saslOf({ mechanism, username, password = '', token }: KafkaLogin): SASLOptions | undefined {
  if (token !== undefined && token !== '')
    return { mechanism: 'oauthbearer', oauthBearerProvider: async () => ({ value: token }) };
  if (username === undefined || username === '') return undefined;
  const login = { username, password };
  const options = {
    plain: { mechanism: 'plain', ...login },
    'scram-sha-256': { mechanism: 'scram-sha-256', ...login },
    'scram-sha-512': { mechanism: 'scram-sha-512', ...login },
  } as const;
  return options[mechanism];
}
