import { invalid, type Result, parseRate } from '@catbird/engine';
import { parseText } from '@catbird/stream';
import { errorCode, messageOf } from '../files/error-code.ts';
import { readText } from '../files/read-text.ts';

/** Options of a command line that may name files. */
interface Given {
  readonly rate?: unknown;
  readonly faults?: unknown;
}

/**
 * Replaces a rate and faults that name files by the contents of these, and faults in JSON by their value. A rate that is neither JSON nor
 * a preset nor a file stays as it is, for the check of all time settings to reject.
 */
export async function withGivenFiles<Options extends Given>(
  options: Options,
): Promise<Result<{ readonly options: Options }>> {
  const { rate, faults } = options;
  const shape =
    typeof rate !== 'string' || rate.trimStart().startsWith('{') || parseRate(rate).ok
      ? { ok: true as const, value: rate }
      : await contentOf(rate, '--rate', { ok: true, value: rate });
  if (!shape.ok) return shape;
  const injected = typeof faults === 'string' ? await faultsIn(faults) : { ok: true as const, value: faults };
  if (!injected.ok) return injected;
  return {
    ok: true,
    options: {
      ...options,
      ...(rate !== undefined && { rate: shape.value }),
      ...(faults !== undefined && { faults: injected.value }),
    },
  };
}

type Content = Result<{ readonly value: unknown }>;

const NO_FAULTS = invalid(
  '--faults must be JSON, such as \'{"duplicates": {"share": 0.01}}\', or the path of a file with it',
);

async function faultsIn(text: string): Promise<Content> {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return /^\s*[[{]/.test(text) ? NO_FAULTS : contentOf(text, '--faults', NO_FAULTS);
  }
}

/** The content of a file. @param otherwise for a name that is not meant as a file */
async function contentOf(file: string, option: string, otherwise: Content): Promise<Content> {
  try {
    return { ok: true, value: await parseText(await readText(file), file) };
  } catch (error) {
    const isName = errorCode(error) === 'ENOENT' && !/[./\\]/.test(file);
    return isName ? otherwise : invalid(`${option} ${file} cannot be read: ${messageOf(error)}`);
  }
}
