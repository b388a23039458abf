import assert from 'node:assert/strict';
import { MissedRuns } from '../../../../src/extension/hub/schedules/missedRuns';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { HandClock } from '../../../support/handClock';
import { start, Story } from '../../../support/hub/story';

const minute = 60_000;
const day = 24 * 60 * minute;
const id = '00000000';
const prompt = 'check the build';
/** Time at which the job of these tests is due first: it was created a second after `start`. */
const due = start + 60 * minute;

describe('A scheduled run that was due', () => {
  let clock: HandClock;
  let story: Story;
  let missedRuns: MissedRuns;
  let isTouched: boolean;

  beforeEach(() => {
    clock = new HandClock(start);
    story = new Story();
    isTouched = false;
    missedRuns = new MissedRuns({ clock, touch: () => (isTouched = true) });
    story.registry('idle').line({ kind: 'other', version: '2.1.332' });
    missedRuns.start();
  });
  afterEach(() => missedRuns.dispose());

  /** The missed runs on the card at this moment. */
  function missed(): LiveSession['missed'] {
    story.now = clock.now();
    return missedRuns.fieldsOf(story.card, story.facts).missed;
  }

  /** Lets time pass, and applies what happens then. */
  function after(ms: number, act: () => void = () => undefined): LiveSession['missed'] {
    clock.go(ms);
    story.now = clock.now();
    act();
    return missed();
  }

  function call(name: string, input: object, response: object): void {
    story.registry('busy').called(name, input);
    const toolUseId = `toolu_${name}`;
    const result = { toolUseId, isError: false, rejected: false, response };
    story
      .line({ kind: 'toolResults', results: [result] })
      .answered('Done.')
      .registry('idle');
  }

  const createJob = (fields: object = {}): void =>
    call(
      'CronCreate',
      { cron: '0 * * * *', prompt, recurring: true },
      {
        id,
        recurring: true,
        durable: false,
        nextFireAt: due,
        maxAgeMs: 30 * day,
        ...fields,
      },
    );
  const startRun = (): void =>
    void story.line({ kind: 'schedule', news: { kind: 'started', id, isWakeup: false } });
  const dueTimes = (runs = missed()): readonly number[] | undefined =>
    runs?.map(({ dueAt }) => Date.parse(dueAt));

  it('is missed a minute after its time, and until the transcript has its start', () => {
    after(1_000, createJob);
    assert.equal(after(60 * minute), undefined);
    assert.equal(isTouched, false);
    clock.go(minute);
    assert.ok(isTouched, 'The card is refreshed at that time');
    assert.deepEqual(missed(), [
      { id, dueAt: new Date(due).toISOString(), prompt, recurring: true },
    ]);
    assert.deepEqual(dueTimes(after(3 * 60 * minute)), [due], 'No later run is due before it');
    assert.equal(after(1_000, startRun), undefined);
    assert.equal(after(30 * minute), undefined);
    assert.deepEqual(dueTimes(after(32 * minute)), [due + 4 * 60 * minute]);
  });

  it('is not missed while a turn or a dialog holds it back, but a minute after its end', () => {
    after(1_000, createJob);
    after(50 * minute, () => story.registry('busy').prompted());
    assert.equal(
      after(60 * minute, () => story.registry('waiting')),
      undefined,
    );
    assert.equal(after(60 * minute), undefined);
    assert.equal(
      after(1_000, () => story.answered('Done.').registry('idle')),
      undefined,
    );
    assert.equal(after(59_000), undefined);
    assert.deepEqual(dueTimes(after(2_000)), [due]);
    after(1_000, () => story.registry('busy').prompted());
    assert.deepEqual(dueTimes(), [due], 'It stays missed in the next turn');
  });

  it('is not missed at a usage limit, at which the client starts nothing', () => {
    after(1_000, createJob);
    const limit = { said: '', resetsAt: due + 120 * minute };
    after(minute, () =>
      story.line({ kind: 'apiError', error: 'rate_limit', text: 'You hit your limit', limit }),
    );
    assert.equal(after(90 * minute), undefined);
  });

  it('is not watched in a client whose transcript may not name the runs that it started', () => {
    story.line({ kind: 'other', version: '2.1.207' });
    after(1_000, createJob);
    assert.equal(after(90 * minute), undefined);
  });

  it('is no longer missed once its job is deleted', () => {
    after(1_000, createJob);
    assert.equal(after(62 * minute)?.length, 1);
    assert.equal(
      after(1_000, () => call('CronDelete', { id }, { id })),
      undefined,
    );
  });

  it('is no longer missed once the client lists its runs without it', () => {
    after(1_000, createJob);
    assert.equal(after(62 * minute)?.length, 1);
    assert.equal(
      after(1_000, () => story.hook('Stop', { session_crons: [] })),
      undefined,
    );
  });

  it('is no longer missed once its session was dismissed', () => {
    after(1_000, createJob);
    assert.equal(after(62 * minute)?.length, 1);
    const archive = { type: 'archive', sessionId: story.facts.sessionId, archived: true } as const;
    assert.equal(
      after(1_000, () => story.apply({ ...archive, at: clock.now() })),
      undefined,
    );
  });

  it('is missed because Claude Code is closed, until it is resumed', () => {
    after(1_000, createJob);
    assert.equal(
      after(minute, () => story.gone('killed')),
      undefined,
    );
    assert.equal(after(59 * minute), undefined);
    assert.equal(after(minute)?.[0]?.why, 'closed');
    const process = { pid: 5, startedAt: clock.now() };
    assert.equal(
      after(1_000, () => story.registry('idle', process)),
      undefined,
    );
    assert.deepEqual(dueTimes(after(60 * minute)), [due + 60 * minute]);
  });

  it('is missed because the computer was asleep, a minute after it woke', () => {
    after(1_000, createJob);
    clock.sleep(5 * 60 * minute);
    clock.go(0);
    assert.equal(missed(), undefined);
    assert.equal(after(59_000), undefined);
    assert.equal(after(2_000)?.[0]?.why, 'asleep');
  });

  it('is not missed if it starts right after the computer woke', () => {
    after(1_000, createJob);
    clock.sleep(5 * 60 * minute);
    clock.go(0);
    assert.equal(missed(), undefined);
    assert.equal(after(1_000, startRun), undefined);
    assert.equal(after(10 * minute), undefined);
  });

  it('is not missed before all transcripts were read, nor in the minute after that', () => {
    missedRuns = new MissedRuns({ clock, touch: () => (isTouched = true) });
    after(1_000, createJob);
    assert.equal(after(90 * minute), undefined);
    missedRuns.start();
    assert.ok(isTouched);
    assert.equal(after(59_000), undefined);
    assert.equal(after(2_000)?.length, 1);
  });

  it('is not missed if another session has taken over its durable job', () => {
    after(1_000, () => createJob({ durable: true }));
    after(minute, () => story.gone('killed'));
    assert.equal(after(61 * minute)?.[0]?.why, 'closed');
    const other = new Story();
    other.now = clock.now();
    other.line({ kind: 'schedule', news: { kind: 'started', id, isWakeup: false } });
    isTouched = false;
    missedRuns.fieldsOf({ ...other.card, sessionId: 'other' }, other.facts);
    assert.ok(isTouched);
    assert.equal(missed(), undefined);
  });

  it('is not missed in a fork while its original starts the copied job', () => {
    after(1_000, createJob);
    const original = new Story();
    clock.go(60 * minute);
    original.now = clock.now();
    original.line({ kind: 'schedule', news: { kind: 'started', id, isWakeup: false } });
    missedRuns.fieldsOf({ ...original.card, sessionId: 'original' }, original.facts);
    assert.equal(after(2 * minute), undefined);
    assert.deepEqual(dueTimes(after(60 * minute)), [due + 60 * minute]);
  });

  it('is missed in a fork once its original’s start is older than the starts that are stored', () => {
    missedRuns = new MissedRuns({ clock, touch: () => (isTouched = true), maxStarts: 2 });
    missedRuns.start();
    after(1_000, createJob);
    clock.go(60 * minute);
    const originals = [id, '11111111', '22222222'].map((runId) => {
      const original = new Story();
      original.now = clock.now();
      original.line({
        kind: 'schedule',
        news: { kind: 'started', id: runId, isWakeup: false },
      });
      clock.go(1_000);
      return original;
    });
    const refresh = (...indices: readonly number[]): void => {
      for (const index of indices) {
        const { card, facts } = originals[index] ?? assert.fail();
        missedRuns.fieldsOf({ ...card, sessionId: `original ${index}` }, facts);
      }
    };
    refresh(0, 1);
    assert.equal(after(2 * minute), undefined);
    refresh(2);
    assert.deepEqual(dueTimes(after(2 * minute)), [due]);
    isTouched = false;
    refresh(0);
    assert.equal(isTouched, false, 'An evicted start is not stored again');
    assert.deepEqual(dueTimes(), [due]);
  });

  it('is not missed in a session that continues under another id', () => {
    after(1_000, createJob);
    after(minute, () => story.gone('moved'));
    assert.equal(after(2 * 60 * minute), undefined);
  });

  it('is not missed if the client reported a start that its expression does not explain', () => {
    // The client is in a time zone that is half an hour off.
    const shifted = due - 30 * minute;
    after(1_000, () => createJob({ nextFireAt: shifted }));
    assert.deepEqual(
      dueTimes(after(40 * minute)),
      [shifted],
      'The reported start itself is certain',
    );
    after(1_000, startRun);
    assert.equal(after(5 * 60 * minute), undefined);
  });

  it('counts the first run after a job’s greatest age as the last one', () => {
    after(1_000, () => createJob({ maxAgeMs: 90 * minute }));
    after(60 * minute, startRun);
    after(60 * minute, startRun);
    assert.equal(after(5 * 60 * minute), undefined);
  });

  it('is due five minutes after the last one, minus the lead that keeps the API’s cache', () => {
    const created = start + 1_000;
    const every = (): void =>
      call(
        'CronCreate',
        { cron: '*/5 * * * *', prompt },
        {
          id: 'ffffffff',
          recurring: true,
          nextFireAt: created + 285_000,
          maxAgeMs: 30 * day,
        },
      );
    after(1_000, every);
    assert.equal(after(285_000 + 59_000), undefined);
    assert.deepEqual(dueTimes(after(2_000)), [created + 285_000]);
  });

  it('may be a wake-up, which is removed once it has started or was cancelled', () => {
    const wakeup = (): void =>
      call('ScheduleWakeup', { prompt: '/loop watch' }, { scheduledFor: start + 10 * minute });
    after(1_000, wakeup);
    assert.deepEqual(dueTimes(after(11 * minute)), [start + 10 * minute]);
    const started = { kind: 'started', id: 'a8b9cde0', isWakeup: true } as const;
    assert.equal(
      after(1_000, () => story.line({ kind: 'schedule', news: started })),
      undefined,
    );
    const next = (): void =>
      call('ScheduleWakeup', { prompt: '/loop watch' }, { scheduledFor: start + 30 * minute });
    after(1_000, next);
    after(minute, () => story.line({ kind: 'schedule', news: { kind: 'armed', runs: [] } }));
    assert.equal(after(60 * minute), undefined);
  });
});
