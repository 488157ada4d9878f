/** A part of a whole in percent. Only the whole is "100 %", and only nothing is "0 %". */
export function share(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0 %';
  if (part >= whole) return '100 %';
  const percent = (part / whole) * 100;
  if (percent < 0.005) return '< 0.01 %';
  return `${Math.min(99.99, Math.round(percent * 100) / 100).toFixed(2)} %`;
}
