import assert from 'node:assert/strict';
import type { PromptChange } from '../../../src/shared/protocol/prompts';
import type { FollowUpCondition } from '../../../src/shared/protocol/session/followUp';
import { NightShift, type Work } from '../../support/hub/nightShift';
import { removeHome, tempHome } from '../../support/hub/tempHome';

const evening = Date.parse('2026-03-02T22:00:00.000Z');
const hourMs = 3_600_000;
const sessions = ['api', 'web', 'docs', 'infra', 'review'] as const;
type SessionName = (typeof sessions)[number];

/** A follow-up as a person wrote it, and how often the night has to send it. */
interface Written extends Omit<Extract<PromptChange, { kind: 'add' }>, 'kind' | 'text'> {
  readonly to: SessionName;
  readonly sent: number;
}

const finished = (of?: SessionName): FollowUpCondition => ({
  kind: 'finished',
  ...(of && { of }),
});
const newSession = { folder: '/home/dev/shop' } as const;

const written: readonly Written[] = [
  { to: 'api', id: 'Migrate the table', when: finished(), sent: 1 },
  { to: 'api', id: 'Commit it', when: { kind: 'fact', fact: 'testsGreen' }, sent: 1 },
  {
    to: 'review',
    id: 'Review the commit',
    when: { kind: 'fact', fact: 'committed', of: 'api' },
    repeat: { max: 3 },
    sent: 1,
  },
  {
    to: 'web',
    id: 'Fix the tests',
    when: { kind: 'fact', fact: 'testsRed' },
    repeat: { max: 5 },
    sent: 2,
  },
  // A ring: each of the three wakes the next one.
  { to: 'docs', id: 'Describe it', when: finished('web'), repeat: { max: 2 }, sent: 2 },
  { to: 'infra', id: 'Deploy it', when: finished('docs'), repeat: { max: 2 }, sent: 2 },
  { to: 'web', id: 'Use it', when: finished('infra'), repeat: { max: 2 }, sent: 2 },
  {
    to: 'infra',
    id: 'Check the backups',
    when: { kind: 'time', at: evening + 5 * hourMs },
    sent: 1,
  },
  {
    to: 'infra',
    id: 'Start the day',
    when: { kind: 'time', at: evening + 6 * hourMs },
    newSession,
    sent: 1,
  },
  { to: 'docs', id: 'Take over', when: { kind: 'ended', of: 'review' }, newSession, sent: 1 },
  // None of these may come true.
  { to: 'api', id: 'Close the issue', when: { kind: 'fact', fact: 'pullMerged' }, sent: 0 },
  { to: 'review', id: 'Push it', when: { kind: 'fact', fact: 'pushed', of: 'web' }, sent: 0 },
  { to: 'docs', id: 'Hold this', when: finished('api'), sent: 0 },
  { to: 'docs', id: 'Remove this', when: finished('api'), sent: 0 },
  { to: 'api', id: 'Not yet', when: { kind: 'time', at: evening + 30 * hourMs }, sent: 0 },
];

/** The work of the sessions on their prompts; the tests of `web` pass after the second fix. */
function workOf(): (text: string) => Work | undefined {
  let fixes = 0;
  const tests =
    (ok: boolean): Work =>
    (session, at) => {
      session.tests = { ok, at: new Date(at).toISOString() };
    };
  return (text) => {
    switch (text) {
      case 'Migrate the table':
        return tests(true);
      case 'Commit it':
        return (session, at) => void session.facts.push({ kind: 'committed', at });
      case 'Build the page':
        return tests(false);
      case 'Fix the tests':
        fixes += 1;
        return tests(fixes === 2);
      case 'Review the commit':
        return (session, at) => {
          session.endedAt = at;
        };
      default:
        return undefined;
    }
  };
}

describe('A night of five sessions with follow-ups', () => {
  let home: string;
  let night: NightShift;

  beforeEach(async () => {
    home = await tempHome();
    night = new NightShift(home, sessions, evening, workOf());
    await night.startHub();
  });
  afterEach(async () => {
    await night.close();
    await removeHome(home);
  });

  const key = (to: string, text: string): string => `${to}: ${text}`;
  const delivered = (): readonly string[] =>
    night.deliveries.map(({ to, text }) => key(to, text)).toSorted();
  const expected = written
    .flatMap(({ to, id, sent, newSession: target }) =>
      Array<string>(sent).fill(key(target === undefined ? to : 'new', id)),
    )
    .toSorted();

  it('ends with every prompt that a proved condition sent, and with none that nobody wrote', async function () {
    this.timeout(60_000);
    for (const { to, id, sent: _sent, ...followUp } of written)
      await night.change(to, { kind: 'add', text: id, ...followUp, id: idOf(id) });
    await night.change('docs', { kind: 'hold', id: idOf('Hold this'), held: true });
    await night.change('docs', { kind: 'remove', id: idOf('Remove this') });
    night.type('api', 'Plan the migration');
    night.type('web', 'Build the page');
    await night.liveUntil(() => assert.ok(night.deliveries.length >= 4));
    await night.startHub();
    await night.liveUntil(() => assert.ok(night.deliveries.length >= 9));
    // The machine sleeps for some hours while no hub runs.
    await night.close();
    night.now = Math.max(night.now, evening + 7 * hourMs);
    await night.startHub();
    await night.liveUntil(() => assert.deepEqual(delivered(), expected));
    await night.startHub();
    // All sessions work and rest once more: nothing but the ring's maximum keeps them quiet.
    for (const sessionId of ['api', 'web', 'docs', 'infra']) night.type(sessionId, 'Good morning');
    await night.live(40);
    assert.deepEqual(delivered(), expected);
  });
});

const idOf = (text: string): string => text.toLowerCase().replaceAll(' ', '-');
