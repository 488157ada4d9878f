/** The words of what was thrown, or "Unknown error" where it has none. Specification, section 5. */
export function errorText(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : thrown;
  return typeof text === 'string' && text.trim() !== '' ? text : 'Unknown error';
}
