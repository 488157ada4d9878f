/** A duration: `0.3 s`, `2 min 9 s`, `1 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in steps of a thousand: `21.3 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${UNITS[power]}`;
}

/** A rounded count with thousands separators. */
export const countText = (count: number): string => Math.round(count).toLocaleString('en');

/** Milliseconds, with one decimal below 10. */
export const msText = (ms: number): string => (ms < 10 ? ms.toFixed(1) : countText(ms));
