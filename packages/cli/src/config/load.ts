import { readingFailure } from '../files/error-code.ts';
import { readText } from '../files/text.ts';
import { Interrupted } from '../interrupt.ts';
import type { Terminal } from '../terminal.ts';
import { parseText } from '@catbird/core/config';

/** The value and the text of a config file, or of standard input for `-`. A string is the reason why it cannot be read. */
export async function loadConfig(
  file: string,
  terminal: Terminal,
): Promise<{ readonly value: unknown; readonly text: string } | string> {
  try {
    const read = file === '-' ? await terminal.readInput() : await readText(file);
    const text = read.replace(/^\uFEFF/, '');
    return { value: await parseText(text, file), text };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return `Could not read the config ${file}: ${readingFailure(error)}`;
  }
}
