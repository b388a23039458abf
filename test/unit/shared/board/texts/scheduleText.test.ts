import assert from 'node:assert/strict';
import { nextOnDay } from '../../../../../src/shared/board/texts/scheduleText';
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
  return nextOnDay(aSession({ schedule, prompting: { prompts: [...prompts] } }), now);
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
