import { createStore, type Store } from './store';

const tickMs = 1000;

/**
 * Current time in ms since 1970; it ticks only while it has subscribers and the page is visible.
 */
export function createClock(): Store<number> {
  const time = createStore(Date.now());
  let watchers = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = () => time.set(Date.now());
  const run = () => {
    clearInterval(timer);
    timer = undefined;
    if (watchers === 0 || document.hidden) return;
    tick();
    timer = setInterval(tick, tickMs);
  };

  return {
    ...time,
    subscribe: (listener) => {
      const unsubscribe = time.subscribe(listener);
      watchers += 1;
      if (watchers === 1) {
        document.addEventListener('visibilitychange', run);
        run();
      }
      return () => {
        unsubscribe();
        watchers -= 1;
        if (watchers > 0) return;
        document.removeEventListener('visibilitychange', run);
        run();
      };
    },
  };
}
