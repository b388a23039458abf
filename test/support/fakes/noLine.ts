import type { SessionLine } from '../../../src/extension/agents/sources';

/** A direct line that reaches no session. */
export const noLine: SessionLine = {
  has: () => false,
  onDidChange: () => ({ dispose: () => undefined }),
  prompt: () => Promise.resolve(false),
  interrupt: () => Promise.resolve(false),
};
