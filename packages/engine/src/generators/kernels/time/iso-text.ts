import { putIso } from './iso.ts';
import { asciiText } from '../engine/scan.ts';

const CHARACTERS = 24;
/** Room for all bytes that `putIso` touches. */
const bytes = new Uint8Array(32);
const view = new DataView(bytes.buffer);

/** `toISOString` for the years 0 to 9999, three times as fast. */
export function isoText(ms: number): string {
  putIso(view, 0, ms, CHARACTERS);
  return asciiText(bytes, 0, CHARACTERS);
}
