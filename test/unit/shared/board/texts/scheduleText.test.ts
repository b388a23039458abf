import assert from 'node:assert/strict';
import {
  missedLines,
  missedText,
  nextStartText,
} from '../../../../../src/shared/board/texts/scheduleText';
import type { PromptCard } from '../../../../../src/shared/protocol/prompts';
import { aSession } from '../../../../support/sessionBuilder';

const now = Date.UTC(2026, 0, 5, 10);
const minuteMs = 60_000;

function dueIn(minutes: number, change: Partial<PromptCard> = {}): PromptCard {
  const when = { kind: 'time', at: now + minutes * minuteMs };
  return { id: 'p', text: `in ${minutes}`, whole: true, state: 'queued', at: '', when, ...change };
}
function next(prompts: readonly PromptCard[], runIn?: number): string | undefined {
  const dueAt = new Date(now + (runIn ?? 0) * minuteMs).toISOString();
  const run = { id: 'r', dueAt, prompt: 'scheduled', recurring: false };
  const schedule = runIn === undefined ? undefined : [run];
  return nextStartText(aSession({ schedule, prompting: { prompts: [...prompts] } }), now);
}

describe('what a session starts next', () => {
  it('is the earliest of its scheduled runs and follow-ups at a time', () => {
    assert.equal(next([]), undefined);
    assert.match(next([], 5) ?? '', /^Next run: .* · scheduled$/);
    assert.match(next([dueIn(9), dueIn(7)]) ?? '', /^Next prompt: .* · in 7$/);
    assert.match(next([dueIn(7)], 5) ?? '', /^Next run: /);
    assert.match(next([dueIn(3)], 5) ?? '', /^Next prompt: /);
  });

  it('is no follow-up that is held, due already, sent, or waits for something else', () => {
    const others: readonly Partial<PromptCard>[] = [
      { held: true },
      { metAt: new Date(now).toISOString() },
      { state: 'read' },
      { when: { kind: 'finished' } },
      { when: undefined },
    ];
    for (const change of others) assert.equal(next([dueIn(3, change)]), undefined);
  });
});

describe('the text for missed runs', () => {
  const run = (why?: string) => ({
    id: 'r',
    dueAt: new Date(now).toISOString(),
    prompt: 'check the build',
    recurring: true,
    ...(why !== undefined && { why }),
  });

  it('says when the first one was due, why it did not come, and how many others there are', () => {
    const text = (...runs: NonNullable<Parameters<typeof missedText>[0]['missed']>) =>
      missedText({ missed: runs }, now) ?? '';
    assert.equal(missedText({}, now), undefined);
    assert.match(text(run()), /^Due .*, not seen$/);
    assert.match(text(run('closed'), run()), /^Due .*, not run: Claude Code is closed \(\+1\)$/);
    assert.match(text(run('asleep')), /^Due .*, not seen: the computer was asleep$/);
    assert.match(text(run('of a newer version')), /^Due .*, not seen$/);
  });

  it('names the prompt of each', () => {
    const [line = ''] = missedLines({ missed: [run()] }, now);
    assert.match(line, /^Due .*, not seen · check the build$/);
  });
});
