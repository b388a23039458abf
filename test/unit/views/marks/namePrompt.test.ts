import assert from 'node:assert/strict';
import { namePrompt } from '../../../../src/extension/views/marks/namePrompt';

describe('The box for the name of a session', () => {
  it('escapes links and icons in the session’s original title', () => {
    assert.equal(
      namePrompt('Codex', '$(trash) [x](command:workbench.action.quit)'),
      'Leave it empty to go back to “\\$(trash) [x] (command:workbench.action.quit)”',
    );
  });
});
