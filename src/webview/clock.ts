import { createStore, type Store } from './store';

const tickMs = 1000;

/**
 * Current time in ms since 1970; it ticks only while it has subscribers and the page is visible.
 */
export function createClock(): Store<number> {
  const time = createStore(Date.now());
  let subscriberCount = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = () => time.set(Date.now());
  const updateTimer = () => {
    clearInterval(timer);
    timer = undefined;
    if (subscriberCount === 0 || document.hidden) return;
    tick();
    timer = setInterval(tick, tickMs);
  };

  return {
    ...time,
    subscribe: (listener) => {
      const unsubscribe = time.subscribe(listener);
      subscriberCount += 1;
      if (subscriberCount === 1) {
        document.addEventListener('visibilitychange', updateTimer);
        updateTimer();
      }
      return () => {
        unsubscribe();
        subscriberCount -= 1;
        if (subscriberCount > 0) return;
        document.removeEventListener('visibilitychange', updateTimer);
        updateTimer();
      };
    },
  };
}
