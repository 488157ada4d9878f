const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in steps of a thousand: `21.3 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${UNITS[power]}`;
}
