import type { PhoneStore } from './kept';

/** Storage for browsers without any: reads find nothing, and writes reject. */
export const emptyStore: PhoneStore = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.reject(new Error('This browser keeps nothing')),
  delete: () => Promise.resolve(),
};
