import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 optimize a function after fifteen times as much work as it usually does. Tests run most of the
 * code a few times: what they spend on optimizing it they never get back. Every test process imports this.
 */
setFlagsFromString('--interrupt-budget=1000000');
