import assert from 'node:assert/strict';
import { partsOf } from '../../../../../src/extension/agents/claude/entry/parts';
import { parseTranscriptEntry } from '../../../../../src/extension/agents/claude/entry/parseEntry';
import { user, type Json } from './lineRows';

const human = { origin: { kind: 'human' } };
const done = '<task-notification><status>completed</status></task-notification>';

function entryOf(line: Json) {
  const parsed = parseTranscriptEntry(JSON.stringify(line));
  assert.ok(parsed);
  return { kind: parsed.line.kind, parts: partsOf(parsed.line), entry: parsed.line };
}

describe('A prompt that quotes what the client writes', () => {
  const quoting: readonly string[] = [
    'Why does our log show <task-notification> in the UI?\nRemove it from line 12.',
    `This appeared:\n${done}\nWhat is it?`,
    `${done} What is it?`,
    'The parser must accept <command-name>/deploy</command-name>. Write its test.',
    '<command-name>/deploy</command-name> is not found',
    'explain what <bash-input>ls</bash-input> means here',
    '<bash-stdout>error: boom</bash-stdout> is what I got, fix it',
    '<bash-stdout>a</bash-stdout> is not <bash-stdout>b</bash-stdout>',
    '<local-command-stdout>ok</local-command-stdout> came first',
    '[Request interrupted by user] is printed twice, why?',
    'Drop <system-reminder>this</system-reminder> from line 3.',
    '<agent-message from="worker">\nGo\n</agent-message>\nWho wrote this?',
  ];
  for (const text of quoting) {
    it(`keeps all its words and is a person's: ${JSON.stringify(text)}`, () => {
      const { entry, parts } = entryOf(user(text, human));
      assert.deepEqual([entry.kind, entry.kind === 'prompt' && entry.human], ['prompt', true]);
      assert.deepEqual(parts, [{ kind: 'prompt', text, queued: false }]);
      const attachment = { type: 'queued_command', prompt: text, ...human };
      const queued = entryOf({ type: 'attachment', attachment }).parts;
      assert.deepEqual(queued, [{ kind: 'prompt', text, queued: true }]);
    });
  }

  it('keeps all its words where an old client does not say who wrote it', () => {
    for (const text of quoting.slice(0, 7)) {
      const { kind, parts } = entryOf(user(text));
      assert.deepEqual([kind, parts], ['prompt', [{ kind: 'prompt', text, queued: false }]]);
    }
  });

  it('is shown without what the client added to it in blocks of its own', () => {
    const texts = [
      '<ide_selection>x</ide_selection>',
      'Why <b>?',
      '<system-reminder>y</system-reminder>',
    ];
    const line = user(
      texts.map((text) => ({ type: 'text', text })),
      human,
    );
    assert.deepEqual(entryOf(line).parts, [{ kind: 'prompt', text: 'Why <b>?', queued: false }]);
  });
});

describe('An entry of the client alone', () => {
  const output = (text: string, isError = false) => ({ kind: 'commandOutput', text, isError });
  const table: readonly (readonly [name: string, line: Json, parts: readonly object[]])[] = [
    [
      'is a shell command and what it printed',
      user(
        '<bash-input>ls -la</bash-input><bash-stdout>total 0</bash-stdout><bash-stderr></bash-stderr>',
        human,
      ),
      [{ kind: 'command', name: '!', args: 'ls -la' }, output('total 0')],
    ],
    [
      'is output that holds its own closing tag',
      user('<bash-stdout>a</bash-stdout>\nb</bash-stdout><bash-stderr>c</bash-stderr>'),
      [output('a</bash-stdout>\nb'), output('c', true)],
    ],
    [
      'is an error that holds the closing tag of the output',
      user('<bash-stdout>a</bash-stdout><bash-stderr>c </bash-stdout></bash-stderr>'),
      [output('a'), output('c </bash-stdout>', true)],
    ],
    [
      'is a command whose words hold tags',
      user(
        '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>why </command-args> here?</command-args>',
        human,
      ),
      [{ kind: 'command', name: '/review', args: 'why </command-args> here?' }],
    ],
    [
      'is a notification that its origin tells, whatever stands around it',
      user(`[SYSTEM NOTIFICATION]\n${done}\nGo on.`, { origin: { kind: 'task-notification' } }),
      [{ kind: 'notification', summary: 'Background task', status: 'completed', result: '' }],
    ],
    [
      'is an interruption',
      user('[Request interrupted by user for tool use]'),
      [{ kind: 'interrupt' }],
    ],
  ];
  for (const [name, line, parts] of table) {
    it(name, () => {
      assert.deepEqual(entryOf(line).parts, parts);
    });
  }
});

describe('A notification of background work', () => {
  for (const behind of [
    'Read the output file to retrieve the result: /tmp/x.output',
    'Full transcript available at: /tmp/x.jsonl',
  ]) {
    it(`is one with what older clients write behind it: ${behind}`, () => {
      const [part] = entryOf(user(`${done}\n${behind}`)).parts;
      assert.deepEqual([part?.kind], ['notification']);
    });
  }
});
