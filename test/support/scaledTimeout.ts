/** Environment variable in which `npm test` passes how many times slower this machine is. */
export const slownessVariable = 'MISSION_CONTROL_TEST_SLOWNESS';

/**
 * Scales a timeout, in ms, which is written for the reference machine, to this machine. Timeouts
 * only end tests that would hang, so longer ones cost nothing when a test passes.
 */
export function scaledTimeout(ms: number): number {
  const slowness = Number(process.env[slownessVariable] ?? 1);
  return Math.ceil(ms * Math.max(slowness, 1));
}
