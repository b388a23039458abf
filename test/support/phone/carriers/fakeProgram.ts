import { appendFileSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Certificate } from './certificate';

/** Output and exit code of a program for certain arguments. */
export interface Saying {
  readonly output?: string;
  readonly words?: string;
  /** If absent, the program keeps running silently. */
  readonly code?: number;
}

export interface FakePlan {
  /** By all arguments, or by the first of them. */
  readonly sayings: Readonly<Record<string, Saying>>;
  /** Port of the proxy that the program opens. */
  readonly proxyPort: number;
  readonly certificate: Certificate;
  /** Names of a tunnel, one per start. */
  readonly hostnames?: readonly string[];
  /** Makes the program ignore SIGTERM. */
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

/**
 * Records this start, and returns the plan; undefined if a planned output replaces the program's
 * behaviour.
 */
export function begin(): { readonly plan: FakePlan; readonly args: readonly string[] } | undefined {
  const args = process.argv.slice(2);
  const call: FakeCall = { pid: process.pid, args, env: Object.keys(process.env) };
  appendFileSync(log, `${JSON.stringify(call)}\n`);
  const plan = JSON.parse(readFileSync(path.join(folder, 'plan.json'), 'utf8')) as FakePlan;
  if (plan.isStubborn === true) process.on('SIGTERM', () => undefined);
  const planned = plan.sayings[args.join(' ')] ?? plan.sayings[args[0] ?? ''];
  if (planned === undefined) return { plan, args };
  process.stdout.write(planned.output ?? '');
  process.stderr.write(planned.words ?? '');
  if (planned.code === undefined) setInterval(() => undefined, 60_000);
  else process.exitCode = planned.code;
  return undefined;
}

/** Number of starts of this program with that first argument, including this one. */
export function startsOf(first: string): number {
  const calls = readFileSync(log, 'utf8').trim().split('\n');
  return calls.filter((line) => (JSON.parse(line) as FakeCall).args[0] === first).length;
}
