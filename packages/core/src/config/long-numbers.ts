/** Fewest digits of which some may be lost. */
const LEAST = 16;
/** More digits than the largest number has. */
const TOO_LONG = 310;

/** Whether a number that is written like this is whole and becomes another one: a double keeps 15 digits. */
export function losesDigits(written: string): boolean {
  if (written.length < LEAST || /[^\d-]/.test(written)) return false;
  const value = Number(written);
  if (written.length > TOO_LONG || !Number.isFinite(value)) return true;
  return String(value) !== written && BigInt(written) !== BigInt(value);
}

/** Longest number that a message repeats, in characters. */
const MAX_SHOWN = 40;

/** What to do with a number that would lose digits. */
export function longText(written: string): string {
  const shown = written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN)}…` : written;
  return `${shown} would become ${Number(written)}: numbers keep 15 digits. Write it in quotes`;
}

const NUMERIC = new Set('0123456789+-.eE');

/** The first whole number of a valid JSON text that would lose digits. */
export function longNumberIn(json: string): string | undefined {
  let isText = false;
  let from = 0;
  for (let i = 0; i <= json.length; i++) {
    const char = json[i] ?? '';
    if (isText) {
      if (char === '\\') i++;
      else if (char === '"') isText = false;
      from = i + 1;
    } else if (!NUMERIC.has(char)) {
      const written = json.slice(from, i);
      if (losesDigits(written)) return written;
      isText = char === '"';
      from = i + 1;
    }
  }
  return undefined;
}
