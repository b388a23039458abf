import { setImmediate as turn } from 'node:timers/promises';
import { CallMatcher } from './callMatcher';
import { CallReader } from './callReader';
import { turnOf } from './sessionCalls';
import type {
  CallCondition,
  CallNote,
  FoundSignal,
  RuleTest,
  TestResult,
  TestSubject,
  ThreadRule,
} from './threadMessages';
import type { FinishedCall } from './toolCall';

/** The calls of a session that a test looks at: its last ones. */
const testedCalls = 500;
const bundle = 32;
const noteLength = 120;

/** The conditions in the order in which they are looked at. */
const conditions: readonly CallCondition[] = ['command', 'input', 'output', 'ok'];

/** Says what each rule makes of a session's calls, or of one, and which came nearest where none matched. */
export async function tryRules(
  rules: readonly ThreadRule[],
  subject: TestSubject,
  running: Int32Array,
): Promise<TestResult> {
  const struck = new Set<number>();
  const matcher = new CallMatcher(rules, running, (rule) => struck.add(rule));
  const { calls, turns } = 'length' in subject ? await callsOf(subject, matcher) : alone(subject);
  const found: (FoundSignal & { rule: number })[] = [];
  const tests: RuleTest[] = [];
  for (const rule of rules) {
    let test: RuleTest = { rule: rule.id, calls: 0, matched: 0, slow: false };
    for (let from = 0; from < calls.length && !struck.has(rule.id); from += bundle) {
      for (const { call, verdict } of matcher.verdicts(rule.id, calls.slice(from, from + bundle))) {
        if (verdict !== undefined && 'by' in verdict) {
          const { at, turn, ok } = call;
          found.push({ kind: rule.kind, at, turn, ok, ...verdict, rule: rule.id });
        }
        test = withVerdict(test, call, verdict);
      }
      await turn();
    }
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
  matcher: CallMatcher,
): Promise<{ readonly calls: readonly FinishedCall[]; readonly turns: number }> {
  let prompts: readonly number[] = [];
  let all: FinishedCall[] = [];
  for (const { path, agentId } of files) {
    let calls: FinishedCall[] = [];
    const reader = new CallReader(path, agentId !== undefined, {
      isLookedAt: (tool) => matcher.isLookedAt(tool),
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

function withVerdict(
  test: RuleTest,
  call: FinishedCall,
  verdict: ReturnType<CallMatcher['verdicts']>[number]['verdict'],
): RuleTest {
  const counted = { ...test, calls: test.calls + 1 };
  if (verdict === undefined) return { ...counted, slow: true };
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
