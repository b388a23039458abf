import assert from 'node:assert/strict';
import type { EntryPart } from '../../../../../src/extension/agents/transcripts/entry';
import { partsOf } from '../../../../../src/extension/agents/claude/entry/parts';
import { parseTranscriptEntry } from '../../../../../src/extension/agents/claude/entry/parseEntry';

function partsIn(line: unknown): readonly EntryPart[] {
  const parsed = parseTranscriptEntry(JSON.stringify(line));
  assert.ok(parsed);
  return partsOf(parsed.line);
}

const userLine = (content: unknown, more: object = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
});

const messageToLead = (message: string): string =>
  `Another Claude session sent a message:\n${message}\n\nThis was not typed by your user.`;
const notification = (summary: string, result: string) => ({
  kind: 'notification',
  summary,
  status: '',
  result,
});

describe('The parts of an entry', () => {
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
      messageToLead(
        '<teammate-message teammate_id="worker" color="blue">\n{"type":"idle_notification","from":"worker","result":"Tests pass."}\n</teammate-message>',
      ),
      notification('Teammate worker finished', 'Tests pass.'),
    ],
    [
      'the message of an agent',
      messageToLead('<agent-message from="worker">\nWhich </b> branch?\n</agent-message>'),
      notification('Message from worker', 'Which </b> branch?'),
    ],
    [
      'a message that another begins in',
      messageToLead('<agent-message from="a">\n<agent-message from="b">x\n</agent-message>'),
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
    it(`are ${name}`, () => {
      assert.deepEqual(partsIn(userLine(content)), [expected]);
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
  ];
  for (const [name, line] of silent) {
    it(`are none of ${name}`, () => {
      assert.deepEqual(partsIn(line), []);
    });
  }

  const odd: readonly unknown[] = [
    { type: 'user' },
    { type: 'user', message: 7 },
    { type: 'user', message: { content: [null, 7, { type: 'tool_result' }] } },
    { type: 'assistant', message: { content: [{ type: 'tool_use', input: 'x' }] } },
    { type: 'system', subtype: 'compact_boundary', compactMetadata: null },
    { type: 'attachment', attachment: 'x' },
  ];
  for (const line of odd) {
    it(`can be told of ${JSON.stringify(line)}`, () => {
      assert.doesNotThrow(() => partsIn(line));
    });
  }

  const fire = {
    type: 'system',
    subtype: 'scheduled_task_fire',
    content: 'Running scheduled task (Nov 26 5:47pm)',
    prompt: 'check the build',
    taskId: '0a8a10c7',
  };
  const loop = { ...fire, content: 'Claude resuming /loop wakeup', taskKind: 'loop' };
  const retry = { type: 'system', subtype: 'permission_retry', content: 'Told Claude to retry x.' };
  const notices = [
    ['a scheduled run, with its prompt', fire, 'Scheduled run: check the build'],
    ['a wake-up, whose prompt follows', loop, 'Claude resuming /loop wakeup'],
    ['a blocked call that may be retried', retry, 'Told Claude to retry x.'],
  ] as const;
  for (const [name, line, text] of notices) {
    it(`are the notice of ${name}`, () => {
      assert.deepEqual(partsIn(line), [{ kind: 'notice', text }]);
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
    it(`tell how a call was denied: ${name}`, () => {
      const [entry] = partsIn(userLine([{ type: 'tool_result', tool_use_id: 'a' }], fields));
      assert.equal(entry?.kind === 'toolResult' && entry.denial, expected);
    });
  }
});

describe('A result without a text', () => {
  const table: readonly (readonly [name: string, content: unknown, text: string])[] = [
    [
      'names the tools that were found',
      [
        { type: 'tool_reference', tool_name: 'WebFetch' },
        { type: 'tool_reference', tool_name: 'TaskStop' },
      ],
      'WebFetch\nTaskStop',
    ],
    [
      'names a linked resource and its address',
      [{ type: 'resource_link', uri: 'file:///x/report.pdf', name: 'report.pdf' }],
      'report.pdf\nfile:///x/report.pdf',
    ],
    [
      'has the words of a resource, else its address',
      [
        { type: 'resource', resource: { uri: 'x://y', text: 'embedded words' } },
        { type: 'resource', resource: { uri: 'x://z', blob: 'AAAA' } },
      ],
      'embedded words\nx://z',
    ],
    [
      'has the title, the address and the words of a page',
      [
        {
          type: 'search_result',
          source: 'https://x.org',
          title: 'A page',
          content: [{ type: 'text', text: 'found words' }],
        },
      ],
      'A page\nhttps://x.org\nfound words',
    ],
    ['says that there is a sound', [{ type: 'audio', data: 'AAAA' }], '[Audio]'],
    ['has an object as JSON', { ok: true, text: 'x' }, '{\n  "ok": true,\n  "text": "x"\n}'],
    ['has a block of an unknown type as JSON', [{ type: 'new' }], '{\n  "type": "new"\n}'],
    ['has no text where there is nothing', [], ''],
    ['has no text where its blocks are damaged', [null, 7, { type: 'tool_reference' }], ''],
  ];
  for (const [name, content, text] of table) {
    it(name, () => {
      const block = { type: 'tool_result', tool_use_id: 't', content };
      const [part] = partsIn(userLine([block]));
      assert.ok(part?.kind === 'toolResult');
      assert.equal(part.text, text);
    });
  }

  it('has what a connector answered in a structure alone, and not beside its own words', () => {
    const mcpMeta = { structuredContent: { rows: [1] } };
    const textOf = (content: unknown): string => {
      const block = { type: 'tool_result', tool_use_id: 't', content };
      const [part] = partsIn(userLine([block], { mcpMeta }));
      assert.ok(part?.kind === 'toolResult');
      return part.text;
    };
    assert.equal(textOf([]), '{\n  "rows": [\n    1\n  ]\n}');
    assert.equal(textOf([{ type: 'text', text: 'One row' }]), 'One row');
  });
});

describe('What the API does itself while it answers', () => {
  const partsOfAnswer = (...content: readonly object[]) =>
    partsIn({ type: 'assistant', message: { role: 'assistant', model: 'claude-opus-5', content } });
  const result = (type: string, content: unknown, more: object = {}) => ({
    type,
    tool_use_id: 's1',
    content,
    ...more,
  });
  const results: readonly (readonly [
    name: string,
    block: ReturnType<typeof result>,
    text: string,
    isError: boolean,
  ])[] = [
    [
      'a search of the web',
      result('web_search_tool_result', [
        {
          type: 'web_search_result',
          title: 'Vite 8',
          url: 'https://vite.dev',
          encrypted_content: 'x',
        },
      ]),
      'Vite 8\nhttps://vite.dev',
      false,
    ],
    [
      'a page that was fetched',
      result('web_fetch_tool_result', {
        type: 'web_fetch_result',
        url: 'https://x.org',
        content: { type: 'document', title: 'X', source: { type: 'text', data: 'Its words' } },
      }),
      'X\nhttps://x.org\nIts words',
      false,
    ],
    [
      'a search that failed',
      result('web_search_tool_result', {
        type: 'web_search_tool_result_error',
        error_code: 'max_uses_exceeded',
      }),
      '{\n  "type": "web_search_tool_result_error",\n  "error_code": "max_uses_exceeded"\n}',
      true,
    ],
    [
      'the answer of a connector',
      result('mcp_tool_result', [{ type: 'text', text: 'ticket 12' }], { is_error: true }),
      'ticket 12',
      true,
    ],
    [
      'advice',
      result('advisor_tool_result', { type: 'advisor_result', text: 'Lock first' }),
      'Lock first',
      false,
    ],
  ];
  for (const [name, block, text, isError] of results) {
    it(`is shown as the result of its call: ${name}`, () => {
      assert.deepEqual(partsOfAnswer(block), [
        { kind: 'toolResult', toolUseId: 's1', text, isError, denial: undefined, details: {} },
      ]);
    });
  }

  it('is shown as a call, that of a connector with its name', () => {
    const calls = partsOfAnswer(
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'vite 8' } },
      { type: 'mcp_tool_use', id: 'm1', name: 'search', server_name: 'jira', input: { q: 'x' } },
    );
    assert.deepEqual(calls, [
      { kind: 'toolUse', id: 's1', name: 'web_search', input: { query: 'vite 8' } },
      { kind: 'toolUse', id: 'm1', name: 'mcp__jira__search', input: { q: 'x' } },
    ]);
  });

  it('says which model went on where another one refused', () => {
    const [from, to] = [{ model: 'claude-fable-5-2' }, { model: 'claude-opus-5' }];
    const parts = partsOfAnswer({ type: 'fallback', from, to }, { type: 'fallback' });
    assert.deepEqual(parts, [{ kind: 'notice', text: 'Answered by claude-opus-5' }]);
  });
});
