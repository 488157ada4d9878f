/** Holidays as the form edits them, `12-24 50 %, 2026-12-25`; undefined if some have more than a date and a factor. */
export function readHolidays(calendar: unknown = []): string | undefined {
  if (!Array.isArray(calendar)) return undefined;
  const texts = calendar.map((holiday: unknown) => {
    if (typeof holiday === 'string') return holiday;
    const { on, times, ...others } = { ...(holiday as object | null) } as Readonly<Record<string, unknown>>;
    return typeof on === 'string' && typeof times === 'number' && Object.keys(others).length === 0
      ? `${on} ${Number((times * 100).toPrecision(12))} %`
      : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join(', ');
}

/** The holidays of a text. A date alone is a day without events, and so is what is no date: the check names it. */
export const writeHolidays = (text: string): readonly unknown[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [, on, percent] = /^(\S+)\s+(\d+(?:\.\d+)?)\s*%?$/.exec(each) ?? [];
      return on === undefined ? each : { on, times: Number(percent) / 100 };
    });
