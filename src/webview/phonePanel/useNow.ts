import { useEffect, useState } from 'react';
import { usePanel } from './panel';

/** Current time of the window's machine in ms since 1970, updated each second. */
export function useNow(): number {
  const { now } = usePanel();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}
