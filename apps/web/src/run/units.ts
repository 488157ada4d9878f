const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes in steps of a thousand: `21.3 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${UNITS[power]}`;
}

/** A duration: `0.3 s`, `2 min 9 s`, `1 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A rounded count with thousands separators. */
export const countText = (count: number): string => Math.round(count).toLocaleString('en');

/** A number of rows: `1 row`, `2,000 rows`. */
export const rowsText = (rows: number): string => `${countText(rows)} ${rows === 1 ? 'row' : 'rows'}`;

/** Milliseconds, with one decimal below 10. Browsers measure a tenth of a millisecond at best. */
export const msText = (ms: number): string => (ms < 0.1 ? '< 0.1' : ms < 10 ? ms.toFixed(1) : countText(ms));

/** A rate with three digits, or all of a whole number: `0.123`, `249.8`, `20,400`. */
export const perSecondText = (rate: number): string => {
  if (!Number.isFinite(rate)) return 'max';
  const maximumFractionDigits = rate >= 1000 ? 0 : rate >= 10 ? 1 : 3;
  return rate.toLocaleString('en', { maximumFractionDigits });
};

const INSTANT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** An instant to the minute: `3 Nov 2026, 09:36 UTC`. */
export const instantText = (ms: number): string => `${INSTANT.format(ms)} UTC`;
