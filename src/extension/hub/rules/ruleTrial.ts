import { ReadLane } from '../../transcript/file/readLane';
import { Slices } from '../../util/slices';
import { CallFold, readCalls, turnOf } from './callFold';
import type { CallMatch, CallMatcher } from './callMatcher';
import type {
  CallCondition,
  CallNote,
  FoundSignal,
  RuleTest,
  TestResult,
  TestSubject,
} from './matchedRule';
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
  const slices = new Slices();
  const calls = 'length' in subject ? await callsOf(subject, matchers, slices) : [subject];
  return slices.run(testCalls(matchers, calls));
}

function* testCalls(
  matchers: readonly CallMatcher[],
  calls: readonly FinishedCall[],
): Generator<void, TestResult> {
  const found: (FoundSignal & { rule: number })[] = [];
  const tests: RuleTest[] = [];
  for (const matcher of matchers) {
    const { id, kind } = matcher.rule;
    let test: RuleTest = { rule: id, calls: 0, matched: 0 };
    for (const call of calls) {
      if (!matcher.isFor(call.tool)) continue;
      const verdict = matcher.match(call);
      if ('by' in verdict) {
        const { at, turn, ok } = call;
        found.push({ kind, at, turn, ok, ...verdict, rule: id });
      }
      test = withVerdict(test, call, verdict);
      yield;
    }
    tests.push(test);
  }
  return { rules: tests, found: found.sort((a, b) => a.at - b.at) };
}

async function callsOf(
  files: Extract<TestSubject, readonly unknown[]>,
  matchers: readonly CallMatcher[],
  slices: Slices,
): Promise<readonly FinishedCall[]> {
  const lane = new ReadLane(slices);
  const isLookedAt = (tool: string): boolean => matchers.some((matcher) => matcher.isFor(tool));
  let prompts: readonly number[] = [];
  let all: readonly FinishedCall[] = [];
  for (const { path, agentId } of files) {
    const fold = new CallFold(agentId !== undefined, isLookedAt);
    await lane.run(path, function* (open) {
      let calls: readonly FinishedCall[] = [];
      for (const _ of readCalls(open, [fold], 0, open.stat.size)) {
        calls = [...calls, ...fold.takeFinished()].slice(-testedCalls);
        yield;
      }
      all = all.concat(calls, fold.takeFinished());
    });
    if (agentId === undefined) ({ prompts } = fold.soFar);
    all = all.toSorted((a, b) => a.at - b.at).slice(-testedCalls);
  }
  return all.map((call) => ({ ...call, turn: turnOf(call, prompts) }));
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
