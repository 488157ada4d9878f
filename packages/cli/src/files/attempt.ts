/** What an action gives; undefined where it fails, for those who go on without it. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
