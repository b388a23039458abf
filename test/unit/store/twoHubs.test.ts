import assert from 'node:assert/strict';
import { array, assert as check, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { HandledIncidents } from '../../../src/extension/hub/attention/handledIncidents';
import { Mutes } from '../../../src/extension/hub/attention/mutes';
import { Devices, type Device } from '../../../src/extension/hub/phone/devices';
import { changeQueue } from '../../../src/extension/hub/prompts/promptQueue';
import { PromptQueues } from '../../../src/extension/hub/prompts/promptQueues';
import { Archive } from '../../../src/extension/hub/store/archive';
import { entryMap } from '../../../src/extension/hub/store/keptEntries';
import { KeptValue } from '../../../src/extension/hub/store/keptValue';
import { Marks } from '../../../src/extension/hub/store/marks';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import * as z from '../../../src/shared/protocol/schema';
import type { MarkTarget } from '../../../src/shared/protocol/marks';
import type { Mute } from '../../../src/shared/protocol/windows';
import { LooksScene } from '../../support/board/looksScene';
import { phoneKey } from '../../support/hub/keptChanges';
import { removeHome, tempHome } from '../../support/hub/tempHome';

interface Loadable {
  load(): Promise<unknown>;
}

const sessionTarget = (sessionId: string): MarkTarget => ({ scope: 'session', sessionId });
const muteOf = (sessionId: string): Mute => ({ scope: 'session', sessionId });

describe('Two hubs that share a config home', () => {
  let home: string;
  const failed = (error: unknown): never => {
    throw error instanceof Error ? error : new Error(String(error));
  };

  beforeEach(async () => {
    home = await tempHome();
  });
  afterEach(() => removeHome(home));

  /** Two hubs that have both read what `prepare` wrote, and a function that starts a third. */
  async function two<T extends Loadable>(
    make: (folder: PrivateFolder) => T,
    prepare: (first: T) => Promise<unknown>,
  ): Promise<{ readonly a: T; readonly b: T; readonly next: () => Promise<T> }> {
    const next = async (): Promise<T> => {
      const hub = make(new PrivateFolder(home));
      await hub.load();
      return hub;
    };
    await prepare(await next());
    return { a: await next(), b: await next(), next };
  }

  const phone = (at: number): Device => ({
    id: String(at).padStart(22, 'x'),
    name: `Phone ${at}`,
    scope: 'watch',
    agreementKey: phoneKey,
    signingKey: phoneKey,
    pairedAt: at,
    lastUse: Date.now(),
  });

  it('do not connect a phone again that one of them removed', async () => {
    const { a, b, next } = await two(
      (folder) => new Devices(folder, failed),
      async (first) => {
        await first.add(phone(1));
        await first.add(phone(2));
      },
    );
    await a.remove(phone(1).id);
    let changes = 0;
    b.onDidChange(() => (changes += 1));
    b.recordUse(phone(2).id);
    b.recordUse(phone(1).id);
    await b.flush();
    assert.deepEqual(
      b.list.map(({ name }) => name),
      ['Phone 2'],
    );
    assert.ok(changes >= 3, 'the connections of the removed phone are checked');
    await b.add(phone(3));
    await a.setScope(phone(2).id, 'answer');
    assert.deepEqual(
      (await next()).list.map(({ name, scope }) => [name, scope]),
      [
        ['Phone 2', 'answer'],
        ['Phone 3', 'watch'],
      ],
    );
  });

  it('do not grant a phone again what one of them revoked', async () => {
    const { a, b, next } = await two(
      (folder) => new Devices(folder, failed),
      (first) => first.add({ ...phone(1), scope: 'answer' }),
    );
    await a.setScope(phone(1).id, 'watch');
    await b.add(phone(2));
    assert.equal((await next()).get(phone(1).id)?.scope, 'watch');
  });

  it('do not queue a prompt again that one of them removed or sent', async () => {
    const changed: string[] = [];
    const { a, b, next } = await two(
      (folder) =>
        new PromptQueues({
          folder,
          onError: failed,
          onChange: (id) => changed.push(id),
          isOurs: () => Promise.resolve(true),
        }),
      async (first) => {
        for (const id of ['old', 'other']) await add(first, id);
      },
    );
    function add(queues: PromptQueues, id: string, session = 'one'): Promise<unknown> {
      return queues.change(session, (queue) =>
        changeQueue(queue, { kind: 'add', id, text: `Do ${id}` }, 1),
      );
    }
    await a.change('one', (queue) => changeQueue(queue, { kind: 'remove', id: 'old' }, 2));
    changed.length = 0;
    await add(b, 'new', 'two');
    assert.ok(changed.includes('one'), 'the other card is refreshed');
    await add(a, 'last');
    const hub = await next();
    const ids = (session: string) => hub.get(session).prompts.map(({ id }) => id);
    assert.deepEqual([ids('one'), ids('two')], [['other', 'last'], ['new']]);
  });

  it('do not set a pin, name or tag again that one of them removed', async () => {
    const { a, b, next } = await two(
      (folder) => new Marks(folder, failed),
      async (first) => {
        await first.pin(sessionTarget('one'), true);
        await first.rename('one', 'Given');
      },
    );
    await a.pin(sessionTarget('one'), false);
    await a.rename('one', undefined);
    await b.pin(sessionTarget('two'), true);
    await a.pin(sessionTarget('three'), true);
    const hub = await next();
    assert.deepEqual([...hub.pinned], ['two', 'three']);
    assert.deepEqual(hub.marksOf({ sessionId: 'one', projectPath: '/p' }), {});
  });

  it('do not dismiss a session again that one of them restored', async () => {
    const { a, b, next } = await two(
      (folder) => new Archive(folder, failed),
      (first) => first.set('one', 1),
    );
    await a.set('one', undefined);
    await b.set('two', 2);
    await a.set('three', 3);
    assert.deepEqual(
      [...(await (await next()).load())],
      [
        ['two', 2],
        ['three', 3],
      ],
    );
  });

  it('do not mute a session again that one of them unmuted', async () => {
    const { a, b, next } = await two(
      (folder) => new Mutes(folder, failed),
      (first) => first.set(muteOf('one'), true),
    );
    await a.set(muteOf('one'), false);
    await b.set(muteOf('two'), true);
    await a.set(muteOf('three'), true);
    assert.deepEqual((await next()).current, [muteOf('two'), muteOf('three')]);
  });

  it('do not notify of an incident that one of them handled', async () => {
    const { a, b, next } = await two(
      (folder) => new HandledIncidents(folder, failed),
      (first) => first.add('one', 10),
    );
    await a.add('one', 60_000);
    await b.add('two', 20);
    assert.ok(b.includes({ sessionId: 'one', startedAt: 60_000 }));
    await a.add('three', 30);
    const hub = await next();
    for (const [sessionId, startedAt] of [
      ['one', 60_000],
      ['two', 20],
      ['three', 30],
    ] as const) {
      assert.ok(hub.includes({ sessionId, startedAt }), sessionId);
    }
  });

  it('do not show a session as unseen that a person saw at one of them', async () => {
    const scene = new LooksScene(home);
    await scene.first();
    scene.person(false);
    scene.runs('one');
    scene.wait(1);
    assert.ok(scene.rests('one'));
    const a = scene.looks;
    await scene.restart();
    scene.looks.trust();
    assert.ok(scene.again('one'));
    scene.wait(1);
    await a.record({ of: 'sessions', sessionIds: ['one'] });
    assert.ok(scene.rests('two') || scene.again('one'));
    await scene.looks.close();
    assert.equal(scene.again('one'), false);
    assert.ok(scene.touched.includes('one'), 'the card is refreshed');
    await scene.restart(false);
    assert.equal(scene.again('one'), false);
    assert.deepEqual(scene.errors, []);
  });

  const names = ['one', 'two', 'three'];
  const step = record({
    hub: integer({ min: 0, max: 1 }),
    how: constantFrom('change', 'changeNow', 'revoke', 'note', 'keepInMemory'),
    name: constantFrom(...names),
    isRemoval: constantFrom(true, false),
  });

  type Numbers = ReadonlyMap<string, number>;
  const openNumbers = (): KeptValue<Numbers> =>
    new KeptValue({
      folder: new PrivateFolder(home),
      name: 'archived.json',
      initial: new Map(),
      parse: (text) => entryMap(text, z.number()),
      text: (entries) => JSON.stringify(Object.fromEntries(entries)),
      onError: failed,
    });
  const editOf =
    (name: string, value: number | undefined) =>
    (before: Numbers): Numbers => {
      const next = new Map(before);
      if (value === undefined) next.delete(name);
      else next.set(name, value);
      return next;
    };
  async function twoNumbers(): Promise<readonly KeptValue<Numbers>[]> {
    await new PrivateFolder(home).remove('archived.json');
    const hubs = [openNumbers(), openNumbers()];
    await Promise.all(hubs.map((hub) => hub.load()));
    return hubs;
  }
  async function stored(): Promise<Numbers> {
    const hub = openNumbers();
    await hub.load();
    return hub.value;
  }

  it('store the last change of each entry, in any order of changes', () =>
    check(
      asyncProperty(array(step, { maxLength: 30 }), async (steps) => {
        const hubs = await twoNumbers();
        let expected: Numbers = new Map();
        for (const [at, { hub, how, name, isRemoval }] of steps.entries()) {
          const value = hubs[hub];
          assert.ok(value);
          const edit = editOf(name, isRemoval ? undefined : at);
          expected = edit(expected);
          if (how === 'keepInMemory') {
            value.keepInMemory(edit);
            await value.note((same) => same);
          } else await value[how](edit);
        }
        assert.deepEqual(await stored(), expected);
      }),
      { numRuns: 100 },
    ));

  const burst = array(
    record({
      hub: integer({ min: 0, max: 1 }),
      how: constantFrom('change', 'changeNow', 'revoke'),
      name: constantFrom(...names),
      isRemoval: constantFrom(true, false),
    }),
    { maxLength: 6 },
  );

  it('lose no change of either when both write at the same time', () =>
    check(
      asyncProperty(array(burst, { maxLength: 6 }), async (bursts) => {
        const hubs = await twoNumbers();
        /** The last change of each hub in the last burst that changed the entry. */
        const last = new Map<string, ReadonlyMap<number, number | undefined>>();
        for (const [at, steps] of bursts.entries()) {
          const ofBurst = new Map<string, Map<number, number | undefined>>();
          const done = steps.map(({ hub, how, name, isRemoval }, index) => {
            const value = isRemoval ? undefined : at * 10 + index;
            ofBurst.set(name, (ofBurst.get(name) ?? new Map()).set(hub, value));
            const changed = hubs[hub];
            assert.ok(changed);
            return changed[how](editOf(name, value));
          });
          await Promise.all(done);
          for (const [name, values] of ofBurst) last.set(name, values);
        }
        const numbers = await stored();
        for (const [name, values] of last) {
          assert.ok([...values.values()].includes(numbers.get(name)), name);
        }
      }),
      { numRuns: 100 },
    ));
});
