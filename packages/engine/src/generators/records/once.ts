import type { LocaleData } from '../../data/store.ts';

/** Remembers what was made of a locale, for as long as the locale is in use. */
export function once<Made>(make: (data: LocaleData) => Made): (data: LocaleData) => Made {
  const made = new WeakMap<LocaleData, Made>();
  return (data) => {
    const known = made.get(data) ?? make(data);
    made.set(data, known);
    return known;
  };
}
