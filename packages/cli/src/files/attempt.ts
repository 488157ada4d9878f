/** The result of an action; undefined if it throws. For callers that can continue without it. */
export function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
