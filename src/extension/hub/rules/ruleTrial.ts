import type { SignalTest } from '../../../shared/protocol/layers/ruleReport';
import { ReadLane } from '../../transcript/file/readLane';
import type { SubjectWithFormat } from '../../transcript/fold/fold';
import { Slices } from '../../util/thread/slices';
import type { SignalFact } from '../domain/facts/signals';
import { CallFold, readCalls, turnOf } from './callFold';
import type { CallMatcher } from './callMatcher';
import type { CallCondition } from './matchedRule';
import type { FinishedCall } from './toolCall';

/** Maximum number of a session's last calls that a test matches. */
const maxTestedCalls = 500;
const noteLength = 120;

/** The conditions in the order of evaluation. */
const conditions: readonly CallCondition[] = ['command', 'input', 'output', 'ok'];

/** The subject of a test: the transcripts of a session, or one call that a person pasted. */
export type TestSubject = readonly SubjectWithFormat[] | FinishedCall;

export interface Trial {
  /** One result per rule, in the same order. */
  readonly tests: readonly Omit<SignalTest, 'origin'>[];
  /** The signals that all rules found, in order of time. */
  readonly found: readonly SignalFact[];
}

/**
 * Matches each rule with a session's calls or one pasted call. For a rule without a match, the
 * result has the call that came closest.
 */
export async function matchForTest(
  matchers: readonly CallMatcher[],
  subject: TestSubject,
): Promise<Trial> {
  const slices = new Slices();
  const calls = 'length' in subject ? await callsOf(subject, matchers, slices) : [subject];
  const found: SignalFact[] = [];
  const tests: Trial['tests'][number][] = [];
  for (const matcher of matchers) {
    tests.push(await slices.run(testRule(matcher, calls, (signal) => found.push(signal))));
  }
  return { tests, found: found.sort((a, b) => a.at - b.at) };
}

function* testRule(
  matcher: CallMatcher,
  calls: readonly FinishedCall[],
  onFound: (signal: SignalFact) => void,
): Generator<void, Trial['tests'][number]> {
  const { rule } = matcher;
  const { name, kind, tools } = rule;
  const candidates = calls.filter(({ tool }) => matcher.appliesTo(tool));
  let matched = 0;
  let last: SignalTest['last'];
  let nearest: SignalTest['nearest'];
  for (const call of candidates) {
    const verdict = matcher.match(call);
    const { at, turn, ok } = call;
    if ('failed' in verdict) {
      const { failed } = verdict;
      const before = nearest === undefined ? -1 : conditions.indexOf(nearest.failed);
      if (conditions.indexOf(failed) >= before) nearest = { ...noteOf(call), failed };
    } else {
      const { data } = verdict;
      matched += 1;
      last = { ...noteOf(call), ...(ok !== undefined && { ok }), data: { ...data } };
      onFound({ kind, at, turn, ok, data });
    }
    yield;
  }
  const tested = { rule: name, kind, tools: [...tools], calls: candidates.length, matched };
  if (last !== undefined) return { ...tested, last };
  if (nearest === undefined) return tested;
  const expected = rule[nearest.failed];
  return { ...tested, nearest, ...(expected !== undefined && { expected: String(expected) }) };
}

async function callsOf(
  files: readonly SubjectWithFormat[],
  matchers: readonly CallMatcher[],
  slices: Slices,
): Promise<readonly FinishedCall[]> {
  const lane = new ReadLane(slices);
  const isMatched = (tool: string): boolean => matchers.some((matcher) => matcher.appliesTo(tool));
  let prompts: readonly number[] = [];
  let all: readonly FinishedCall[] = [];
  for (const { path, agentId, format } of files) {
    const fold = new CallFold(agentId !== undefined, isMatched);
    await lane.run(path, function* (open) {
      let calls: readonly FinishedCall[] = [];
      for (const _ of readCalls(open, format, [fold], 0, open.stat.size)) {
        calls = [...calls, ...fold.takeFinished()].slice(-maxTestedCalls);
        yield;
      }
      all = all.concat(calls, fold.takeFinished());
    });
    if (agentId === undefined) ({ prompts } = fold.soFar);
    all = all.toSorted((a, b) => a.at - b.at).slice(-maxTestedCalls);
  }
  return all.map((call) => ({ ...call, turn: turnOf(call, prompts) }));
}

function noteOf({ command, input, at, turn }: FinishedCall): {
  readonly call: string;
  readonly at: string;
  readonly turn: number;
} {
  const call = (command === '' ? input : command).slice(0, noteLength);
  return { call, at: new Date(at).toISOString(), turn };
}
