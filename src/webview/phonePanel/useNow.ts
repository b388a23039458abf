import { useEffect, useState } from 'react';
import { usePanel } from './panel';

/** The time of the window's machine, which goes on every second. */
export function useNow(): number {
  const { now } = usePanel();
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}
