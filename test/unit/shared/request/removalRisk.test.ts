import assert from 'node:assert/strict';
import { dangerOf } from '../../../../src/shared/request/danger';
import { removalRisk } from '../../../../src/shared/request/removalRisk';
import { criticalRemoval, type CriticalRemoval } from '../../../../src/shared/text/criticalRemoval';

describe('A removal by a shell’s command', () => {
  const cases: readonly (readonly [CriticalRemoval | undefined, readonly string[]])[] = [
    ['everything', ['rm -rf /', 'rm -rf /*', 'sudo rm -rf --no-preserve-root /', 'rm -rf "C:\\"']],
    ['home', ['rm -rf ~', 'rm -rf ~/', 'rm -rf $HOME/*', 'rm -rf "${HOME}"', 'rm -rf /home/dev/*']],
    ['home', ['cd /tmp && rm -rf /Users/dev', 'FOO=1 /bin/rm -r /root/x /home/dev']],
    ['system', ['rm -rf /boot', 'rm -rf /etc/*', 'true; rm -rf -- /usr/', 'rmdir /opt']],
    ['here', ['rm -rf .', 'rm -rf *', 'rm -rf ./*', 'rm -rf ..', 'rm -rf /srv/app']],
    ['contents', ['rm -rf build/*', "rm -rf '/srv/other/'/*"]],
    ['variable', ['rm -rf $DIR', 'rm -rf "$DIR"/*', 'rm -rf ${DIR}/', 'rm -rf $(pwd)']],
    [
      undefined,
      [
        'rm -rf build',
        'rm file.txt',
        'rm -rf /srv/app/build',
        'rm -rf $HOME/.cache/x',
        'echo rm -rf /',
        'ls /',
        'rm',
        'rm -rf -- -x',
        'git rm -r .',
        '',
      ],
    ],
  ];
  for (const [kind, commands] of cases) {
    for (const command of commands) {
      it(`is ${kind === undefined ? 'not critical' : `critical (${kind})`}: ${command}`, () => {
        assert.equal(criticalRemoval(command, '/srv/app'), kind);
      });
    }
  }

  it('is described as a danger of the request', () => {
    assert.equal(removalRisk('rm -rf /boot'), 'Deletes a folder of the system');
    assert.equal(removalRisk('rm -rf build'), '');
    const command = 'rm -rf ~';
    assert.equal(dangerOf('Bash', 'command', command, { command }), 'Deletes a home folder');
    assert.equal(dangerOf('Write', 'command', command, { command }), undefined);
  });
});
