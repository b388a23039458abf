import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Conversation } from '../../../../../src/extension/agents/claude/conversation/conversation';
import { lineWindow } from '../../../../support/transcript/linesOf';
import {
  agent,
  call,
  type Fields,
  note,
  result,
  user,
} from '../../../../support/transcript/treeEntries';

/** For each branch that was taken back: the text of its first prompt, then the ids of its lines. */
function takenBack(...lines: readonly Fields[]): readonly (readonly string[])[] {
  const read = lineWindow(lines);
  const conversation = new Conversation(({ bytes }) => {
    const line = JSON.parse(String(bytes)) as { message: { content: string } };
    return line.message.content;
  });
  for (const line of read) conversation.add(line);
  return conversation.overview.takenBack.map(({ from, to, text }) => [
    text,
    ...read.flatMap(({ at }, index) =>
      from <= at && at < to ? [String(lines[index]?.['uuid'] ?? lines[index]?.['type'])] : [],
    ),
  ]);
}

describe('Conversation', () => {
  it('finds nothing taken back in prompts that follow each other', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', 'A'), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines), []);
  });

  it('takes back a prompt with its turn where the next one hangs on the same entry', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', 'A'), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines, user('c', 'A'), agent('C', 'c')), [['b', 'b', 'B']]);
  });

  it('takes back also the rest of the turn into which a prompt went back', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', 'A'), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines, user('c', 'a'), agent('C', 'c')), [['b', 'A', 'b', 'B']]);
  });

  it('takes back several prompts in a row, each as a branch of its own', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', 'A'), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines, user('c', 'A'), agent('C', 'c'), user('d', 'A')), [
      ['b', 'b', 'B'],
      ['c', 'c', 'C'],
    ]);
  });

  it('takes back a branch with what was taken back in it, as one branch', () => {
    const lines = [
      user('a', null),
      agent('A', 'a'),
      user('b', 'A'),
      agent('B', 'b'),
      user('c', 'B'),
      agent('C', 'c'),
      user('d', 'B'),
      agent('D', 'd'),
    ];
    assert.deepEqual(takenBack(...lines), [['c', 'c', 'C']]);
    assert.deepEqual(takenBack(...lines, user('e', 'A')), [['b', 'b', 'B', 'c', 'C', 'd', 'D']]);
  });

  it('takes back the first prompt where another one also begins the conversation', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', null), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines), [['a', 'a', 'A']]);
  });

  it('takes nothing back where a prompt does not say what it follows', () => {
    const { parentUuid: _, ...untold } = user('b', null);
    assert.deepEqual(takenBack(user('a', null), agent('A', 'a'), untold, agent('B', 'b')), []);
  });

  it('leaves both branches alone where two clients go on with one session, in turns', () => {
    const common = [user('a', null), agent('A', 'a')];
    const first = [user('b', 'A'), agent('B', 'b')];
    const second = [user('c', 'A'), agent('C', 'c')];
    const lines = [...common, ...first, ...second, user('d', 'B'), agent('D', 'd')];
    assert.deepEqual(takenBack(...lines), []);
    assert.deepEqual(takenBack(...lines, user('e', 'C'), agent('E', 'e')), []);
    const atOnce = [...common, user('b', 'A'), user('c', 'A'), agent('B', 'b'), agent('C', 'c')];
    assert.deepEqual(takenBack(...atOnce), []);
  });

  it('takes back what a person took back in one of the branches of two clients', () => {
    const lines = [user('a', null), user('b', 'a'), user('c', 'a'), agent('C', 'c')];
    const again = [user('d', 'a'), agent('D', 'd'), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines, ...again), [['c', 'c', 'C']]);
  });

  it('takes back a prompt also where its turn’s last notes come behind the next one', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', 'A'), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines, user('c', 'A'), note('n', 'B')), [
      ['b', 'b', 'B'],
      ['b', 'n'],
    ]);
  });

  it('takes back the attachments of a prompt with it', () => {
    const lines = [user('a', null), agent('A', 'a'), note('n', 'A'), user('b', 'n')];
    const after = [note('m', 'A'), user('c', 'm'), agent('C', 'c')];
    assert.deepEqual(takenBack(...lines, agent('B', 'b'), ...after), [['b', 'n', 'b', 'B']]);
  });

  it('leaves the forks alone that parallel calls and their results form', () => {
    const lines = [
      user('a', null),
      call('A1', 'a'),
      call('A2', 'A1'),
      result('r1', 'A1'),
      result('r2', 'A2'),
      agent('B', 'r1'),
      user('b', 'B'),
    ];
    assert.deepEqual(takenBack(...lines), []);
  });

  it('leaves what was queued in mid-turn alone, also at a dead end of parallel calls', () => {
    const queued = note('q', 'r2', { attachment: { type: 'queued_command', prompt: 'more' } });
    const calls = [user('a', null), call('A1', 'a'), call('A2', 'A1'), result('r2', 'A2'), queued];
    assert.deepEqual(takenBack(...calls, result('r1', 'A1'), agent('B', 'r1')), []);
  });

  it('goes on behind a compaction, whether it names the entry before it or not', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', 'A'), agent('B', 'b')];
    const boundary = { parentUuid: null, type: 'system', subtype: 'compact_boundary', uuid: 'x' };
    const summary = { ...user('s', 'x', 'So far'), isCompactSummary: true };
    const after = [summary, user('c', 's'), agent('C', 'c')];
    assert.deepEqual(takenBack(...lines, boundary, ...after), []);
    assert.deepEqual(takenBack(...lines, { ...boundary, logicalParentUuid: 'B' }, ...after), []);
    // The next prompt may have an entry that the compaction kept as its parent.
    assert.deepEqual(takenBack(...lines, boundary, summary, user('c', 'B')), []);
  });

  it('goes on behind what a compaction kept, and takes back a prompt from which it summarized', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', 'A'), agent('B', 'b')];
    const summary = { ...user('s', 'x', 'So far'), isCompactSummary: true };
    const after = (tailUuid: string) => {
      const compactMetadata = { preservedSegment: { tailUuid } };
      const boundary = { parentUuid: null, logicalParentUuid: 'A', type: 'system', uuid: 'x' };
      return [
        { ...boundary, subtype: 'compact_boundary', compactMetadata },
        summary,
        user('c', 's'),
      ];
    };
    assert.deepEqual(takenBack(...lines, ...after('B')), []);
    assert.deepEqual(takenBack(...lines, ...after('gone')), []);
    assert.deepEqual(takenBack(...lines, ...after('A')), [['b', 'b', 'B']]);
  });

  it('leaves a subagent’s lines in the file alone', () => {
    const side = [user('s', null), agent('S', 's')].map((line) => ({ ...line, isSidechain: true }));
    const lines = [user('a', null), agent('A', 'a'), ...side, user('b', 'A'), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines), []);
  });

  it('leaves a stopped turn alone where a resumed session goes on before its last lines', () => {
    const lines = [user('a', null), agent('A', 'a'), call('A2', 'A'), note('n', 'A2')];
    assert.deepEqual(takenBack(...lines, user('b', 'A'), agent('B', 'b')), []);
  });

  it('lets an entry follow the one before it where its parent is not in the file, or comes later', () => {
    const lines = [user('a', null), agent('A', 'a'), user('b', 'gone'), agent('B', 'b')];
    assert.deepEqual(takenBack(...lines), []);
    const early = [
      user('a', null),
      note('n', 'm'),
      note('m', 'a'),
      user('b', 'n'),
      agent('B', 'b'),
    ];
    assert.deepEqual(takenBack(...early), []);
    assert.deepEqual(takenBack(note('n', 'm'), note('m', 'n'), user('b', 'm')), []);
  });

  /** First and last line of each branch, for lines that contain one or several records. */
  function reaches(...lines: readonly (readonly Fields[])[]) {
    const text = lines.map((records) => records.map((one) => JSON.stringify(one)).join(''));
    const window = lineWindow(`${text.join('\n')}\n`);
    const conversation = new Conversation(() => '');
    for (const line of window) conversation.add(line);
    const indexOf = (byte: number) => window.findIndex(({ at }) => at === byte);
    return conversation.overview.takenBack.map(({ from, to }) => [indexOf(from), indexOf(to)]);
  }

  it('reads each record of a line that lost its line break, and leaves it where one of them lives', () => {
    const lines = [[user('a', null)], [agent('A', 'a'), user('b', 'A')], [agent('B', 'b')]];
    assert.deepEqual(reaches(...lines, [user('c', 'A')]), [[2, 3]]);
  });

  /** Positions of queued prompts that no entry has: line index and part. */
  function unread(...lines: readonly (readonly Fields[])[]) {
    const text = lines.map((records) => records.map((one) => JSON.stringify(one)).join(''));
    const window = lineWindow(`${text.join('\n')}\n`);
    const conversation = new Conversation(() => '');
    for (const line of window) conversation.add(line);
    return conversation.overview.unread.map(({ at, part }) => [
      window.findIndex((line) => line.at === at),
      part,
    ]);
  }
  const queue = (operation: string, content?: unknown): readonly Fields[] => [
    { type: 'queue-operation', operation, ...(content !== undefined && { content }) },
  ];
  const begun = [user('a', null, 'Begin')];

  it('lists the queued prompts that no entry has, in file order', () => {
    const lines = [begun, queue('enqueue', 'More'), queue('remove'), [agent('A', 'a')]];
    assert.deepEqual(unread(...lines), [[1, 0]]);
    const blocks = [{ type: 'text', text: 'Even more' }];
    assert.deepEqual(unread(...lines, queue('enqueue', blocks), queue('dequeue')), [
      [1, 0],
      [4, 0],
    ]);
  });

  it('lists no queued prompt that an entry has, in whatever form it was given to the agent', () => {
    const queued = queue('enqueue', 'More\nof it');
    const command =
      '<command-message>loop</command-message>\n<command-name>/loop</command-name>\n<command-args>5m look</command-args>';
    const context = '<ide_opened_file>a.ts</ide_opened_file>';
    const texts = [context, 'More\nof it'].map((text) => ({ type: 'text', text }));
    const attachment = { type: 'queued_command', prompt: 'More\nof it' };
    const taken: readonly (readonly (readonly Fields[])[])[] = [
      [queued, [user('b', 'a', 'More\nof it')]],
      [queued, [user('b', 'a', 'Before\nMore\nof it\nBehind')]],
      [queued, [user('b', 'a', texts)]],
      [queued, [user('b', 'a', `${context}More\nof it`)]],
      [queued, [{ ...user('b', 'a', 'More\nof it'), isMeta: true }]],
      [queued, queue('remove', 'More\nof it'), [note('b', 'a', { attachment })]],
      [[note('b', 'a', { attachment })], queued, queue('remove', 'More\nof it')],
      [queue('enqueue', '/loop 5m look'), [user('b', 'a', command)]],
      [queue('enqueue', 'ls'), [user('b', 'a', '<bash-input>ls</bash-input>')]],
    ];
    for (const lines of taken) assert.deepEqual(unread(begun, ...lines), [], JSON.stringify(lines));
  });

  it('takes words for a queued prompt only as whole lines of what a person or the client said', () => {
    const queued = queue('enqueue', 'More');
    const lines = [
      [user('b', 'a', 'More of it')],
      [agent('B', 'a', { type: 'text', text: 'More' })],
      [user('r', 'a', [{ type: 'tool_result', tool_use_id: 't', content: 'More' }])],
      [{ ...user('s', 'a', 'More'), isSidechain: true }],
    ];
    assert.deepEqual(unread(begun, queued, ...lines), [[1, 0]]);
    assert.deepEqual(unread([user('b', null, 'More')], queued, [user('b', null, 'More')]), [
      [1, 0],
    ]);
  });

  it('lists of a prompt that was queued twice the one that was not taken', () => {
    const lines = [begun, queue('enqueue', 'More'), queue('enqueue', 'More')];
    assert.deepEqual(unread(...lines, [user('b', 'a', 'More')]), [[2, 0]]);
    assert.deepEqual(unread(...lines, [user('b', 'a', 'More')], [user('c', 'b', 'More')]), []);
  });

  it('lists no prompt that went back to be edited, and no message of the client itself', () => {
    for (const pop of ['popAll', 'popOne']) {
      const edited = [queue('enqueue', 'More'), queue(pop, 'More'), queue('enqueue', 'Less')];
      assert.deepEqual(unread(begun, ...edited, [user('b', 'a', 'Less')]), [], pop);
    }
    const notification = '<task-notification>\n<summary>Done</summary>\n</task-notification>';
    assert.deepEqual(unread(begun, queue('enqueue', notification)), []);
  });

  it('lists a prompt whose words were taken long before it was queued, as in the copies of a fork', () => {
    const attachment = { type: 'queued_command', prompt: 'More' };
    const taken = note('b', 'a', { attachment, timestamp: '2026-11-20T20:26:50.425Z' });
    const queuedAt = (timestamp: string) =>
      queue('enqueue', 'More').map((it) => ({ ...it, timestamp }));
    assert.deepEqual(unread(begun, [taken], queuedAt('2026-11-20T20:26:50.458Z')), []);
    assert.deepEqual(unread(begun, [taken], queuedAt('2026-11-20T20:36:50.458Z')), [[2, 0]]);
  });

  it('lists queued prompts in damaged lines by their parts', () => {
    const queued = queue('enqueue', 'More');
    assert.deepEqual(unread(begun, [agent('A', 'a'), ...queued, ...queue('enqueue', 'Less')]), [
      [1, 1],
      [1, 2],
    ]);
    assert.deepEqual(unread(begun, [...queued, user('b', 'a', 'More')]), []);
  });

  it('lists of thousands of queued prompts each that nobody took', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => queue('enqueue', `More ${index}`));
    assert.equal(unread(begun, ...many).length, 3_000);
    assert.equal(unread(begun, ...many, [user('b', 'a', 'More 2999')]).length, 2_999);
  });

  it('compares hundreds of queued prompts with long entries in a time that grows with these alone', function () {
    this.timeout(60_000);
    const many = Array.from({ length: 200 }, (_, index) => queue('enqueue', `Say ${index}\ntwice`));
    const long = 'Say a word\n'.repeat(100_000);
    const entries = Array.from({ length: 40 }, (_, index) => [user(`b${index}`, 'a', long)]);
    const last = [user('c', 'a', `${long}Say 7\ntwice\nSay 8\n`)];
    assert.equal(unread(begun, ...many, ...entries, last).length, 199);
  });

  it('has the same list as long as nothing else was taken back', () => {
    const conversation = new Conversation(() => '');
    const lines = lineWindow([user('a', null), agent('A', 'a'), user('b', 'a'), agent('B', 'b')]);
    for (const line of lines.slice(0, 3)) conversation.add(line);
    const before = conversation.overview.takenBack;
    for (const line of lines.slice(3)) conversation.add(line);
    assert.equal(conversation.overview.takenBack, before);
  });

  it('has the same overview where it was found anew, and holds the same', () => {
    const conversation = new Conversation(() => '');
    const begun = [user('a', null), user('b', null), call('A1', 'b'), call('A2', 'A1')];
    const calls = [result('r1', 'A1'), result('r2', 'A2'), agent('B', 'r1')];
    const taken = [...queue('enqueue', 'More'), ...queue('dequeue'), user('c', 'B', 'More')];
    const lines = lineWindow([...begun, ...calls, ...taken]);
    for (const line of lines.slice(0, begun.length)) conversation.add(line);
    const before = conversation.overview;
    assert.equal(before.takenBack.length, 1);
    for (const line of lines.slice(begun.length)) conversation.add(line);
    assert.equal(conversation.overview, before);
  });

  it('finds in recorded sessions the one prompt that went back into its box, and no other, and no unread prompt', () => {
    const folder = path.resolve(__dirname, '../../../../fixtures');
    const found: string[] = [];
    const unread: string[] = [];
    for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.jsonl')) continue;
      const conversation = new Conversation(({ bytes }) => String(bytes));
      for (const line of lineWindow(fs.readFileSync(path.join(folder, file), 'utf8')))
        conversation.add(line);
      unread.push(...conversation.overview.unread.map(({ at }) => `${file}: ${at}`));
      for (const { text } of conversation.overview.takenBack) {
        const { uuid } = JSON.parse(text) as { uuid: string };
        found.push(`${file}: ${uuid}`);
      }
    }
    assert.deepEqual(unread, []);
    // Escape was pressed before the answer began.
    assert.deepEqual(found, [
      `${path.join('transcripts', 'interrupt.jsonl')}: f967009f-6dd4-4c52-bfb7-44c4272bbe84`,
    ]);
  });
});
