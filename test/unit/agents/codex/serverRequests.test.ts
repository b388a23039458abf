import assert from 'node:assert/strict';
import { filesInPatch } from '../../../../src/shared/agents/inputs';
import { wholeChanges } from '../../../../src/extension/agents/codex/rollout/patch';
import { requestForm } from '../../../../src/extension/agents/codex/socket/requestForms';
import type { ServerThread } from '../../../../src/extension/agents/codex/socket/serverMessages';
import { unwrapShell } from '../../../../src/shared/request/unwrapShell';
import { serverFrames } from '../../../support/agents/codexServer';

const thread = serverFrames.thread as unknown as ServerThread;
const { command } = serverFrames;

describe('A request of Codex’s server', () => {
  it('names the command line that is handed to a shell', () => {
    const cases: readonly (readonly [string, string])[] = [
      [`/bin/bash -lc 'echo 2 > /home/dev/o2.txt'`, 'echo 2 > /home/dev/o2.txt'],
      [`/bin/bash -lc "echo \\"it's\\" > x"`, `echo "it's" > x`],
      [`/bin/zsh -lc ls`, 'ls'],
      [`bash -c 'a'"'"'b'`, `a'b`],
      [`/bin/bash -lc "echo \\$HOME"`, 'echo $HOME'],
    ];
    for (const [given, line] of cases) assert.equal(unwrapShell(given), line);
  });

  it('keeps a command whole that is anything else', () => {
    const commands = [
      'ls -l',
      `/bin/bash -lc 'a' b`,
      `/bin/bash -lc 'a`,
      `/bin/bash -lc "$(a)"x"`,
      `fish -c 'a'`,
      `/bin/bash -lc 'a' && rm b`,
      `/tmp/agent/bash -lc 'ls'`,
      `/usr/bin/../../tmp/bash -lc 'ls'`,
      `./bash -lc 'ls'`,
    ];
    for (const one of commands) assert.equal(unwrapShell(one), one);
  });

  it('is left to the terminal if it asks for more than a command', () => {
    const form = (more: object): unknown =>
      requestForm(command.method, { ...command.params, ...more }, thread, () => undefined);
    assert.ok(form({ networkApprovalContext: null, additionalPermissions: null }));
    assert.equal(form({ networkApprovalContext: { host: 'a', protocol: 'https' } }), undefined);
    assert.equal(form({ additionalPermissions: { network: { enabled: true } } }), undefined);
    assert.equal(form({ kind: 'writeStdin' }), undefined);
    assert.equal(form({ environmentId: 'cloud' }), undefined);
    assert.equal(form({ command: null }), undefined);
    assert.ok(form({ newField: null }));
    assert.equal(form({ runsAs: 'root' }), undefined);
    const { question } = serverFrames;
    const [first] = question.params['questions'] as readonly object[];
    const twice = { ...question.params, questions: [first, first] };
    assert.equal(
      requestForm(question.method, twice, thread, () => undefined),
      undefined,
    );
    const secret = { ...question.params, questions: [{ ...first, isSecret: true }] };
    assert.equal(
      requestForm(question.method, secret, thread, () => undefined),
      undefined,
    );
    assert.equal(
      requestForm('item/permissions/requestApproval', {}, thread, () => []),
      undefined,
    );
  });

  it('shows all that a patch changes', () => {
    const update = {
      path: '/a.txt',
      kind: { type: 'update' },
      diff: '@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
    };
    const one = wholeChanges([{ ...update, kind: { type: 'update' } }]);
    assert.deepEqual(one.input, {
      file_path: '/a.txt',
      old_string: 'a\nb\n',
      new_string: 'a\nc\n',
    });
    const twoHunks = `${update.diff}@@ -9 +9 @@\n-x\n+y\n`;
    const moved = { type: 'update', move_path: '/b.txt' } as const;
    for (const [change, lines] of [
      [
        { ...update, kind: { type: 'update' }, diff: twoHunks },
        ['*** Update File: /a.txt', twoHunks],
      ],
      [{ ...update, kind: moved }, ['*** Update File: /a.txt', '*** Move to: /b.txt', update.diff]],
      [
        { path: '/a.txt', kind: { type: 'delete' }, diff: 'gone\n' },
        ['*** Delete File: /a.txt', '-gone\n'],
      ],
    ] as const) {
      const { name: tool, input } = wholeChanges([change]);
      assert.equal(tool, 'apply_patch');
      const patch = `*** Begin Patch\n${lines.join('\n')}*** End Patch`;
      assert.deepEqual(input, { patch });
    }
  });

  it('lets no content of a file pass for the change of another', () => {
    const content = '*** Delete File: /home/dev/notes.txt\n-x\n';
    const { input } = wholeChanges([
      { path: '/a.txt', kind: { type: 'add' }, diff: content },
      { path: '/b.txt', kind: { type: 'add' }, diff: '' },
    ]);
    assert.deepEqual(filesInPatch((input as { readonly patch: string }).patch), [
      '/a.txt',
      '/b.txt',
    ]);
  });
});
