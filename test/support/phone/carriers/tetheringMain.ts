import { TetheredProgram } from '../../../../src/extension/util/tether/tethered';

/** Simulates a hub that is killed: runs a tethered program until it is killed itself. */
const [scripts = '', file = ''] = process.argv.slice(2);
void new TetheredProgram(file, ['serve'], { scripts, env: process.env }).ended;
setInterval(() => undefined, 60_000);
