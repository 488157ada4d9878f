import { redact, secretsOf } from '@catbird/send';
import { findDestination } from '../state/destinations.ts';
import { logError } from './console.ts';
import type { Target } from './run-protocol.ts';

/** The credentials of a target, which no message of a worker may contain. */
export function secretsIn({ generatorName, settings, hidden = [] }: Target): readonly string[] {
  const destination = findDestination(generatorName);
  // Of an unknown one, any setting may be a credential.
  return [
    ...hidden,
    ...(destination === undefined ? Object.values(settings) : secretsOf(destination, settings)),
  ];
}

/** Logs a failure of a worker and returns the message to display, both without secrets. */
export function logFailure(message: string | undefined, secrets: readonly string[]): string {
  // The error event of a script that fails to load has no message.
  const text = redact(message || 'The engine could not be loaded', secrets);
  logError(`ERR > ${text}`);
  return text;
}
