import assert from 'node:assert/strict';
import type { Feature } from '../../../src/extension/hub/feature';
import { runFeatures } from '../../../src/extension/hub/runFeatures';
import { ClosableStore } from '../../../src/extension/util/closableStore';
import { Emitter } from '../../../src/extension/util/emitter';

type RunCore = Parameters<typeof runFeatures>[1];

describe('The features of a hub', () => {
  let steps: string[];
  let closing: ClosableStore;
  let listen: () => Promise<void>;

  beforeEach(() => {
    steps = [];
    closing = new ClosableStore();
    listen = async () => undefined;
  });

  const feature = (name: string): Feature => ({
    boardPart: {},
    prepare: async () => void steps.push(`${name} prepares`),
    load: async () => void steps.push(`${name} loads`),
    start: async () => {
      await Promise.resolve();
      steps.push(`${name} starts`);
    },
    leave: async () => void steps.push(`${name} leaves`),
    close: () => void steps.push(`${name} closes`),
  });

  async function run(features: readonly Feature[]): Promise<void> {
    const core = {
      board: { add: (part: Feature['boardPart']) => steps.push(`part ${indexOf(part)}`) },
      stream: {
        follow: (_joined: unknown, known: readonly unknown[]) => steps.push(...known.map(String)),
      },
      server: {
        listen: async () => {
          await listen();
          steps.push('listens');
        },
      },
      machine: { identify: async () => undefined },
      keyDesk: { begin: () => undefined },
      onListening: () => undefined,
      reach: {
        open: async () => void steps.push('can be found'),
        close: async () => void steps.push('is found no more'),
      },
    } as unknown as RunCore;
    const indexOf = (part: Feature['boardPart']): number =>
      features.findIndex(({ boardPart }) => boardPart === part);
    const joined = { onDidChange: new Emitter<never>().event };
    const first = { snapshot: () => Promise.reject(new Error('Nobody asks for it')) };
    const onHook = (): 'taken' => 'taken';
    await runFeatures(
      features,
      core,
      { joined, first, onHook, onOthers: () => undefined },
      closing,
    );
  }

  it('prepare before the hub listens, load once it can be found, and start one by one', async () => {
    await run([feature('one'), feature('two')]);
    assert.deepEqual(steps, [
      'part 0',
      'part 1',
      'one prepares',
      'two prepares',
      'listens',
      'can be found',
      'one loads',
      'two loads',
      'one starts',
      'two starts',
    ]);
  });

  it('leave while the hub can still be found and close after that, the last first', async () => {
    await run([feature('one'), feature('two')]);
    steps = [];
    await closing.close();
    assert.deepEqual(steps, [
      'two leaves',
      'one leaves',
      'is found no more',
      'two closes',
      'one closes',
    ]);
  });

  it('close without leaving where the port is taken', async () => {
    listen = () => Promise.reject(new Error('EADDRINUSE'));
    await assert.rejects(run([feature('one')]), /EADDRINUSE/);
    steps = [];
    await closing.close();
    assert.deepEqual(steps, ['one closes']);
  });

  it('subscribe to windows in the order of the list', async () => {
    const subscriber = (name: string) => ({
      connect: () => undefined,
      disconnect: () => undefined,
      toString: () => name,
    });
    const all = [[subscriber('a'), subscriber('b')], [], [subscriber('c')]];
    await run([...all.map((subscribers) => ({ subscribers })), {}]);
    assert.deepEqual(steps, ['a', 'b', 'c', 'listens', 'can be found']);
  });
});
