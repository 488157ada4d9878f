/** A promise, and what settles it the first time. */
export interface Outcome<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise that is not settled. Nobody has to wait for it. */
export function newOutcome<Value>(): Outcome<Value> {
  let settle: Omit<Outcome<Value>, 'promise'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<Value>((resolve, reject) => (settle = { resolve, reject }));
  // Whoever waits for it gets the error, too.
  promise.catch(() => undefined);
  return { promise, ...settle };
}
