import { suggestion } from '@catbird/engine';
import { flagName } from '@catbird/send';
import { COMMON, commandMeant, KEYS, serviceAdvice, templateNamed, type Flags } from '@catbird/stream';
import type { ArgumentIssue } from './read.ts';

/** What an unknown word, or an argument without an option, may have been meant as. Undefined if nothing is near. */
export function meantBy({ unknown, stray }: ArgumentIssue): string | undefined {
  if (stray !== undefined) return withOption(stray.argument, stray.flags);
  if (unknown === undefined) return undefined;
  const { word, candidates } = unknown;
  return (word.startsWith('-') ? suggestion : commandMeant)(word, candidates);
}

/** An argument of a command that takes none, with the option it may belong to: `--schema orders.json`. Undefined if it fits none. */
function withOption(argument: string, flags: Flags): string | undefined {
  const fit = fitting(argument).find((each) => Object.hasOwn(flags, each));
  if (fit === undefined) return undefined;
  return `--${flagName(fit)} ${/\s/.test(argument) ? JSON.stringify(argument) : argument}`;
}

/** What to write in place of an option that has another name. Undefined for any other. */
export function newNameOf({ unknown }: ArgumentIssue): string | undefined {
  if (/^--env-?file$/i.test(unknown?.word ?? ''))
    return 'Use --variables FILE: Node.js takes --env-file for itself.';
  return unknown?.meant && `Use ${unknown.meant}.`;
}

/** How to set a key of a config that was given as an option of `catbird run`. Undefined if it is none. */
export function configKeyMeant({ unknown }: ArgumentIssue): string | undefined {
  const { word: written, candidates = [] } = unknown ?? {};
  const word = written === '-n' ? '--limit' : (written ?? '');
  if (!candidates.includes('--set')) return undefined;
  const { top, recording, delivery, thresholds } = KEYS;
  const parts = { '': { ...top, ...recording, ...COMMON }, 'delivery.': delivery, 'thresholds.': thresholds };
  const paths = Object.entries(parts).flatMap(([part, keys]) =>
    Object.keys(keys)
      .filter((key) => [`--${key}`, `--${flagName(key)}`].includes(word))
      .map((key) => part + key),
  );
  return paths[0] && `Set ${paths[0]} in the config, or use --set ${paths[0]}=VALUE.`;
}

/** How to send to a service that is no destination, as sentences. Undefined if an unknown word names none. */
export async function serviceMeantBy({ unknown }: ArgumentIssue): Promise<string | undefined> {
  const advice = unknown && serviceAdvice(unknown.word);
  if (advice === undefined) return undefined;
  const { destinations } = await import('../destinations/list.ts');
  return `${advice} Destinations: ${destinations.map(({ command }) => command).join(', ')}.`;
}

/** The flags that an argument may be the value of. */
function fitting(argument: string): readonly string[] {
  if (/^https?:\/\//i.test(argument)) return ['url', 'endpoint'];
  if (/\.(?:json|ya?ml)$/i.test(argument)) return ['schema'];
  return templateNamed(argument).ok ? ['template'] : [];
}
