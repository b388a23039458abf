/**
 * Key-value storage of this phone that survives reloads; shared by the page and its service worker.
 */
export interface PhoneStore {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
}

const databaseName = 'mission-control';
const storeName = 'kept';

let opened: Promise<IDBDatabase> | undefined;

/** Opens the storage. Rejects if the browser has none, as in some private windows. */
export async function phoneStore(): Promise<PhoneStore> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  const database = await opened;
  const runInTransaction = <T>(
    mode: IDBTransactionMode,
    run: (store: IDBObjectStore) => IDBRequest<T>,
  ) =>
    new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode);
      const request = run(transaction.objectStore(storeName));
      transaction.addEventListener('complete', () => resolve(request.result));
      const fail = (): void => reject(transaction.error ?? new Error('Nothing was kept'));
      transaction.addEventListener('abort', fail);
      transaction.addEventListener('error', fail);
    });
  return {
    get: async <T>(key: string) =>
      (await runInTransaction('readonly', (store) => store.get(key))) as T,
    set: async (key, value) =>
      void (await runInTransaction('readwrite', (store) => store.put(value, key))),
    delete: (key) => runInTransaction('readwrite', (store) => store.delete(key)),
  };
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('success', () => resolve(clearWhenClosed(request.result)));
    request.addEventListener('error', () => reject(request.error ?? new Error('Not opened')));
  });
}

/**
 * Closes the connection for an upgrade of the database. After it was closed, the next call of
 * `phoneStore` opens a new one.
 */
function clearWhenClosed(database: IDBDatabase): IDBDatabase {
  const clearOpened = (): void => void (opened = undefined);
  database.addEventListener('close', clearOpened);
  database.addEventListener('versionchange', () => {
    clearOpened();
    database.close();
  });
  return database;
}
