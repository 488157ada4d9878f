/** Passes items from a writer to a reader, one at a time. */
export interface Channel<Item> {
  /** Resolves once the reader has taken the item, or reads no more. */
  readonly put: (item: Item) => Promise<void>;
  /** No more items come. Those that were put are still read. */
  readonly end: () => void;
  /** The reader gets this error after what was put. Only the first counts. */
  readonly fail: (error: unknown) => void;
  /** The reader reads no more. */
  readonly close: () => void;
  readonly all: AsyncIterable<Item>;
}

/** An open channel. */
export function newChannel<Item>(): Channel<Item> {
  const waiting: { readonly item: Item; readonly taken: () => void }[] = [];
  let ending: { readonly error?: unknown } | undefined;
  let isClosed = false;
  let wake = (): void => undefined;
  const finish = (how: NonNullable<typeof ending>): void => {
    ending ??= how;
    wake();
  };
  async function* all(): AsyncGenerator<Item> {
    for (;;) {
      const next = waiting.shift();
      if (next !== undefined) {
        yield next.item;
        next.taken();
      } else if (ending !== undefined) {
        if ('error' in ending) throw ending.error;
        return;
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  return {
    put: (item) =>
      new Promise((resolve) => {
        if (isClosed) resolve();
        else waiting.push({ item, taken: resolve });
        wake();
      }),
    end: () => finish({}),
    fail: (error) => finish({ error }),
    close() {
      isClosed = true;
      for (const { taken } of waiting.splice(0)) taken();
    },
    all: all(),
  };
}
