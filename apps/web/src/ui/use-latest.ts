import { useState } from 'react';

/** A value, or while it is undefined, its latest that was not. */
export function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value);
  if (value === undefined) return latest;
  if (value !== latest) setLatest(value);
  return value;
}
