/** The message of a thrown value, or "Unknown error" if it has none. Specification, section 5. */
export function errorText(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : thrown;
  return typeof text === 'string' && text.trim() !== '' ? text : 'Unknown error';
}
