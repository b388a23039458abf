import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { AgentState } from '../../src/shared/protocol/protocol';
import { gate, type Gate } from '../support/claude/gate';
import { installClient, pinnedVersion } from '../support/claude/install';
import { IsolatedHome } from '../support/claude/isolatedHome';
import { agent, ask, bash, hold, question, say, tool } from '../support/claude/reply';
import { fail, script, writePlan } from '../support/claude/script';
import { ScriptedApi } from '../support/claude/scriptedApi';
import { startClient, type ClientOptions } from '../support/claude/session';
import { skip } from '../support/skip';
import { until } from '../support/until';
import { installHooks, WatchedHub, type ToldState } from '../support/watchedHub';
import { rightState } from '../truth/measure';
import { Person } from '../truth/person';
import { after as later } from '../truth/steps';
import { tidy, truths, type Truth, type TruthChange } from '../truth/truth';
import { understudy, type Understudy } from '../truth/understudy';

/** Everything is right this long after the hub began to start, in ms; a machine that is busy gets further tries. */
const rightAfterMs = 1_000;
const tries = 10;
/** The screen may be this much behind or ahead of what is told, in ms. */
const slackMs = 1_000;
const drawnAfterMs = 500;
const understudiesEach = 2;

interface Player {
  readonly person: Person;
  readonly is: Truth;
  /** Lets the session go on, so that its first hooks come. */
  readonly goOn: () => Promise<void>;
}

describe('A hub that starts while sessions are in the middle of everything', function () {
  this.timeout(300_000);
  const players: Player[] = [];
  const understudies: (Understudy & { readonly is: Truth })[] = [];
  let api: ScriptedApi;
  let home: IsolatedHome;
  let hub: WatchedHub;
  let startedAt = 0;

  before('bring real clients into ten states', async function () {
    if (process.platform !== 'linux') skip(this, 'Stand-in processes need /proc.');
    const client = { path: await installClient(), version: pinnedVersion };
    api = await ScriptedApi.start();
    home = await IsolatedHome.create({ settings: { permissions: { allow: ['Bash'] } } });
    await installHooks(home.configHome, client);
    for (const state of states) players.push(await state());
    for (const { person, is } of players) {
      const { sessionId, session } = person;
      const pid = session.terminal.exit === undefined ? session.pid : undefined;
      for (let count = 0; count < understudiesEach; count++) {
        const double = await understudy(home.configHome, { sessionId, pid });
        understudies.push({ ...double, is });
      }
    }
    await startHub();
  });

  async function startHub(): Promise<void> {
    startedAt = Date.now();
    hub = await WatchedHub.start(home.configHome);
  }

  /** What it read before is read again. */
  async function startAnew(): Promise<void> {
    await hub.stop();
    await fs.rm(path.join(home.configHome, 'mission-control', 'cache'), {
      recursive: true,
      force: true,
    });
    await startHub();
  }

  after(async () => {
    for (const double of understudies) double.dismiss();
    for (const { person } of players) await person.session.dispose();
    await hub?.stop();
    await home?.dispose();
    await api?.close();
  });

  async function person(options: Omit<ClientOptions, 'api' | 'home'> = {}): Promise<Person> {
    return new Person(await startClient({ ...options, api, home }), api);
  }

  /** A turn of its own that any session at rest can take. */
  async function another(one: Person, marker: string): Promise<void> {
    api.add(script(marker, [later(400, (start) => start.say('And so on.'))]));
    await one.turn(`[[${marker}]] please`);
  }

  /** Lets go what is held once the screen, which says what is true, shows that the client works again. */
  async function worksOn(one: Person, release: Gate): Promise<void> {
    await one.sees('working');
    release.open();
    await one.sees('prompt');
  }

  const states: readonly (() => Promise<Player>)[] = [
    async () => {
      const one = await person();
      await another(one, 'idle');
      return { person: one, is: truths.idle, goOn: () => another(one, 'idle2') };
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
      one.willRest(truths.interrupted);
      one.escapes();
      await one.sees('prompt');
      return { person: one, is: truths.interrupted, goOn: () => another(one, 'stopped2') };
    },
    async () => {
      const one = await person();
      api.add(script('error', [fail(400, { delayMs: 300 })]));
      one.willRest(truths.error);
      await one.turn('[[error]] please');
      return { person: one, is: truths.error, goOn: () => another(one, 'error2') };
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
      one.willRest(truths.asked);
      await one.turn('[[asks]] back');
      return { person: one, is: truths.asked, goOn: () => another(one, 'asks2') };
    },
    async () => {
      const one = await person();
      await another(one, 'closed');
      await one.session.exit();
      return { person: one, is: truths.closed, goOn: () => Promise.resolve() };
    },
  ];

  it('shows each of more than thirty right within a second, by registry and transcripts alone', async () => {
    const expected = new Map<string, Truth>([
      ...players.map(({ person, is }) => [person.sessionId, is] as const),
      ...understudies.map(({ sessionId, is }) => [sessionId, is] as const),
    ]);
    assert.ok(expected.size > 30);
    const allAreRight = (): Promise<unknown> =>
      until(
        () => hub.board.sessions,
        (sessions) => {
          const wrong = [...expected].filter(([id, truth]) => {
            const told = sessions.find(({ sessionId }) => sessionId === id)?.agentState;
            return !rightState({ truth, told });
          });
          assert.deepEqual(
            wrong.map(([id, truth]) => [told(id), truth.states]),
            [],
          );
        },
      );
    const took = (): number => Math.max(...hub.told.map(({ at }) => at)) - startedAt;
    await allAreRight();
    for (let count = 1; count < tries && took() > rightAfterMs; count++) {
      await startAnew();
      await allAreRight();
    }
    assert.ok(took() <= rightAfterMs, `right after ${took()} ms`);
    assert.ok(hub.told.every(({ state }) => state.source !== 'hook'));
    const untrue = hub.told.filter(({ sessionId, state }) => {
      const truth = expected.get(sessionId);
      return !rightState({ truth, told: state });
    });
    assert.deepEqual(untrue.map(brief), [], 'Something untrue was told on the way');
  });

  it('tells nothing untrue when the first hooks come', async () => {
    for (const { goOn } of players) await goOn();
    await until(
      () => players.map(({ person }) => told(person.sessionId)?.group),
      (groups) => assert.ok(groups.every((group) => group !== 'autonomous')),
    );
    const flickers = players.flatMap(({ person }) => {
      const truth = tidy([...(person.truth().get(person.sessionId) ?? [])]);
      const told = hub.told.filter((one) => one.sessionId === person.sessionId);
      const untrue = told.filter((one) => mayBeSeen(one, told) && !wasTrue(one, truth));
      return untrue.map((one) => ({ untrue: brief(one), history: history(truth, told, one.at) }));
    });
    assert.deepEqual(flickers, []);
    assert.ok(hub.told.some(({ state }) => state.source === 'hook'));
  });

  it('never touched the sessions that nothing happened to', () => {
    for (const { sessionId, is } of understudies) {
      const states = hub.told.filter((one) => one.sessionId === sessionId);
      assert.deepEqual(
        states.filter(({ state }) => !rightState({ truth: is, told: state })).map(brief),
        [],
      );
    }
  });

  function told(sessionId: string): AgentState | undefined {
    return hub.board.get(sessionId)?.agentState;
  }
});

/** A turn of a few ms is real, and no terminal draws it; a call for a person of a few ms never is. */
function mayBeSeen({ at, state }: ToldState, told: readonly ToldState[]): boolean {
  if (state.group !== 'autonomous') return true;
  const next = told.find((one) => one.at > at && one.state.state !== state.state);
  return (next?.at ?? Infinity) - at >= drawnAfterMs;
}

function wasTrue({ at, state }: ToldState, truth: readonly TruthChange[]): boolean {
  return truth.some((change, place) => {
    const until = truth[place + 1]?.at ?? Infinity;
    const near = change.at <= at + slackMs && until >= at - slackMs;
    return near && rightState({ truth: change.truth, told: state });
  });
}

/** What was so and what was told around a moment, in ms from it. */
function history(truth: readonly TruthChange[], told: readonly ToldState[], at: number): unknown {
  const lines = [
    ...truth.map((one) => ({ at: one.at, text: `is ${one.truth.states?.join() ?? 'anything'}` })),
    ...told.map((one) => ({ at: one.at, text: `told ${brief(one)}` })),
  ];
  return lines.sort((a, b) => a.at - b.at).map((line) => `${line.at - at}: ${line.text}`);
}

function brief({ sessionId, state }: ToldState): string {
  return `${sessionId.slice(0, 8)} ${state.group}/${state.state} (${state.source})`;
}
