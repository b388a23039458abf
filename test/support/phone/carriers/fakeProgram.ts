import { appendFileSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Certificate } from './certificate';

/** What a program says and does when it is asked something. */
export interface Saying {
  readonly output?: string;
  readonly words?: string;
  /** Absent: it stays, silent. */
  readonly code?: number;
}

export interface FakePlan {
  /** By the arguments, or the first word of them. */
  readonly sayings: Readonly<Record<string, Saying>>;
  /** Where the way that the program opens is. */
  readonly proxyPort: number;
  readonly certificate: Certificate;
  /** Names that a tunnel gets, one at each start. */
  readonly hostnames?: readonly string[];
  /** Set for one that does not end when it is told to. */
  readonly isStubborn?: boolean;
}

/** One start of a fake program. */
export interface FakeCall {
  readonly pid: number;
  readonly args: readonly string[];
  readonly env: readonly string[];
}

const folder = path.dirname(process.argv[1] ?? '');
const log = path.join(folder, 'calls.jsonl');

/** Records this start, and returns the planned behaviour; undefined if none is planned. */
export function begin(): { readonly plan: FakePlan; readonly args: readonly string[] } | undefined {
  const args = process.argv.slice(2);
  const call: FakeCall = { pid: process.pid, args, env: Object.keys(process.env) };
  appendFileSync(log, `${JSON.stringify(call)}\n`);
  const plan = JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8')) as FakePlan;
  if (plan.isStubborn === true) process.on('SIGTERM', () => undefined);
  const saying = plan.sayings[args.join(' ')] ?? plan.sayings[args[0] ?? ''];
  if (saying === undefined) return { plan, args };
  process.stdout.write(saying.output ?? '');
  process.stderr.write(saying.words ?? '');
  if (saying.code === undefined) setInterval(() => undefined, 60_000);
  else process.exitCode = saying.code;
  return undefined;
}

/** How often this program was started with that first argument, this time included. */
export function startsOf(first: string): number {
  const calls = readFileSync(log, 'utf8').trim().split('\n');
  return calls.filter((line) => (JSON.parse(line) as FakeCall).args[0] === first).length;
}
