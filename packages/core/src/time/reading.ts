/** A value read from what a person wrote, or the end of a sentence about it: "from **must be an instant**". */
export type Reading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string };

/** A value that was read. */
export const read = <Value>(value: Value): Reading<Value> => ({ ok: true, value });

/** The end of a sentence about a value that could not be read. */
export const unread = (message: string): Reading<never> => ({ ok: false, message });
