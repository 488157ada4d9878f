import { invalid, type Result } from '@catbird/core/internal/issue';
import { parseText } from '@catbird/core/internal/config';
import { parseRate } from '@catbird/core/internal/time';
import { errorCode, messageOf } from '../files/error-code.ts';
import { readText } from '../files/text.ts';

/**
 * Replaces a rate that names a file by the file's content. A text that is neither JSON nor a preset nor a file stays as it is, for
 * the check of all time settings to reject.
 */
export async function withRateFile<Options extends { readonly rate?: unknown }>(
  options: Options,
): Promise<Result<{ readonly options: Options }>> {
  const { rate } = options;
  if (typeof rate !== 'string' || rate.trimStart().startsWith('{') || parseRate(rate).ok)
    return { ok: true, options };
  try {
    return { ok: true, options: { ...options, rate: await parseText(await readText(rate), rate) } };
  } catch (error) {
    const isName = errorCode(error) === 'ENOENT' && !/[./\\]/.test(rate);
    return isName ? { ok: true, options } : invalid(`--rate ${rate} cannot be read: ${messageOf(error)}`);
  }
}
