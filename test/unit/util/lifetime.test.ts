import assert from 'node:assert/strict';
import { Emitter } from '../../../src/extension/util/emitter';
import {
  DisposableSlot,
  DisposableStore,
  toDisposable,
  type Disposable,
} from '../../../src/extension/util/lifetime';

describe('An owner of disposables', () => {
  let gone: string[];
  beforeEach(() => (gone = []));
  const one = (name: string): Disposable => toDisposable(() => gone.push(name));

  it('disposes them all, once', () => {
    const store = new DisposableStore();
    const a = one('a');
    assert.equal(store.add(a), a);
    store.add(one('b'));
    store.dispose();
    store.dispose();
    assert.deepEqual(gone, ['a', 'b']);
    assert.ok(store.isDisposed);
  });

  it('disposes at once what is added after its disposal', () => {
    const store = new DisposableStore();
    store.dispose();
    store.add(one('late'));
    assert.deepEqual(gone, ['late']);
  });

  it('disposes all others if one throws, and reports the errors', () => {
    const store = new DisposableStore();
    store.add(
      toDisposable(() => {
        throw new Error('stuck');
      }),
    );
    store.add(one('b'));
    assert.throws(
      () => store.dispose(),
      (error) => error instanceof AggregateError && String(error.errors[0]).includes('stuck'),
    );
    assert.deepEqual(gone, ['b']);
    store.dispose();
  });

  it('in a slot disposes the previous one when the next one is set', () => {
    const slot = new DisposableSlot();
    const first = one('first');
    slot.value = first;
    slot.value = first;
    assert.deepEqual(gone, []);
    slot.value = one('second');
    assert.deepEqual(gone, ['first']);
    slot.value = undefined;
    assert.deepEqual(gone, ['first', 'second']);
    assert.equal(slot.value, undefined);
  });

  it('in a slot disposes at once what is set after its disposal', () => {
    const slot = new DisposableSlot();
    slot.value = one('first');
    slot.dispose();
    slot.value = one('late');
    assert.deepEqual(gone, ['first', 'late']);
    assert.equal(slot.value, undefined);
    slot.dispose();
    assert.deepEqual(gone, ['first', 'late']);
  });
});

describe('An event', () => {
  it('calls its listeners in order of subscription until they unsubscribe', () => {
    const emitter = new Emitter<number>();
    const received: string[] = [];
    const first = emitter.event((value) => received.push(`first ${value}`));
    emitter.event((value) => received.push(`second ${value}`));
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    emitter.dispose();
    emitter.fire(3);
    assert.deepEqual(received, ['first 1', 'second 1', 'second 2']);
  });

  it('calls a listener twice that subscribed twice', () => {
    const emitter = new Emitter<void>();
    let count = 0;
    const listener = (): void => void (count += 1);
    const first = emitter.event(listener);
    emitter.event(listener);
    emitter.fire();
    first.dispose();
    emitter.fire();
    assert.equal(count, 3);
  });

  it('calls the next listener if one throws, and reports the error', () => {
    const errors: unknown[] = [];
    const emitter = new Emitter<void>((error) => errors.push(error));
    let called = false;
    emitter.event(() => {
      throw new Error('bug');
    });
    emitter.event(() => void (called = true));
    emitter.fire();
    assert.ok(called);
    assert.equal(errors.length, 1);
  });

  it('does not call a listener that subscribes while it fires', () => {
    const emitter = new Emitter<void>();
    let late = 0;
    emitter.event(() => void emitter.event(() => void (late += 1)));
    emitter.fire();
    assert.equal(late, 0);
  });
});
