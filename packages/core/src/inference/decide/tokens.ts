import { textsOf, type Column } from './column.ts';
import type { Decision } from './decision.ts';
import { fits, run } from './pattern.ts';
import { withKey } from './repeats.ts';
import { oneOfPatterns } from './shapes.ts';

/** Letters and digits in one part or more, at least one of them a digit: `evt_1NG8Du2eZvKYlo2C`, `web-7d9fc6b5-x2kqp`. */
const TOKEN = /^(?=.*\d)[0-9A-Za-z]+([_.:/#~-][0-9A-Za-z]+){0,10}$/;

/** Share of the texts that must be tokens: others may be words. */
const AGREE = 0.9;
/** Sequences of separators, the most frequent first. */
const FORMS = 8;

/** Texts of random letters and digits, whose runs have no shape. */
export function tokens(column: Column): Decision | undefined {
  const texts = textsOf(column);
  const forms = new Map<string, string[]>();
  for (const text of texts)
    if (TOKEN.test(text)) {
      const separators = text.replaceAll(/[0-9A-Za-z]+/g, ' ');
      const same = forms.get(separators);
      if (same === undefined) forms.set(separators, [text]);
      else same.push(text);
    }
  const top = [...forms].sort(([, a], [, b]) => b.length - a.length).slice(0, FORMS);
  const covered = top.reduce((sum, [, same]) => sum + same.length, 0) / texts.length;
  const patterns = top.map(([form, same]) => [patternOf(form, same), same.length] as const);
  if (covered < AGREE || !patterns.every(([pattern]) => fits(pattern))) return undefined;
  return withKey(column, {
    kind: 'pattern',
    reason: 'Random letters and digits',
    confidence: covered * 0.9,
    spec: oneOfPatterns(patterns),
  });
}

/** A pattern of texts of one form: of each part, the classes of its characters and its lengths. */
function patternOf(form: string, texts: readonly string[]): string {
  const parts = texts.map((text) => text.split(/[^0-9A-Za-z]/));
  let at = 0;
  return form.replaceAll('.', '[.]').replaceAll(' ', () => {
    const own = parts.map((each) => each[at] ?? '').sort((a, b) => a.length - b.length);
    at++;
    const [min = 0, max = 0] = [own[0]?.length, own.at(-1)?.length];
    return run(classOf(own.join('')), min, max);
  });
}

/** The characters of a part: of letters, those of hexadecimal digits or all. */
function classOf(text: string): string {
  const digits = /\d/.test(text) ? '0-9' : '';
  const isHex = digits !== '' && !/[g-z]/i.test(text);
  const capitals = isHex ? 'A-F' : 'A-Z';
  const letters = isHex ? 'a-f' : 'a-z';
  return `[${digits}${/[A-Z]/.test(text) ? capitals : ''}${/[a-z]/.test(text) ? letters : ''}]`;
}
