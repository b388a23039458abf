import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import {
  dialogOptions,
  inputText,
  lastTurn,
  screenState,
} from '../../support/claude/screenState.js';

const folder = path.resolve(__dirname, '../../fixtures/screens');

function screen(name: string): string {
  return fs.readFileSync(path.join(folder, `${name}.txt`), 'utf8');
}

describe('the screen of the real client', () => {
  for (const file of fs.readdirSync(folder)) {
    const [state = '', ...what] = path.basename(file, '.txt').split('.');
    it(`reads ${what.join('.')} as ${state}`, () => {
      assert.equal(screenState(screen(path.basename(file, '.txt'))), state);
    });
  }

  it('reads an empty terminal as blank', () => {
    assert.equal(screenState(''), 'blank');
  });

  it('reads what stands in the input box', () => {
    const names = ['prompt.start', 'prompt.slash-menu', 'prompt.restored-text', 'permission.bash'];
    assert.deepEqual(
      names.map((name) => inputText(screen(name))),
      ['', '/', '[[hang]] go', undefined],
    );
  });

  it('reads the last turn from its prompt to the input box', () => {
    const turn = lastTurn(screen('prompt.api-error')) ?? '';
    assert.match(turn, /^❯ \[\[err\]\] go\s+● API Error: 400/);
    assert.equal(lastTurn(screen('prompt.start')), undefined);
    assert.equal(lastTurn(screen('permission.bash')), undefined);
  });

  it('reads the choices of a dialog, and none beside the input box', () => {
    const labels = (name: string): readonly string[] =>
      dialogOptions(screen(name)).map(({ digit, label }) => `${digit} ${label}`);
    assert.deepEqual(labels('question.ticked').slice(0, 2), ['1 Search', '2 Export']);
    assert.equal(labels('permission.bash').at(-1), '4 No');
    assert.equal(labels('plan.ready')[1], '2 Yes, manually approve edits');
    assert.deepEqual(labels('prompt.start'), []);
  });
});
