import assert from 'node:assert/strict';
import { hookReport } from '../../../../src/extension/agents/claude/hooks/hookReport';
import {
  isMadeByClient,
  isTaskNotification,
} from '../../../../src/extension/agents/claude/texts/promptMarks';
import { isWrittenByPerson } from '../../../../src/extension/hub/domain/facts/promptAuthor';
import type { ScheduledRun } from '../../../../src/extension/hub/domain/facts/schedule/schedule';
import type { HookState } from '../../../../src/extension/hub/domain/facts/session';
import { stateLabel } from '../../../../src/shared/words/stateLabels';

const at = Date.parse('2026-03-02T10:00:00.000Z');
const nothing = { schedule: undefined, continuesAt: undefined, main: undefined };
const minute = 60_000;

const reportOf = (prompt: string) =>
  hookReport({ session_id: 'a', hook_event_name: 'UserPromptSubmit', prompt });

describe('A prompt that a hook reports', () => {
  for (const prompt of ['Add a cart', '/loop 5m check', 'Look at <task-notification>', '']) {
    it(`is a person's: ${prompt || 'an empty one'}`, () => {
      assert.equal(isWrittenByPerson(nothing, reportOf(prompt), at), true);
    });
  }

  for (const prompt of [
    '<task-notification>\n<task-id>a</task-id>',
    '<agent-message from="worker">Done.</agent-message>',
    '<teammate-message teammate_id="team-lead">Go</teammate-message>',
    'Another Claude session sent a message:\n<teammate-message teammate_id="worker">{}</teammate-message>',
    'The following one-shot scheduled task was missed while Claude was not running.',
  ]) {
    it(`is one of the client: ${prompt.slice(0, 40)}`, () => {
      assert.equal(isWrittenByPerson(nothing, reportOf(prompt), at), false);
    });
  }

  it('is a notice of a task by the mark of the client’s prompts alone, after white space too', () => {
    for (const [prompt, isNotice] of [
      ['<task-notification>\n<task-id>a</task-id>', true],
      ['\n <task-notification id="a">', true],
      ['<agent-message from="worker">Done.</agent-message>', false],
      ['<task-notifications>', false],
      ['Look at <task-notification>', false],
    ] as const) {
      assert.equal(isTaskNotification(prompt), isNotice, prompt);
      assert.ok(isMadeByClient(prompt) || !isNotice, prompt);
    }
  });

  it('is the client’s right after it announced that it continues on its own', () => {
    const announced = { ...nothing, continuesAt: at };
    assert.equal(isWrittenByPerson(announced, reportOf('Continue the task'), at + 200), false);
    assert.equal(isWrittenByPerson(announced, reportOf('Continue the task'), at + 60_000), true);
  });

  it('is the client’s if it starts a scheduled run', () => {
    const run = {
      id: 'a',
      kind: 'job',
      cron: '*/5 * * * *',
      recurring: true,
      durable: false,
      prompt: 'check the build',
      at: undefined,
    } as const;
    const scheduled = { ...nothing, schedule: { at, runs: [run] } };
    assert.equal(isWrittenByPerson(scheduled, reportOf('check the build'), at + 1_000), false);
    assert.equal(isWrittenByPerson(scheduled, reportOf('check the tests'), at + 1_000), true);
    const once = { ...run, recurring: false, at: at + 600_000 };
    const later = { ...nothing, schedule: { at, runs: [once] } };
    assert.equal(isWrittenByPerson(later, reportOf('check the build'), at + 1_000), true);
    assert.equal(isWrittenByPerson(later, reportOf('check the build'), at + 600_000), false);
  });

  describe('with the text of a scheduled run', () => {
    const run = {
      id: undefined,
      kind: 'job',
      cron: '*/30 * * * *',
      recurring: true,
      durable: false,
      prompt: 'check the build',
      at: undefined,
    } as const;
    /** The session became idle at 10:01; its scheduled run starts at 10:30. */
    const rest: HookState = {
      kind: 'resting',
      state: 'idle',
      label: stateLabel('idle'),
      confidence: 1,
      at: at + minute,
      since: at + minute,
      moment: 'turnEnd',
    };
    const isPersonsAt = (minutes: number, of: Partial<ScheduledRun> = {}): boolean => {
      const schedule = { at, runs: [{ ...run, ...of }] };
      const facts = { schedule, continuesAt: undefined, main: rest };
      return isWrittenByPerson(facts, reportOf(run.prompt), at + minutes * minute);
    };

    it("is a person's long before the run starts, and the run's when it does", () => {
      assert.equal(isPersonsAt(10), true);
      assert.equal(isPersonsAt(30), false);
      assert.equal(isPersonsAt(31), false);
    });

    it("is the run's if that was due during the previous turn or while the computer slept", () => {
      assert.equal(isPersonsAt(1.5), false);
      assert.equal(isPersonsAt(300), false);
    });

    it("is the run's if the run’s time is unknown", () => {
      assert.equal(isPersonsAt(10, { cron: undefined }), false);
    });

    it("is a person's again once a one-time run has started", () => {
      const once = { recurring: false, at: at + 30 * minute } as const;
      assert.equal(isPersonsAt(10, once), true);
      assert.equal(isPersonsAt(30, once), false);
      assert.equal(isPersonsAt(10, { ...once, at: at - 30 * minute }), true);
    });
  });
});
