import { useState } from 'react';
import { usePhone } from '../phone';

/**
 * State of enabling notifications: whether the browser is asking the person, and why enabling
 * failed.
 */
export interface Enabling {
  readonly isAsking: boolean;
  readonly problem: string | undefined;
  readonly enable: () => void;
}

export function useEnable(): Enabling {
  const { model } = usePhone();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const enableNow = async (): Promise<void> => {
    setAsking(true);
    setProblem(undefined);
    try {
      await model.enableNotifications();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setAsking(false);
  };
  return { isAsking, problem, enable: () => void enableNow() };
}
