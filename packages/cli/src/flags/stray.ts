import { templateNamed } from '@catbird/core/config';
import { flagName } from '@catbird/core/destinations';
import type { Flags } from './flag.ts';

/** An argument of a command that takes none, with the option it may belong to: `--schema orders.json`. Undefined if it fits none. */
export function withOption(argument: string, flags: Flags): string | undefined {
  const fit = fitting(argument).find((each) => Object.hasOwn(flags, each));
  if (fit === undefined) return undefined;
  return `--${flagName(fit)} ${/\s/.test(argument) ? JSON.stringify(argument) : argument}`;
}

/** The flags that an argument may be the value of. */
function fitting(argument: string): readonly string[] {
  if (/^https?:\/\//i.test(argument)) return ['url', 'endpoint'];
  if (/\.(?:json|ya?ml)$/i.test(argument)) return ['schema'];
  return typeof templateNamed(argument) === 'string' ? [] : ['template'];
}
