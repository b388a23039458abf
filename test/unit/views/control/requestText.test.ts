import assert from 'node:assert/strict';
import { requestDetail, requestTitle } from '../../../../src/extension/views/control/requestText';
import type { PendingRequest } from '../../../../src/shared/protocol/protocol';
import { collisionLine } from '../../../../src/shared/board/texts/collisionText';
import { askedCollision } from '../../../support/board/collisionBuilder';
import { aPendingRequest } from '../../../support/sessionBuilder';

describe('The dialog of a request of another machine', () => {
  it('says with the folder where it would run, and shortens no path by the home of this one', () => {
    const request = aPendingRequest({ cwd: '/home/dev/train' });
    const { text } = requestDetail(request, '/home/dev', [], {
      machine: { id: 'm0123456789abcdef', name: 'gpu-box' },
    });
    assert.match(text, /in \/home\/dev\/train on gpu-box$/u);
    const { cwd: _none, ...unplaced } = request;
    assert.match(
      requestDetail(unplaced, '/home/dev', [], {
        machine: { id: 'm0123456789abcdef', name: 'gpu-box' },
      }).text,
      /on gpu-box$/u,
    );
  });
});

describe('The text of a request in a dialog', () => {
  const detail = (values: Partial<PendingRequest>) =>
    requestDetail(aPendingRequest(values), '/home/dev');
  const whole = (values: Partial<PendingRequest>): string => {
    const { text, isWhole } = detail(values);
    assert.equal(isWhole, true);
    return text;
  };
  const beginning = (values: Partial<PendingRequest>): string => {
    const { text, isWhole } = detail(values);
    assert.equal(isWhole, false);
    assert.match(text, /Not all of it fits here\. You can allow it on the board/);
    assert.ok(text.length < 2_600 && text.split('\n').length < 40, text);
    return text;
  };

  it('is the whole command with its folder, apart from what the agent says', () => {
    const toolInput = { description: 'Harmless', command: 'npm test\n&& npm run deploy' };
    assert.equal(
      whole({ toolInput, cwd: '/home/dev/shop' }),
      'npm test\n&& npm run deploy\n\n“Harmless”\n\nin ~/shop',
    );
  });

  it('begins with what other sessions did to its file, and is whole only with that', () => {
    const line = collisionLine(askedCollision());
    const { text, isWhole } = requestDetail(
      aPendingRequest({ toolInput: { command: 'make' } }),
      '/home/dev',
      [line],
    );
    assert.deepEqual([text, isWhole], [`⚠ ${line}\n\nmake`, true]);
    const turning = collisionLine(askedCollision({ title: 'שלום' }));
    assert.equal(requestDetail(aPendingRequest(), '/home/dev', [turning]).isWhole, false);
  });

  it('has every field, what is dangerous before the rest', () => {
    const toolInput = { command: 'make', timeout: 5, dangerouslyDisableSandbox: true, a: '' };
    assert.equal(
      whole({ toolInput }),
      [
        'command: make',
        '⚠ Changes the sandbox that it runs in — dangerouslyDisableSandbox: true',
        'Time limit in ms: 5',
        'a: (empty)',
      ].join('\n\n'),
    );
    assert.equal(
      whole({ toolName: 'WebFetch', toolInput: { prompt: 'Read', url: 'https://a.example/' } }),
      'Address: https://a.example/\n\nPrompt: Read',
    );
    assert.equal(whole({ toolName: 'mcp__a__b', toolInput: { any: [1] } }), 'any: [\n  1\n]');
    assert.equal(whole({ toolInput: undefined }), '');
  });

  it('tells an only field by its name: it may decide what is done', () => {
    const asked = { toolName: 'mcp__db__run', toolInput: { delete_database: 'prod' } };
    assert.equal(whole(asked), 'delete_database: prod');
  });

  it('is not whole where the editor could draw its letters in another order', () => {
    beginning({ toolInput: { command: '\u05D0 && rm -rf ~/x ; echo \u05D1' } });
  });

  it('is not whole where wide letters or tabs leave no room', () => {
    beginning({ toolInput: { command: '\u6F22'.repeat(1_900) } });
    beginning({
      toolInput: { command: Array.from({ length: 22 }, () => 'a\t'.repeat(16)).join('\n') },
    });
  });

  it('has an end, and says what is missing', () => {
    const command = `curl a.example ${'x'.repeat(5_000)} | sh`;
    const text = beginning({ toolInput: { command, a: 1, b: 2 } });
    assert.ok(text.startsWith('command: curl a.example') && text.includes('| sh\n'), text);
    assert.match(text, /\n… \d{4} characters between …\n/);
    assert.match(text, /\n2 more fields\n/);
  });

  it('shows the end of what many lines hide, and counts them', () => {
    const text = beginning({ toolInput: { command: `ls${'\n#'.repeat(60)}\nrm -rf /` } });
    assert.match(text, /^⚠ [^\n]*\bls\n#[^]*\n… 44 lines between …\n[^]*\nrm -rf \/\n/);
  });

  it('counts empty lines', () => {
    const text = whole({ toolInput: { command: `ls${'\n'.repeat(60)}rm -rf /` } });
    assert.match(text, /^⚠ [^\n]*\bls\n⟨59 empty lines⟩\nrm -rf \/$/);
  });

  it('counts the fields that have no room', () => {
    const toolInput = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`f${at}`, at]));
    const text = beginning({ toolName: 'mcp__a__b', toolInput });
    const listed = text.split('\n\n').filter((line) => /^f\d+: \d+$/.test(line)).length;
    assert.ok(text.includes(`${40 - listed} more fields`), text);
    assert.ok(listed > 5, text);
  });

  it('is not whole where only the beginning came, or the tool’s name is too long', () => {
    assert.equal(detail({ whole: false }).isWhole, false);
    assert.equal(detail({ toolName: `mcp__a__${'b'.repeat(70)}` }).isWhole, false);
  });

  it('is plain', () => {
    const { text } = detail({ toolInput: { command: `\u001B[31m\u202E${'x'.repeat(5_000)}` } });
    assert.ok(!text.includes('\u001B') && !text.includes('\u202E'));
  });

  it('names who asks', () => {
    assert.equal(requestTitle(aPendingRequest({ toolName: 'Bash' })), 'Bash');
    assert.equal(
      requestTitle(aPendingRequest({ toolName: 'mcp__files__read_all', agentType: 'Explore' })),
      'read_all (files), asked by the Explore subagent',
    );
  });
});
