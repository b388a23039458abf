import { useSyncExternalStore } from 'react';

export interface Store<T> {
  readonly get: () => T;
  /** Notifies listeners unless the reference is unchanged. */
  readonly set: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Subscribes to a part of a store; `select` must return a reference that is stable between changes.
 */
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
