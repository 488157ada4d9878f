import type { Page } from '@playwright/test';

/** Changes parts of all records of a store of the kept runs, or puts others in their places. Returns those before. */
export const changeRecords = (
  page: Page,
  store: string,
  parts: object,
  others?: readonly object[],
): Promise<readonly object[]> =>
  page.evaluate(
    async (change) => {
      const result = <Value>(request: IDBRequest<Value>): Promise<Value> =>
        new Promise((done, fail) => {
          request.addEventListener('success', () => done(request.result));
          request.addEventListener('error', () => fail(request.error ?? new Error('No reason')));
        });
      const opened = await result(indexedDB.open('catbird-configs'));
      const records = opened.transaction(change.store, 'readwrite').objectStore(change.store);
      const before = await result<object[]>(records.getAll());
      for (const record of change.others ?? before) await result(records.put({ ...record, ...change.parts }));
      opened.close();
      return before;
    },
    { store, parts, others },
  );
