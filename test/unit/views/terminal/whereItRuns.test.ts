import assert from 'node:assert/strict';
import {
  outsideSentence,
  visibleProgram,
} from '../../../../src/extension/views/terminal/whereItRuns';

describe('The description of the program in which a session runs', () => {
  for (const [programs, expected] of [
    [['zsh', 'tmux: server', 'systemd'], 'tmux'],
    [['bash', 'sshd', 'sshd', 'systemd'], 'an SSH connection'],
    [['fish', 'tmux: client', 'iTerm2'], 'tmux'],
    [['zsh', 'login', 'iTerm2'], 'iTerm2'],
    [['bash', 'gnome-terminal-', 'systemd'], 'GNOME Terminal'],
    [['pwsh', 'WindowsTerminal', 'explorer'], 'Windows Terminal'],
    [['zsh', 'Code Helper', 'Code'], 'VS Code'],
    [['node', 'sh', 'systemd'], undefined],
    [[], undefined],
  ] as const)
    it(`${programs.join(' in ') || 'nothing'} is ${expected ?? 'unknown'}`, () => {
      assert.equal(visibleProgram(programs), expected);
    });

  const place = { pid: 4711, programs: ['zsh', 'tmux: server'] };

  it('names the program, the process and the folder', () => {
    assert.equal(
      outsideSentence({ projectPath: '/home/dev/shop', entrypoint: 'cli' }, place, '/home/dev'),
      'This session runs outside the editor’s terminals: in tmux, process 4711, folder ~/shop.',
    );
  });

  it('states who started the session if no program is known', () => {
    const unknown = { pid: 4711, programs: [] };
    const by = (entrypoint: string | undefined): string =>
      outsideSentence({ projectPath: '', ...(entrypoint && { entrypoint }) }, unknown, '');
    assert.match(by('sdk-ts'), /: started by a program, process 4711\.$/);
    assert.match(by('claude-vscode'), /: in the Claude Code extension, process 4711\.$/);
    assert.match(by(undefined), /: process 4711\.$/);
  });
});
