import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { AgentState } from '../../src/shared/protocol/protocol';
import { gate, type Gate } from '../support/realClient/gate';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { agent, ask, bash, hold, question, Reply, say, tool } from '../support/claude/reply';
import { fail, script, writePlan } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientOptions, type ClientSession } from '../support/claude/session';
import { skip } from '../support/skip';
import { until } from '../support/until';
import { installHooks, WatchedHub, type ReportedState } from '../support/watchedHub';
import { rightState } from '../truth/measure';
import { Person } from '../truth/person';
import { after as later } from '../truth/steps';
import { brief, timelineAround } from '../truth/toldHistory';
import { tidy, truths, type Truth, type TruthChange } from '../truth/truth';
import { createUnderstudy, type Understudy } from '../truth/createUnderstudy';

/**
 * Tolerance between the hub's stream and the screen while nobody acts, in ms, in both directions.
 */
const slackMs = 1_000;
const drawnAfterMs = 500;
/**
 * Slightly less than the two seconds for which the hub prefers a hook to an unchanged registry, in
 * ms.
 */
const hookPreferredMs = 1_500;
const standInsPerSession = 2;
/**
 * How long the board waits for its transcripts, in ms: a busy machine may need longer than a person
 * would wait.
 */
const patienceMs = 60_000;
/** Number of clients that are controlled concurrently. */
const atOnce = 3;

interface Player {
  readonly person: Person;
  readonly is: Truth;
  /** Lets the session continue, so that its first hooks come. */
  readonly goOn: () => Promise<void>;
}

describe('A hub that starts while sessions are in the middle of everything', function () {
  this.timeout(300_000);
  const players: Player[] = [];
  const standIns: (Understudy & { readonly is: Truth })[] = [];
  let api: ScriptedApi;
  let home: IsolatedHome;
  let hub: WatchedHub;

  before('bring real clients into ten states', async function () {
    if (process.platform !== 'linux') skip(this, 'Stand-in processes need /proc.');
    const client = { path: await installClient(), version: pinnedVersion };
    api = await ScriptedApi.start();
    home = await IsolatedHome.create({ settings: { permissions: { allow: ['Bash'] } } });
    await installHooks(home.configHome, client);
    await sideBySide(states, async (state) => void players.push(await state()));
    for (const { person, is } of players) {
      const { sessionId, session } = person;
      const pid = session.terminal.exit === undefined ? session.pid : undefined;
      for (let count = 0; count < standInsPerSession; count++) {
        const double = await createUnderstudy(home.configHome, { sessionId, pid });
        standIns.push({ ...double, is });
      }
    }
    hub = await WatchedHub.start(home.configHome, { firstBoardMs: patienceMs });
  });

  after(async () => {
    for (const double of standIns) double.dismiss();
    for (const { person } of players) await person.session.dispose();
    await hub?.stop();
    await home?.dispose();
    await api?.close();
  });

  async function person(options: Omit<ClientOptions, 'api' | 'home'> = {}): Promise<Person> {
    return new Person(await startClient({ ...options, api, home }), api);
  }

  /** Plays a complete turn of an idle session. */
  async function playTurn(one: Person, marker: string): Promise<void> {
    api.add(script(marker, [later(400, (start) => start.say('And so on.'))]));
    await one.turn(`[[${marker}]] please`);
  }

  /**
   * Releases the held call once the screen, which is the reference here, shows that the client
   * works again.
   */
  async function worksOn(one: Person, release: Gate): Promise<void> {
    await one.sees('working');
    release.open();
    await one.sees('prompt');
  }

  const states: readonly (() => Promise<Player>)[] = [
    async () => {
      const one = await person();
      await playTurn(one, 'idle');
      return { person: one, is: truths.idle, goOn: () => playTurn(one, 'idle2') };
    },
    async () => {
      const one = await person();
      const release = gate();
      api.add(script('thinking', [hold(release).say('At last.')]));
      await one.prompt('[[thinking]] long');
      const goOn = async (): Promise<void> => {
        release.open();
        await one.sees('prompt');
      };
      return { person: one, is: truths.thinking, goOn };
    },
    async () => {
      const one = await person();
      const flag = path.join(home.folder, 'go');
      api.add(
        script('acting', [bash(`while [ ! -f ${flag} ]; do sleep 0.2; done`), say('It came.')]),
      );
      await one.prompt('[[acting]] now');
      await one.reads('sleep 0.2');
      const goOn = async (): Promise<void> => {
        await fs.writeFile(flag, '');
        await one.sees('prompt');
      };
      return { person: one, is: truths.acting, goOn };
    },
    async () => {
      const one = await person();
      const file = { file_path: path.join(home.project, 'one.txt'), content: 'x' };
      const release = gate();
      api.add(script('permission', [tool('Write', file), hold(release).say('Written.')]));
      await one.turn('[[permission]] please', 'permission');
      const goOn = async (): Promise<void> => {
        await one.chooses(/^Yes$/);
        await worksOn(one, release);
      };
      return { person: one, is: truths.permission, goOn };
    },
    async () => {
      const one = await person();
      const release = gate();
      const asked = ask(question('Which?', ['Red', 'Blue']));
      api.add(script('question', [asked, hold(release).say('Fine.')]));
      await one.turn('[[question]] me', 'question');
      const goOn = async (): Promise<void> => {
        await one.chooses(/^Blue/);
        await worksOn(one, release);
      };
      return { person: one, is: truths.question, goOn };
    },
    async () => {
      const one = await person({ args: ['--permission-mode', 'plan'] });
      const release = gate();
      const planned = say('So.').exitPlan();
      api.add(script('plan', [writePlan('# A plan'), planned, hold(release).say('Begun.')]));
      await one.turn('[[plan]] it', 'plan');
      const goOn = async (): Promise<void> => {
        await one.session.approvePlan();
        await worksOn(one, release);
      };
      return { person: one, is: truths.plan, goOn };
    },
    async () => {
      const one = await person();
      const streams = say('It begins.').say('Word after word. '.repeat(200), { delayMs: 50 });
      api.add(script('stopped', [streams]));
      await one.prompt('[[stopped]] please');
      await one.reads('It begins.'); // Escape before the first word takes the prompt back.
      one.escapes();
      await one.sees('prompt');
      one.knows(truths.interrupted);
      return { person: one, is: truths.interrupted, goOn: () => playTurn(one, 'stopped2') };
    },
    async () => {
      const one = await person();
      api.add(script('error', [fail(400, { delayMs: 300 })]));
      await one.turn('[[error]] please');
      one.knows(truths.error);
      return { person: one, is: truths.error, goOn: () => playTurn(one, 'error2') };
    },
    async () => {
      const one = await person();
      const release = gate();
      api.add(
        script('parent', [
          agent({ prompt: '[[child]] go' }),
          say('Launched.'),
          later(400, (start) => start.say('Back.')), // Longer than the screen takes to show it.
        ]),
        script('child', [hold(release).say('Found.')]),
      );
      await one.turn('[[parent]] go', 'background');
      const goOn = async (): Promise<void> => {
        release.open();
        await one.sees('prompt');
      };
      return { person: one, is: truths.waitingForAgent, goOn };
    },
    async () => {
      const one = await person();
      api.add(script('asks', [say('There are two ways. Which one do you want?')]));
      await one.turn('[[asks]] back');
      // The screen looks idle before and after so short a turn, so the test states the truth
      // itself.
      one.knows(truths.asked);
      return { person: one, is: truths.asked, goOn: () => playTurn(one, 'asks2') };
    },
    async () => {
      const one = await person();
      await playTurn(one, 'closed');
      await one.session.exit();
      return { person: one, is: truths.closed, goOn: () => Promise.resolve() };
    },
  ];

  it('shows each of more than thirty right, by registry and transcripts alone', async () => {
    const expected = new Map<string, Truth>([
      ...players.map(({ person, is }) => [person.sessionId, is] as const),
      ...standIns.map(({ sessionId, is }) => [sessionId, is] as const),
    ]);
    assert.ok(expected.size > 30);
    await until(
      () => hub.board.sessions,
      (sessions) => {
        const wrong = [...expected].filter(([id, truth]) => {
          const found = sessions.find(({ sessionId }) => sessionId === id)?.agentState;
          return !rightState({ truth, told: found });
        });
        assert.deepEqual(
          wrong.map(([id, truth]) => [agentStateOf(id), truth.states]),
          [],
        );
      },
    );
    assert.ok(hub.told.every(({ state }) => state.source !== 'hook'));
    const untrue = hub.told.filter(({ sessionId, state }) => {
      const truth = expected.get(sessionId);
      return !rightState({ truth, told: state });
    });
    assert.deepEqual(untrue.map(brief), [], 'Something untrue was told on the way');
  });

  it('tells nothing untrue when the first hooks come', async () => {
    await sideBySide(players, async ({ person, goOn }) => {
      person.knows(truths.turning);
      await goOn();
    });
    const answered = answeredAt(api);
    await until(
      () => players.map(({ person }) => agentStateOf(person.sessionId)?.group),
      (groups) => assert.ok(groups.every((group) => group !== 'autonomous')),
    );
    const flickers = players.flatMap(({ person }) => {
      const all = person.truth().get(person.sessionId) ?? [];
      const truth = tidy(
        all.map(({ at, truth: is }) => {
          const turns = is === truths.thinking && answered.has(at);
          return { at, truth: turns ? truths.turning : is };
        }),
      );
      const reports = hub.told.filter((one) => one.sessionId === person.sessionId);
      const statuses = person.session.file.statuses;
      const untrue = reports.filter(
        (one) =>
          mayBeSeen(one, reports) &&
          !wasTrue(one, truth) &&
          !wasDrawnLater(one, truth) &&
          !wasLate(one, reports, truth) &&
          !wasUnread(one, statuses) &&
          !wasShown(one, reports, statuses),
      );
      return untrue.map((one) => ({
        untrue: brief(one),
        history: timelineAround({ truth, told: reports, statuses }, one.at),
      }));
    });
    assert.deepEqual(flickers, []);
    assert.ok(hub.told.some(({ state }) => state.source === 'hook'));
  });

  it('never touched the sessions that nothing happened to', () => {
    for (const { sessionId, is } of standIns) {
      const states = hub.told.filter((one) => one.sessionId === sessionId);
      assert.deepEqual(
        states.filter(({ state }) => !rightState({ truth: is, told: state })).map(brief),
        [],
      );
    }
  });

  function agentStateOf(sessionId: string): AgentState | undefined {
    return hub.board.get(sessionId)?.agentState;
  }
});

/**
 * Runs `act` for all, a few concurrently: working clients redraw for as long as the others take.
 */
async function sideBySide<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/**
 * True if the state lasted long enough for the screen: working for a few ms is real and never
 * drawn, while needing a person is always drawn.
 */
function mayBeSeen({ at, state }: ReportedState, reported: readonly ReportedState[]): boolean {
  if (state.group !== 'autonomous') return true;
  const next = reported.find((one) => one.at > at && one.state.state !== state.state);
  return (next?.at ?? Infinity) - at >= drawnAfterMs;
}

/** Times at which the model had completed a turn's answer. */
function answeredAt(api: ScriptedApi): ReadonlySet<number> {
  const completeAnswers = api.requests.filter(
    ({ answer }) => answer instanceof Reply && answer.parts.every(({ type }) => type !== 'tool'),
  );
  return new Set(completeAnswers.flatMap(({ endedAt }) => endedAt ?? []));
}

/**
 * True if the state matches the screen. During a transition the previous and all following states
 * match, however long it takes, and so does thinking, which a quick turn never draws.
 */
function wasTrue({ at, state }: ReportedState, truth: readonly TruthChange[]): boolean {
  const fits = (is: Truth): boolean => rightState({ truth: is, told: state });
  return truth.some((change, place) => {
    const until = truth[place + 1]?.at ?? Infinity;
    if (change.at > at + slackMs || until < at - slackMs) return false;
    if (change.truth !== truths.turning) return fits(change.truth);
    const rest = truth.slice(place + 1);
    const end = rest.findIndex((later) => later.truth === truths.turning);
    const follow = end < 0 ? rest : rest.slice(0, end);
    const before = truth.slice(Math.max(place - 1, 0), place);
    return [truths.thinking, ...[...before, ...follow].map((one) => one.truth)].some(fits);
  });
}

/**
 * True if a state was only late, as on a busy machine: it was true when its signal was sent, and no
 * newer one was reported before.
 */
function wasLate(
  one: ReportedState,
  reports: readonly ReportedState[],
  truth: readonly TruthChange[],
): boolean {
  const before = reports.filter(({ at }) => at < one.at);
  const isNewest = before.every(({ signalAt }) => signalAt <= one.signalAt);
  return isNewest && wasTrue({ ...one, at: one.signalAt }, truth);
}

/**
 * True if a hook reported what the client draws next, which on a busy machine may be seconds later.
 */
function wasDrawnLater({ at, state }: ReportedState, truth: readonly TruthChange[]): boolean {
  const next = truth.find((change) => change.at > at);
  if (state.group !== 'autonomous' || state.source !== 'hook' || next === undefined) return false;
  return rightState({ truth: next.truth, told: state });
}

/** True if the registry had a newer status that the hub had not read yet. */
function wasUnread(
  { at, state, signalAt }: ReportedState,
  statuses: ClientSession['file']['statuses'],
): boolean {
  return (
    state.source === 'registry' && statuses.some(({ since }) => since > signalAt && since < at)
  );
}

/**
 * True if the registry still showed a dialog seconds after the hook of its answer, when the hub
 * believes the registry again.
 */
function wasShown(
  { at, state }: ReportedState,
  reports: readonly ReportedState[],
  statuses: ClientSession['file']['statuses'],
): boolean {
  if (state.group !== 'needs_you' || state.source !== 'registry') return false;
  const shown = statuses.some(({ at: from, status }, place) => {
    const until = statuses[place + 1]?.at ?? Infinity;
    return status.startsWith('waiting') && from < at && until > at - slackMs;
  });
  const answered = reports.findLast((one) => one.at < at && one.state.group === 'autonomous');
  return shown && at - (answered?.at ?? 0) >= hookPreferredMs;
}
