/**
 * Environment variable that identifies the test process from which a process descends. It is also
 * inherited by programs that lead their own process group, which a signal to the test process's
 * group does not reach.
 */
export const originVariable = 'MISSION_CONTROL_TEST_ORIGIN';
