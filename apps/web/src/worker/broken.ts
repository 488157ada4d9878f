import { findDestination, redact, secretsOf } from '@catbird/core/destinations';
import { logError } from './console.ts';
import type { Target } from './protocol.ts';

/** The credentials of a target, which no words of a worker may repeat. */
export function secretsIn({ generatorName, settings }: Target): readonly string[] {
  const destination = findDestination(generatorName);
  return destination === undefined ? [] : secretsOf(destination, settings);
}

/** Logs what went wrong with a worker itself, and gives the words back to be shown, both without secrets. */
export function logBroken(message: string | undefined, secrets: readonly string[]): string {
  // A script that cannot be loaded or read says nothing of why.
  const words = redact(message || 'The engine could not be loaded', secrets);
  logError(`ERR > ${words}`);
  return words;
}
