import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 optimize functions after fifteen times the usual work. Tests run most code only a few
 * times, so optimizing costs more than it saves. Every test process imports this.
 */
setFlagsFromString('--interrupt-budget=1000000');
