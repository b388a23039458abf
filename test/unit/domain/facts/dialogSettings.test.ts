import assert from 'node:assert/strict';
import { dialogSettings } from '../../../../src/extension/hub/domain/facts/dialogs/dialogSettings';

const denying = (denyInsteadOfPrompting: unknown) => ({ permissions: { denyInsteadOfPrompting } });

describe('Settings of the client that decide how its dialogs end', () => {
  const denies = (user: unknown, ...others: readonly unknown[]): boolean =>
    dialogSettings({ user, others }).denies;
  const questionMs = (user: unknown, ...others: readonly unknown[]): number | undefined =>
    dialogSettings({ user, others }).questionMs;

  it('deny instead of prompting if the settings layer of the highest precedence says so', () => {
    assert.equal(denies(undefined), false);
    assert.equal(denies(denying(true)), true);
    assert.equal(denies({}, denying(true)), true);
    assert.equal(denies(denying(true), denying(false)), false);
    assert.equal(denies(denying(false), undefined, denying(true)), true);
  });

  it('are not read from values of a wrong type', () => {
    for (const odd of [null, [], 'x', { permissions: 'x' }, denying('true'), denying(1)]) {
      assert.equal(denies(odd), false);
      assert.equal(denies(denying(true), odd), true);
    }
  });

  it('have the timeout of questions from the user’s own settings only', () => {
    const asked = (askUserQuestionTimeout: unknown) => ({ askUserQuestionTimeout });
    const times = ['60s', '5m', '10m', 'never', '7m', 60, undefined].map((one) =>
      questionMs(asked(one)),
    );
    assert.deepEqual(times, [60_000, 300_000, 600_000, undefined, undefined, undefined, undefined]);
    assert.equal(questionMs({}, asked('60s')), undefined);
  });
});
