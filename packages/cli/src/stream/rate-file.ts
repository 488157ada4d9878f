import { parseText } from '@catbird/core/internal/config';
import { parseRate } from '@catbird/core/internal/time';
import { errorCode, messageOf } from '../files/error-code.ts';
import { readText } from '../files/text.ts';

/**
 * Replaces a rate that names a file by the file's content. A text that is neither JSON nor a preset nor a file stays as it is, for
 * the check of all time settings to reject.
 *
 * @returns a sentence if the file cannot be read
 */
export async function withRateFile<Options extends { readonly rate?: unknown }>(
  options: Options,
): Promise<Options | { readonly problem: string }> {
  const { rate } = options;
  if (typeof rate !== 'string' || rate.trimStart().startsWith('{') || parseRate(rate).ok) return options;
  try {
    return { ...options, rate: await parseText(await readText(rate), rate) };
  } catch (error) {
    const isName = errorCode(error) === 'ENOENT' && !/[./\\]/.test(rate);
    return isName ? options : { problem: `--rate ${rate} cannot be read: ${messageOf(error)}` };
  }
}
