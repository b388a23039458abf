import assert from 'node:assert/strict';
import {
  allTranslations,
  counted,
  language,
  setLanguage,
  t,
} from '../../../../src/shared/words/l10n';

const german = {
  'Show {0} More': '{0} weitere zeigen',
  '{0} of {1} tasks': 'Aufgabe {0} von {1}',
  '1 session': '1 Sitzung',
  '{0} sessions in {1}': '{0} Sitzungen in {1}',
};

describe('The texts of the interface', () => {
  afterEach(() => setLanguage('en', {}));

  it('are English until a language is set', () => {
    assert.equal(language(), 'en');
    assert.equal(t('Show {0} More', 3), 'Show 3 More');
    assert.equal(counted(1, '1 session', '{0} sessions in {1}', 'a'), '1 session');
    assert.equal(counted(2, '1 session', '{0} sessions in {1}', 'a'), '2 sessions in a');
  });

  it('are in the language that is set, and English if a translation is missing', () => {
    setLanguage('de', german);
    assert.equal(language(), 'de');
    assert.deepEqual(allTranslations(), german);
    assert.equal(t('Show {0} More', 3), '3 weitere zeigen');
    assert.equal(counted(1, '1 session', '{0} sessions in {1}', 'a'), '1 Sitzung');
    assert.equal(counted(2, '1 session', '{0} sessions in {1}', 'a'), '2 Sitzungen in a');
    assert.equal(t('Not there'), 'Not there');
  });

  it('replace placeholders once, even if a value contains a placeholder', () => {
    assert.equal(t('{0} of {1} tasks', '{1}', '$&'), '{1} of $& tasks');
    assert.equal(t('{0} and {1}', 'one'), 'one and {1}');
    assert.equal(t('{0}'), '{0}');
  });
});
