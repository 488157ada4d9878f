import { putIso } from './iso.ts';
import { asciiText } from '../engine/scan.ts';

const CHARACTERS = 24;
/** `putIso` touches so many bytes. */
const bytes = new Uint8Array(32);
const view = new DataView(bytes.buffer);

/** As `toISOString`, for the years 0 to 9999, in a third of the time. */
export function isoText(ms: number): string {
  putIso(view, 0, ms, CHARACTERS);
  return asciiText(bytes, 0, CHARACTERS);
}
