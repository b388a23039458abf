import assert from 'node:assert/strict';
import type { LiveSession, PendingRequest } from '../../../src/shared/protocol/protocol';
import { stateLabel } from '../../../src/shared/words/stateLabels';
import { eventually } from '../../support/page/eventually';
import type { FakeHost, FakeHostOptions } from '../../support/page/fakeHost';
import { controlOn } from '../../support/fakes/fakeControl';
import { pressAll, typedKeys } from '../../support/page/randomKeys';
import { rawProtocolOf, type RawProtocol } from '../../support/page/rawProtocol';
import { pageSuite } from '../../support/page/pageSuite';
import {
  aPendingRequest,
  aSession,
  secondsAgo,
  type SessionOverrides,
} from '../../support/sessionBuilder';
import { threeQuestions } from '../../support/board/someQuestions';

const open = pageSuite();

/** Text whose letters, single and doubled, are all keys with an action. */
const text = 'off fhhbbq ttyyppxxaadd sv1?n';

const titleOf = (sessionId: string): string => `Session ${sessionId}`;

/** A session with this id whose request can be answered; its call has the same id. */
function asks(
  sessionId: string,
  change: Partial<PendingRequest> = {},
  more: SessionOverrides = {},
): LiveSession {
  return aSession({
    sessionId,
    title: titleOf(sessionId),
    agentState: { group: 'needs_you', state: 'needs_permission', label: 'Needs permission: Bash' },
    pendingRequest: aPendingRequest({
      requestId: `request-${sessionId}`,
      call: { id: sessionId, fate: 'open', answerable: true },
      ...change,
    }),
    prompting: { way: 'terminal', prompts: [] },
    ...more,
  });
}

const prompt = { id: 'p', text: '', whole: true, state: 'queued', at: secondsAgo(60) } as const;
const sure = { confidence: 1, source: 'hook' } as const;
const idle = {
  group: 'needs_you',
  state: 'idle',
  label: stateLabel('idle'),
  ...sure,
} as const;
const works = {
  group: 'autonomous',
  state: 'thinking',
  label: stateLabel('thinking'),
  ...sure,
} as const;
const closed = {
  group: 'delivered',
  state: 'session_ended',
  label: stateLabel('closed'),
  ...sure,
} as const;

const rests = (sessionId: string, prompts: readonly object[] = []): LiveSession =>
  aSession({
    sessionId,
    title: titleOf(sessionId),
    agentState: idle,
    prompting: { way: 'terminal', prompts: prompts as [], waitsFor: 'turn' },
  });
const questions = { toolName: 'AskUserQuestion', toolInput: { questions: [threeQuestions[0]] } };
const plan = { toolName: 'ExitPlanMode', toolInput: { plan: '# A plan' } };

const cardInList = (host: FakeHost, sessionId: string) =>
  host.page.locator(`.card[data-session="${sessionId}"]`);
const button = (host: FakeHost, sessionId: string, name: string) =>
  host.whole(sessionId).getByRole('button', { name, exact: true });

interface FieldCase {
  readonly session: (sessionId: string) => LiveSession;
  /** Moves the focus into the session's field, which is empty. */
  readonly enter: (host: FakeHost, sessionId: string) => Promise<void>;
}

const fields: Readonly<Record<string, FieldCase>> = {
  'a message with a denial': {
    session: asks,
    enter: (host, id) => button(host, id, 'Deny with Message…').click(),
  },
  'a reply to a question': {
    session: (id) => asks(id, questions),
    enter: (host, id) => button(host, id, 'Reply with a Message…').click(),
  },
  'one’s own answer to a question': {
    session: (id) => asks(id, questions),
    enter: (host, id) => host.whole(id).getByLabel('Your own answer').focus(),
  },
  'what a plan is sent back with': {
    session: (id) => asks(id, plan),
    enter: (host, id) => button(host, id, 'Request Changes…').click(),
  },
  'the next prompt': {
    session: rests,
    enter: (host) => host.page.keyboard.press('Control+Enter'),
  },
  'a prompt in line that is changed': {
    session: (id) => rests(id, [{ ...prompt, text: 'x' }]),
    async enter(host, id) {
      await button(host, id, 'Edit Prompt').click();
      await host.page.keyboard.press('Control+a');
    },
  },
  'the filter': {
    session: rests,
    enter: (host) => host.page.keyboard.press('ControlOrMeta+f'),
  },
};

/** Events that affect the session or the page while somebody types. */
const events: Readonly<Record<string, (host: FakeHost, session: LiveSession) => Promise<void>>> = {
  async 'is answered at the terminal'(host, { pendingRequest: _gone, ...session }) {
    await host.update([{ ...session, agentState: works }]);
  },
  async 'is answered in another window'(host, session) {
    const { pendingRequest, ...rest } = session;
    if (pendingRequest !== undefined) {
      const call = { id: session.sessionId, fate: 'answered', answerable: false } as const;
      await host.update([{ ...session, pendingRequest: { ...pendingRequest, call } }]);
    }
    await host.update([{ ...rest, agentState: works }]);
  },
  async 'is left to the terminal'(host, session) {
    const { pendingRequest } = session;
    const call = { id: session.sessionId, fate: 'handedBack', answerable: false } as const;
    const next = pendingRequest && { ...session, pendingRequest: { ...pendingRequest, call } };
    await host.update([next ?? { ...session, prompting: { prompts: [] } }]);
  },
  async 'asks for something else'(host, session) {
    const other = { id: `other-${session.sessionId}`, fate: 'open', answerable: true } as const;
    const toolInput = { command: 'rm -rf build' };
    const change = { requestId: other.id, toolInput, call: other };
    await host.update([{ ...session, ...asks(session.sessionId, change) }]);
  },
  async 'is asked again by the next hub'(host, session) {
    const { pendingRequest, ...rest } = session;
    await host.setConnection('offline');
    await host.update([session]);
    if (pendingRequest === undefined) await host.update([rest]);
    else {
      const call = { id: `again-${session.sessionId}`, fate: 'open', answerable: true } as const;
      const again = { ...pendingRequest, requestId: call.id, call };
      await host.update([{ ...rest, pendingRequest: again }]);
    }
    await host.setConnection('live');
  },
  async ends(host, { pendingRequest: _gone, prompting: _none, pid: _pid, ...session }) {
    await host.update([{ ...session, agentState: closed }]);
  },
  async 'is forgotten'(host, { sessionId }) {
    await host.update([], [sessionId]);
  },
  async 'is dismissed'(host, { pendingRequest: _gone, prompting: _none, pid: _pid, ...session }) {
    const agentState = {
      group: 'delivered',
      state: 'archived',
      label: stateLabel('dismissed'),
      ...sure,
    } as const;
    await host.update([{ ...session, agentState }]);
  },
  async 'moves to another column with its request'(host, session) {
    await host.update([{ ...session, agentState: works }]);
    await host.update([session]);
  },
  async 'hands its prompts over'(host, session) {
    const handed = { ...prompt, text: 'x', state: 'handedOver' };
    await host.update([{ ...session, prompting: { way: 'terminal', prompts: [handed as never] } }]);
    await host.update([{ ...session, prompting: { way: 'terminal', prompts: [] } }]);
  },
  async 'comes anew, as an update was lost'(host, session) {
    host.loseUpdate([{ ...session, agentState: works }]);
    await host.update([]);
  },
  async 'is not controlled from this window any more'(host) {
    await host.setControl({ status: 'off', disabledProjects: [] });
  },
  async 'goes with everything else'(host, { sessionId }) {
    await host.setConnection('offline');
    await host.update([], [sessionId, other.sessionId]);
    await host.setConnection('off');
  },
};

const other = aSession({ sessionId: 'b', title: 'Session b', agentState: works });
const inPlace = 'a pane in the place of the lists';
const places: Readonly<Record<string, FakeHostOptions>> = {
  [inPlace]: {},
  'a pane beside the lists': { width: 1_440 },
};

/**
 * All events if the pane replaces the lists; beside the lists, those that move the session's card.
 */
const happening = (place: string) =>
  Object.entries(events).filter(
    ([name]) => place === inPlace || /answered at|ends|forgotten|dismissed|moves/.test(name),
  );

/** The focused text field of the page, with the position of the caret. */
const written = (host: FakeHost) =>
  host.page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
      ? { value: field.value, caret: field.selectionStart }
      : { value: `no field: ${field?.outerHTML.slice(0, 80)}`, caret: -1 };
  });
const done = (host: FakeHost) =>
  host.received.filter(({ type }) => !['ready', 'arrange', 'inSight'].includes(type));

/** Shows a new session on a live board that is under control. */
async function startRound(host: FakeHost, session: LiveSession): Promise<void> {
  await host.setConnection('live');
  await host.setControl(controlOn);
  await host.update([session, other]);
  await host.choose(session.sessionId);
  // A card that has just appeared ignores clicks at first.
  await host.page.clock.runFor(1_000);
}

/** Types a few keys at a time, so that events can occur between any two of them. */
async function type(keys: RawProtocol, letters: string): Promise<void> {
  for (let at = 0; at < letters.length; at += 4)
    await pressAll(keys, typedKeys(letters.slice(at, at + 4)));
}

/** Clears and leaves the field, and removes the session from the board. */
async function finishRound(host: FakeHost, sessionId: string): Promise<void> {
  await host.page.keyboard.press('Control+a');
  await host.page.keyboard.press('Delete');
  await host.page.keyboard.press('Escape');
  await host.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // Cards stay in their places while the pointer is among them.
  await host.page.mouse.move(1, 1);
  await host.page.clock.runFor(100);
  await host.update([], [sessionId]);
  await cardInList(host, sessionId).waitFor({ state: 'detached' });
  host.received.splice(0);
}

const ofEachKind = new Set(['a message with a denial', 'the next prompt', 'the filter']);

/** Positions in the text at which the event occurs: early, within a doubled letter, late. */
const moments = [0, 1, 4, 9, 16, 25];

describe('Words that somebody types', function () {
  this.timeout(120_000);
  for (const [what, { session: sessionOf, enter }] of Object.entries(fields)) {
    for (const [place, options] of Object.entries(places)) {
      // Beside the lists one field of each kind is enough: an answer, a prompt, the page's own.
      if (place !== inPlace && !ofEachKind.has(what)) continue;
      it(`as ${what}, in ${place}, stay in a field whatever happens, and are no commands`, async () => {
        const host = await open({ sessions: [other], ...options });
        const keys = await rawProtocolOf(host.page);
        let round = 0;
        for (const [name, happen] of happening(place)) {
          const moment = moments[round % moments.length] ?? 0;
          const sessionId = `a${String(round)}`;
          const session = sessionOf(sessionId);
          round += 1;
          await startRound(host, session);
          await enter(host, sessionId);
          await host.page.locator('textarea:focus, input:focus').waitFor();
          await type(keys, text.slice(0, moment));
          const happened = happen(host, session);
          await type(keys, text.slice(moment));
          await happened;
          await host.page.clock.runFor(50);
          await eventually(async () =>
            assert.deepEqual(
              await written(host),
              { value: text, caret: text.length },
              `${what}, ${place}: ${name}`,
            ),
          );
          assert.deepEqual(done(host), [], `${what}: ${name}`);
          await finishRound(host, sessionId);
        }
      });
    }
  }
});
