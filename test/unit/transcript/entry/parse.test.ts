import assert from 'node:assert/strict';
import type { Entry } from '../../../../src/extension/transcript/entry/entry';
import { parseLine } from '../../../../src/extension/transcript/entry/parse';

function entriesOf(line: unknown, sidechain = false): readonly Entry[] {
  return parseLine(JSON.stringify(line), sidechain).entries;
}

const userLine = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});

const toLead = (message: string): string =>
  `Another Claude session sent a message:\n${message}\n\nThis was not typed by your user.`;
const notification = (summary: string, result: string) => ({
  kind: 'notification',
  summary,
  status: '',
  result,
});

describe('parseLine', () => {
  const prompts: readonly (readonly [name: string, content: unknown, expected: object])[] = [
    ['a typed prompt', 'Fix it', { kind: 'prompt', text: 'Fix it', queued: false }],
    [
      'a prompt with an image',
      [
        { type: 'image', source: {} },
        { type: 'text', text: 'Look' },
      ],
      {
        kind: 'prompt',
        text: 'Look\n[Image]',
        queued: false,
        pictures: [{ mediaType: '', data: '' }],
      },
    ],
    [
      "a prompt without the client's additions",
      '<ide_opened_file>x</ide_opened_file>Fix<system-reminder>\ny\n</system-reminder>',
      { kind: 'prompt', text: 'Fix', queued: false },
    ],
    [
      'a prompt about markup',
      'Why <b> here?',
      { kind: 'prompt', text: 'Why <b> here?', queued: false },
    ],
    [
      'a slash command',
      '<command-name>/compact</command-name>\n  <command-args>hard</command-args>',
      { kind: 'command', name: '/compact', args: 'hard' },
    ],
    ['a shell command', '<bash-input>ls</bash-input>', { kind: 'command', name: '!', args: 'ls' }],
    [
      "a command's output",
      '<local-command-stdout>done</local-command-stdout>',
      { kind: 'commandOutput', text: 'done', isError: false },
    ],
    ['an interrupt', '[Request interrupted by user for tool use]', { kind: 'interrupt' }],
    [
      'a finished background task',
      '<task-notification>\n<status>completed</status>\n<summary>Agent "x" finished</summary>\n<result>ok</result>\n</task-notification>',
      { kind: 'notification', summary: 'Agent "x" finished', status: 'completed', result: 'ok' },
    ],
    [
      'what a teammate did, without the words for the model',
      toLead(
        '<teammate-message teammate_id="worker" color="blue">\n{"type":"idle_notification","from":"worker","result":"Tests pass."}\n</teammate-message>',
      ),
      notification('Teammate worker finished', 'Tests pass.'),
    ],
    [
      'the message of an agent',
      toLead('<agent-message from="worker">\nWhich </b> branch?\n</agent-message>'),
      notification('Message from worker', 'Which </b> branch?'),
    ],
    [
      'a message that another begins in',
      toLead('<agent-message from="a">\n<agent-message from="b">x\n</agent-message>'),
      notification('Message from a', '<agent-message from="b">x'),
    ],
    [
      'what a lead writes to a teammate',
      '<teammate-message teammate_id="team-lead">\nDo the work\n</teammate-message>',
      { kind: 'prompt', text: 'Do the work', queued: false },
    ],
    [
      'the request of a lead to shut down',
      '<teammate-message teammate_id="team-lead">\n{"type":"shutdown_request","reason":"done"}\n\nThis is a shutdown request.\n</teammate-message>',
      notification('team-lead asks to shut down', 'done'),
    ],
    [
      'a message without an end as a prompt',
      '<agent-message from="worker">\nCut',
      { kind: 'prompt', text: '<agent-message from="worker">\nCut', queued: false },
    ],
  ];
  for (const [name, content, expected] of prompts) {
    it(`reads ${name}`, () => {
      assert.deepEqual(entriesOf(userLine(content)), [{ ...expected, at: undefined }]);
    });
  }

  const silent: readonly (readonly [name: string, line: unknown])[] = [
    ['what the client adds to a prompt', userLine('expanded', { isMeta: true })],
    ['a caveat', userLine('<local-command-caveat>x</local-command-caveat>')],
    ['an empty output', userLine('<local-command-stdout></local-command-stdout>')],
    ['bookkeeping', { type: 'mode', mode: 'normal' }],
    ['a kind of line that it does not know', { type: 'tomorrow', message: { content: 'x' } }],
    [
      'a kind of block that it does not know',
      { type: 'assistant', message: { content: [{ type: 'x' }] } },
    ],
    ['a kind of system line that it does not know', { type: 'system', subtype: 'x', content: 'y' }],
    ['thinking without words', { type: 'assistant', message: { content: [{ type: 'thinking' }] } }],
    ["a subagent's line in the session's file", userLine('x', { isSidechain: true })],
  ];
  for (const [name, line] of silent) {
    it(`passes over ${name}`, () => {
      assert.deepEqual(parseLine(JSON.stringify(line), false), {
        entries: [],
        isBad: false,
        notes: {},
      });
    });
  }

  it("reads a subagent's line in its own file", () => {
    assert.equal(entriesOf(userLine('x', { isSidechain: true }), true).length, 1);
  });

  for (const bad of ['{"type":"user","message":', 'null', '[1]', '"x"', 'garbage', '\u0000']) {
    it(`counts ${JSON.stringify(bad)} as bad and throws nothing`, () => {
      assert.equal(parseLine(bad, false).isBad, true);
    });
  }

  it('does not look into large bookkeeping lines', () => {
    assert.equal(parseLine('{"type":"api-request-shape","shape":"cut', false).isBad, false);
  });

  const odd: readonly unknown[] = [
    { type: 'user' },
    { type: 'user', message: 7 },
    { type: 'user', message: { content: [null, 7, { type: 'tool_result' }] } },
    { type: 'assistant', message: { content: [{ type: 'tool_use', input: 'x' }] } },
    { type: 'system', subtype: 'compact_boundary', compactMetadata: null },
    { type: 'attachment', attachment: 'x' },
  ];
  for (const line of odd) {
    it(`throws nothing at ${JSON.stringify(line)}`, () => {
      assert.equal(parseLine(JSON.stringify(line), false).isBad, false);
    });
  }

  const fire = {
    type: 'system',
    subtype: 'scheduled_task_fire',
    content: 'Running scheduled task (Nov 26 5:47pm)',
    prompt: 'check the build',
  };
  const loop = { ...fire, content: 'Claude resuming /loop wakeup', taskKind: 'loop' };
  const retry = { type: 'system', subtype: 'permission_retry', content: 'Told Claude to retry x.' };
  const notices = [
    ['a scheduled run, with its prompt', fire, 'Scheduled run: check the build'],
    ['a wake-up, whose prompt follows', loop, 'Claude resuming /loop wakeup'],
    ['a blocked call that may be retried', retry, 'Told Claude to retry x.'],
  ] as const;
  for (const [name, line, text] of notices) {
    it(`reads the notice of ${name}`, () => {
      assert.deepEqual(entriesOf(line), [{ at: undefined, kind: 'notice', text }]);
    });
  }

  const denials: readonly (readonly [
    name: string,
    fields: object,
    expected: string | undefined,
  ])[] = [
    ['none', {}, undefined],
    ['by a rule', { toolDenialKind: 'permission-rule' }, 'refused'],
    ['before the run', { toolDenialKind: 'user-rejected', toolDenialBeforeRun: true }, 'refused'],
    ['with words', { toolDenialKind: 'user-rejected', userFeedback: 'no' }, 'refused'],
    ['while it ran', { toolDenialKind: 'user-rejected' }, 'stopped'],
    [
      'by auto mode, without a terminal',
      {
        toolDenialKind: 'user-rejected',
        permissionDecision: { source: 'config', reasonCode: 'classifier:auto-mode' },
      },
      'refused',
    ],
  ];
  for (const [name, fields, expected] of denials) {
    it(`tells how a call was denied: ${name}`, () => {
      const [entry] = entriesOf(userLine([{ type: 'tool_result', tool_use_id: 'a' }], fields));
      assert.equal(entry?.kind === 'toolResult' && entry.denial, expected);
    });
  }

  it('notes model and time, but not the model of a synthetic message', () => {
    const line = { type: 'assistant', timestamp: '2026-03-02T10:00:00.000Z' };
    const notesOf = (model: string) =>
      parseLine(JSON.stringify({ ...line, message: { model, content: [] } }), false).notes;
    const startedAt = Date.parse('2026-03-02T10:00:00.000Z');
    assert.deepEqual(notesOf('claude-x'), { model: 'claude-x', startedAt });
    assert.deepEqual(notesOf('<synthetic>'), { startedAt });
  });
});
