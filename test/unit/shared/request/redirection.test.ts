import assert from 'node:assert/strict';
import { canRedirect } from '../../../../src/shared/request/redirection';

describe('A word of a command', () => {
  it('can redirect what runs if it is such an option', () => {
    for (const word of [
      '--config',
      '--config=x',
      '--kubeconfig=x',
      '--script-shell=x',
      '--node-options',
      '--globalSetup',
      '--rcfile',
      '--init-hook=x',
      '--load-plugins',
      '--exec',
      '--upload-pack-command',
      '-c',
      '-cx',
      '-C',
      '-e',
      '-r',
      '-p',
      '-o=x',
      '-vc',
      '-xvc=a',
    ])
      assert.equal(canRedirect(word), true, word);
  });

  it('cannot redirect what runs if it is a different option or none', () => {
    for (const word of [
      '--',
      '-',
      '--grep',
      '--grep=config',
      '--reporter=dot',
      '--source',
      '--watch',
      '--timeout',
      '-t',
      '-v',
      '-x',
      '-vvv',
      '-sk',
      '-k',
      'config',
      'exec',
    ])
      assert.equal(canRedirect(word), false, word);
  });
});
