import assert from 'node:assert/strict';
import { setLanguage } from '../../../../src/shared/words/l10n';
import { shownLabel, stateLabel, stateLabels } from '../../../../src/shared/words/stateLabels';

const german = {
  Interrupted: 'Unterbrochen',
  'Running a subagent': 'Führt einen Subagenten aus',
  'Running {0}': 'Führt {0} aus',
  'Running {0} subagent': 'Führt Subagent {0} aus',
  'Needs permission: {0} ({1} subagent)': 'Braucht Erlaubnis: {0} (Subagent {1})',
};

describe('A label of the hub', () => {
  afterEach(() => setLanguage('en', {}));

  it('has the key of its text, its values, and the complete English text', () => {
    assert.deepEqual(stateLabel('idle'), {
      key: 'idle',
      values: [],
      text: 'Waiting for your next prompt',
    });
    assert.deepEqual(stateLabel('overBudget', '$5.20', '$5.00'), {
      key: 'overBudget',
      values: ['$5.20', '$5.00'],
      text: 'Over budget: $5.20 of $5.00',
    });
  });

  it('is shown in English as the hub sent it', () => {
    for (const key of Object.keys(stateLabels) as (keyof typeof stateLabels)[]) {
      const label = stateLabel(key, 'Bash', 'Explore');
      assert.equal(shownLabel(label), label.text);
    }
  });

  it('is shown in the language of the view, with unchanged values', () => {
    setLanguage('de', german);
    assert.equal(shownLabel(stateLabel('interrupted')), 'Unterbrochen');
    const asking = stateLabel('subagentPermission', 'Bash', 'Explore');
    assert.equal(shownLabel(asking), 'Braucht Erlaubnis: Bash (Subagent Explore)');
    // Its text alone equals that of another label.
    assert.equal(shownLabel(stateLabel('running', 'a subagent')), 'Führt a subagent aus');
    assert.equal(shownLabel(stateLabel('running', 'my subagent')), 'Führt my subagent aus');
    assert.equal(shownLabel(stateLabel('running', '{0} $& {1}')), 'Führt {0} $& {1} aus');
  });

  it('is shown in the client’s own words in every language if the client sent it', () => {
    setLanguage('de', german);
    assert.equal(shownLabel(stateLabel('asIs', 'Interrupted')), 'Interrupted');
  });

  it('is shown in English if the view does not know it', () => {
    setLanguage('de', german);
    const newer = { key: 'deploying', values: ['prod'], text: 'Deploying prod' };
    assert.equal(shownLabel(newer), 'Deploying prod');
    assert.equal(shownLabel({ ...newer, key: 'constructor' }), 'Deploying prod');
  });
});
