/** The variable with which `npm test` tells how many times slower this machine is than the reference. */
export const slownessVariable = 'MISSION_CONTROL_TEST_SLOWNESS';

/**
 * A limit for something that happens, in ms, on this machine; limits are written for the reference. A limit
 * only ends a test that would hang, so a longer one costs nothing where the test passes.
 */
export function patient(ms: number): number {
  const slowness = Number(process.env[slownessVariable] ?? 1);
  return Math.ceil(ms * Math.max(slowness, 1));
}
