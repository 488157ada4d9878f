import { readFileSync } from 'node:fs';
import { pathAdvice, textOfFile, type Result } from '@catbird/engine';
import { settingsOf, type Destination } from '@catbird/send';
import { messageOf } from '../files/error-code.ts';

type Settings = Readonly<Record<string, unknown>>;

/** Whether a value is the text itself and not the path of a file: JSON or PEM. */
const isText = (value: string): boolean => /^\s*(?:\{|-----BEGIN )/.test(value);

/** Settings with the texts of files in place of their paths. A value that is the text itself stays. */
export function withFileTexts(
  destination: Destination,
  given: Settings,
): Result<{ readonly settings: Settings }> {
  const texts: Record<string, string> = {};
  for (const { name, isFile } of settingsOf(destination)) {
    const value = given[name];
    if (isFile !== true || typeof value !== 'string' || value.trim() === '' || isText(value)) continue;
    try {
      texts[name] = textOfFile(readFileSync(value));
    } catch (error) {
      const message = `Could not read ${value}: ${messageOf(error)}. ${pathAdvice(value) ?? 'Check the path of the file'}`;
      return { ok: false, issues: [{ path: [name], message }] };
    }
  }
  return { ok: true, settings: { ...given, ...texts } };
}
