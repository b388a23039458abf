import { Tethered } from '../../../../src/extension/hub/phone/carriers/tethered';

/** Replaces a hub that is killed: runs a program, and keeps running until it is killed. */
const [scripts = '', file = ''] = process.argv.slice(2);
void new Tethered(file, ['serve'], { scripts, env: process.env }).ended;
setInterval(() => undefined, 60_000);
