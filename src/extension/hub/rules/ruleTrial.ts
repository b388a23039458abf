import { setImmediate as turn } from 'node:timers/promises';
import type { CallMatch, CallMatcher } from './callMatcher';
import { CallReader } from './callReader';
import { turnOf } from './sessionCalls';
import type {
  CallCondition,
  CallNote,
  FoundSignal,
  RuleTest,
  TestResult,
  TestSubject,
} from './threadMessages';
import type { FinishedCall } from './toolCall';

/** The calls of a session that a test looks at: its last ones. */
const testedCalls = 500;
const noteLength = 120;

/** The conditions in the order in which they are looked at. */
const conditions: readonly CallCondition[] = ['command', 'input', 'output', 'ok'];

/** Says what each rule makes of a session's calls, or of one, and which came nearest where none matched. */
export async function tryRules(
  matchers: readonly CallMatcher[],
  subject: TestSubject,
): Promise<TestResult> {
  const { calls, turns } = 'length' in subject ? await callsOf(subject, matchers) : alone(subject);
  const found: (FoundSignal & { rule: number })[] = [];
  const tests: RuleTest[] = [];
  for (const matcher of matchers) {
    const { id, kind } = matcher.rule;
    let test: RuleTest = { rule: id, calls: 0, matched: 0 };
    for (const call of calls) {
      if (!matcher.isFor(call.tool)) continue;
      const verdict = matcher.match(call);
      if ('by' in verdict) {
        const { at, turn: its, ok } = call;
        found.push({ kind, at, turn: its, ok, ...verdict, rule: id });
      }
      test = withVerdict(test, call, verdict);
    }
    await turn();
    tests.push(test);
  }
  return { rules: tests, found: found.sort((a, b) => a.at - b.at), turns };
}

function alone(call: FinishedCall): {
  readonly calls: readonly FinishedCall[];
  readonly turns: number;
} {
  return { calls: [call], turns: 1 };
}

async function callsOf(
  files: Extract<TestSubject, readonly unknown[]>,
  matchers: readonly CallMatcher[],
): Promise<{ readonly calls: readonly FinishedCall[]; readonly turns: number }> {
  let prompts: readonly number[] = [];
  let all: FinishedCall[] = [];
  for (const { path, agentId } of files) {
    let calls: FinishedCall[] = [];
    const reader = new CallReader(path, agentId !== undefined, {
      isLookedAt: (tool) => matchers.some((matcher) => matcher.isFor(tool)),
      onCall: (call) => {
        calls.push(call);
        if (calls.length > testedCalls * 2) calls = calls.slice(-testedCalls);
      },
      onRestart: () => (calls = []),
    });
    await reader.read();
    if (agentId === undefined) ({ prompts } = reader);
    all = [...all, ...calls].sort((a, b) => a.at - b.at).slice(-testedCalls);
  }
  const placed = all.map((call) => ({ ...call, turn: turnOf(call, prompts) }));
  return { calls: placed, turns: prompts.length };
}

function withVerdict(test: RuleTest, call: FinishedCall, verdict: CallMatch): RuleTest {
  const counted = { ...test, calls: test.calls + 1 };
  const note = noteOf(call);
  if ('by' in verdict) {
    const last = { ...note, ok: call.ok, data: verdict.data };
    return { ...counted, matched: test.matched + 1, last };
  }
  const { failed } = verdict;
  const isNearer =
    test.nearest === undefined ||
    conditions.indexOf(failed) >= conditions.indexOf(test.nearest.failed);
  return isNearer ? { ...counted, nearest: { ...note, failed } } : counted;
}

function noteOf({ command, input, at, turn }: FinishedCall): CallNote {
  return { call: (command === '' ? input : command).slice(0, noteLength), at, turn };
}
