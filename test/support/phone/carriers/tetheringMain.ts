import { Tethered } from '../../../../src/extension/hub/phone/carriers/tethered';

/** Stands for a hub that is killed: it runs a program, and lives until somebody ends it. */
const [scripts = '', file = ''] = process.argv.slice(2);
void new Tethered(file, ['serve'], { scripts, env: process.env }).ended;
setInterval(() => undefined, 60_000);
