import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  alertText,
  endedAlertText,
  warningText,
} from '../../../src/extension/hub/phone/push/pushTexts';
import { muteName, muteTargets } from '../../../src/extension/views/attention/muteText';
import { noticeOf } from '../../../src/extension/views/attention/notice';
import { statusBarState } from '../../../src/extension/views/statusBar/statusBarModel';
import { sessionRow } from '../../../src/extension/views/tree/sessionRow';
import { sessionMarkdown } from '../../../src/extension/views/sessionText';
import { collisionEvidence, sharedText } from '../../../src/shared/board/texts/collisionText';
import {
  badgesOf,
  branchName,
  layerLabel,
  displayDetail,
  outcomeText,
  repositoryLines,
} from '../../../src/shared/board/texts/displayText';
import { machineText, placeName } from '../../../src/shared/board/texts/machineText';
import { explain } from '../../../src/shared/words/explain';
import { ownTranslator } from '../../../src/shared/words/l10n';
import { machineFaultText } from '../../../src/shared/words/machineFaultText';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { changeAnnouncement } from '../../../src/webview/keys/announce';
import { activityLineOf } from '../../../src/shared/board/activityLine';
import { FakeBoard } from '../../support/fakes/fakeBoard';
import { hostileText } from '../../support/hostileText';
import { believableBoard } from '../../support/page/boards/believableBoard';
import { collidingBoard } from '../../support/page/boards/collidingBoard';
import { deliveredBoard } from '../../support/page/boards/deliveredBoard';
import { machineCards, machinesBoard } from '../../support/page/boards/machinesBoard';
import { aPendingRequest, aSession, aSubagent, builderNow } from '../../support/sessionBuilder';

const now = Date.parse(builderNow);

/** Fields with state names, times and ids, which a hub validates or creates itself. */
const own = new Set(
  (
    'sessionId agentId parentAgentId requestId id group source verdict kind key tone icon place ' +
    'at stateSince startedAt endedAt lastActivityAt requestedAt reviewed since until resetsAt ' +
    'status code scope color way href url entrypoint permissionMode level since call away side type act'
  ).split(' '),
);

const sources: readonly LiveSession[] = [
  ...believableBoard,
  ...collidingBoard,
  ...deliveredBoard,
  ...machinesBoard,
  aSession({
    subagents: [aSubagent({ description: 'x', agentType: 'y' })],
    pendingRequest: aPendingRequest({ agentType: 'y', cwd: '/x' }),
    originalTitle: 'x',
  }),
];

/** Sources for tests that take longer. */
const some = sources.filter((_, at) => at % 10 === 0);

/** Replaces each untrusted text of a value by this text. */
function poisoned<T>(value: T, text: string): T {
  if (typeof value === 'string') return text as T;
  if (Array.isArray(value)) return value.map((one: unknown) => poisoned(one, text)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, own.has(name) ? one : poisoned(one, text)]),
  ) as T;
}

const times =
  /^(?:at|since|until|away|stateSince|startedAt|endedAt|lastActivityAt|requestedAt|reviewed|resetsAt)$/u;

/** Replaces all times and numbers of a value. */
function mistimed<T>(value: T, time: string, number: number): T {
  if (typeof value === 'number') return number as T;
  if (Array.isArray(value)) return value.map((one: unknown) => mistimed(one, time, number)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      times.test(name) && typeof one === 'string' ? time : mistimed(one, time, number),
    ]),
  ) as T;
}

const acting =
  // eslint-disable-next-line no-control-regex -- control characters are the subject
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/** Text wrapped in isolates, which keep it from reordering the text around it. */
const isolate = /\u2068[^\u2066-\u2069]*\u2069/gu;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Map) return [...value.values()].flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Everything shown of a session, by the place that shows it. */
function surfaces(session: LiveSession): Readonly<Record<string, unknown>> {
  const [card] = machineCards;
  const bar = statusBarState(new FakeBoard([session]), now);
  const counts = { blocked: 2, ready: 0 };
  const met = session.collisions?.found ?? [];
  const {
    contextValue: _,
    look: _look,
    children: _children,
    subagents,
    ...row
  } = sessionRow(session, now);
  return {
    row,
    subagents: [...subagents.values()].map(({ label, description, accessibleLabel }) => [
      label,
      description,
      accessibleLabel,
    ]),
    'markdown of the hover': sessionMarkdown(session, now, '/home/dev'),
    'status bar': [bar.text, bar.accessibleLabel],
    'markdown of the status bar': bar.tooltip,
    notification: noticeOf([{ session, reach: 'none', call: 'c1' }]).message,
    'notification of several': noticeOf([
      { session, reach: 'none' },
      { session, reach: 'terminal' },
    ]).message,
    push: [
      alertText({ sessions: [session], tag: 'x' }, true, counts, ownTranslator),
      alertText({ sessions: [session, session], tag: 'x' }, true, counts, ownTranslator),
      endedAlertText({ sessions: [session], tag: 'x' }, 'over', ownTranslator),
      met.map((collision) =>
        warningText({ all: [{ session, collision }], tag: 'x' }, true, ownTranslator),
      ),
    ],
    card: [
      activityLineOf(session).text,
      activityLineOf(session).asker,
      changeAnnouncement([session]),
      layerLabel(session),
      badgesOf(session).map(({ text, tooltip }) => [text, tooltip]),
      displayDetail(session),
      outcomeText(session.outcome),
      branchName(session),
      repositoryLines(session),
      placeName(session),
      machineText(session, now),
      explain(session, now),
      collisionEvidence(session, now),
      sharedText(session.collisions),
    ],
    mutes: [
      muteTargets([session]).map(({ name }) => name),
      muteName({ scope: 'session', sessionId: session.sessionId }, () => session),
    ],
    machine: card && machineFaultText(poisoned({ ...card, status: 'failed' }, session.title)),
  };
}

/** Longest text of a place, in characters; the hover and the status bar list several. */
const longest = 40_000;

function check(text: string, all = sources): void {
  for (const session of all) {
    for (const [place, shown] of Object.entries(surfaces(poisoned(session, text)))) {
      for (const one of textsIn(shown)) {
        assert.doesNotMatch(one.replace(isolate, ''), acting, place);
        assert.ok(one.length <= longest, `${place}: ${one.length} characters`);
      }
      if (place.startsWith('markdown'))
        for (const one of textsIn(shown))
          assert.doesNotMatch(one, /command:|\$\((?:bug|trash)\)|<img/u, place);
      if (place.startsWith('notification'))
        for (const one of textsIn(shown)) assert.doesNotMatch(one, /\]\((?:command|https?|file):/u);
    }
  }
}

describe('A session whose every word is hostile', function () {
  this.timeout(60_000);

  it('shows nothing that acts, in no place', () => {
    check(
      '[x](command:workbench.action.quit) $(bug) $(trash) <img src=x>\u202Ea\u0007b\u009Bc\u2067d',
    );
    check('\uD800\uDC00\uD800');
    check('__proto__');
    check('{0}{1}{2}');
    check('');
    fc.assert(
      fc.property(hostileText, (text) => check(text, some)),
      { numRuns: 20 },
    );
  });

  it('is drawn whatever stands in place of its times and numbers', () => {
    for (const time of ['', 'x', '-', '+275760-09-14T00:00:00Z', '1'.repeat(400)])
      for (const number of [1e308, -1e308, -1, 0.5, 8.64e15 + 1]) {
        for (const session of sources) surfaces(mistimed(session, time, number));
        const label = { key: 'limitResets', values: [number], text: 'x' };
        surfaces(aSession({ agentState: { state: 'rate_limited', group: 'needs_you', label } }));
      }
  });

  it('shows a bounded part of a word of a million characters', () => {
    for (const letter of ['a', '\u202E', '\n', '\uD800', '$('])
      check(letter.repeat(1_000_000), some);
  });
});
