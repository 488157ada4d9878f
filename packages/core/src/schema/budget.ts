/** Bytes that trials may still generate: a schema with thousands of long strings is rejected after the first few. */
export interface Budget {
  take(bytes: number): void;
  isUsedUp(): boolean;
}

/** A budget of this many bytes. */
export function newBudget(bytes: number): Budget {
  let left = bytes;
  return {
    take(used) {
      left -= used;
    },
    isUsedUp: () => left < 0,
  };
}
