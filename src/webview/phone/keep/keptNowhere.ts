import type { PhoneStore } from './kept';

/** For a browser that keeps nothing: finds nothing, and says so to who wants to keep something. */
export const keptNowhere: PhoneStore = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.reject(new Error('This browser keeps nothing')),
  delete: () => Promise.resolve(),
};
