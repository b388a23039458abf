import type { FoundFile } from '../../../../src/extension/agents/transcripts/files';
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { BytePattern } from '../../../../src/extension/hub/reading/search/bytePattern';
import { Chunk } from '../../../../src/extension/hub/reading/search/chunk';
import { findTranscripts } from '../../../../src/extension/agents/claude/catalogue/transcriptFolders';
import {
  TextSearch,
  type TextFinding,
} from '../../../../src/extension/hub/reading/search/textSearch';
import { searchWords, type Word } from '../../../../src/shared/text/searchWords';
import { runToEnd } from '../../../support/runToEnd';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { claudeHomes } from '../../../support/agents/claudeHomes';
import { TranscriptFile, type Line } from '../../../support/hub/transcriptFile';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

describe('A search in the text of transcripts', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  /** Newest first. */
  const transcripts = (): readonly FoundFile[] =>
    runToEnd(findTranscripts(path.join(home, 'projects'), assert.fail)).toSorted(
      (a, b) => b.mtimeMs - a.mtimeMs,
    );
  function search(query: string): readonly TextFinding[] {
    const findings: TextFinding[] = [];
    for (const { found } of new TextSearch(query, { formatOf: () => claudeFormat }).run(
      transcripts(),
    )) {
      if (found !== undefined) findings.push(found);
    }
    return findings;
  }
  const ids = (query: string): readonly string[] =>
    search(query).map(({ file }) => file.kind.sessionId);
  const excerptsOf = (query: string): readonly string[] =>
    search(query).map(({ excerpt }) => `${excerpt.speaker}: ${excerpt.excerpt}`);

  async function session(
    id: string,
    lines: (transcript: TranscriptFile) => readonly (Line | string)[],
  ): Promise<TranscriptFile> {
    const transcript = TranscriptFile.of(home, id);
    await transcript.write(...lines(transcript));
    return transcript;
  }

  it('tells who said it, with the words around', async () => {
    await session('a', (it) => [
      it.prompt('Why does the Zeppelin fall?'),
      it.call('Bash', { command: 'fly --balloon', description: 'Fly it' }, 't1'),
      it.result('t1', 'no hydrogen left'),
      it.answer('It has no helium.', 'msg_2'),
    ]);
    assert.deepEqual(excerptsOf('zeppelin'), ['You: Why does the Zeppelin fall?']);
    assert.deepEqual(excerptsOf('balloon'), ['Bash: fly --balloon']);
    assert.deepEqual(excerptsOf('hydrogen'), ['Output: no hydrogen left']);
    assert.deepEqual(excerptsOf('HELIUM'), ['Claude: It has no helium.']);
  });

  it('finds a prompt that only the queue has, and one that was taken where it was taken', async () => {
    const enqueue = (content: unknown): Line => ({
      type: 'queue-operation',
      operation: 'enqueue',
      timestamp: '2026-11-26T17:56:00.675Z',
      sessionId: 's',
      content,
    });
    await session('left', (it) => [
      it.prompt('Begin'),
      enqueue('Also use the airship'),
      enqueue([{ type: 'text', text: 'And a second airship' }]),
      it.answer('Done with the work.'),
    ]);
    const taken = await session('taken', (it) => [
      enqueue('Use the gondola'),
      it.answer('A gondola it is.'),
      it.prompt('Use the gondola'),
    ]);
    await session('scheduled', (it) => [
      enqueue('[[tick]] check the mast'),
      { ...it.prompt('[[tick]] check the mast'), isMeta: true },
      enqueue('<task-notification>\n<summary>The mast is up</summary>\n</task-notification>'),
    ]);
    assert.deepEqual(excerptsOf('airship'), ['You: Also use the airship']);
    assert.deepEqual(ids('gondola'), [path.basename(taken.file, '.jsonl')]);
    assert.deepEqual(excerptsOf('gondola'), ['Claude: A gondola it is.']);
    assert.deepEqual(excerptsOf('mast'), []);
  });

  it('finds a queued prompt though the client notes it, and none that went back to be edited', async () => {
    const queue = (operation: string, content: string): Line => {
      return { type: 'queue-operation', operation, timestamp: '2026-11-26T17:56:00.675Z', content };
    };
    await session('noted', () => [
      queue('enqueue', 'Use the balloon'),
      queue('remove', 'Use the balloon'),
      { type: 'last-prompt', lastPrompt: 'Use the balloon' },
    ]);
    await session('edited', (it) => [
      queue('enqueue', 'Use the kite'),
      queue('popAll', 'Use the kite'),
      queue('enqueue', 'Use the glider'),
      it.prompt('Use the glider'),
    ]);
    assert.deepEqual(excerptsOf('balloon'), ['You: Use the balloon']);
    assert.deepEqual(excerptsOf('kite'), []);
    assert.deepEqual(excerptsOf('glider'), ['You: Use the glider']);
  });

  it('finds a command and its output as the transcript shows them, and not by their tags', async () => {
    await session('shell', (it) => [
      it.prompt('<bash-input>fly --balloon</bash-input>'),
      it.prompt(
        '<bash-stdout>up it \u001B[31mgoes</bash-stdout><bash-stderr>no helium</bash-stderr>',
      ),
      it.prompt(
        '<command-message>land</command-message>\n<command-name>/land</command-name>\n<command-args>the kite</command-args>',
      ),
      {
        type: 'system',
        subtype: 'local_command',
        content: '<local-command-stdout>Landed softly</local-command-stdout>',
      },
      {
        type: 'attachment',
        attachment: { type: 'queued_command', prompt: '<bash-input>ls hangar</bash-input>' },
      },
    ]);
    assert.deepEqual(excerptsOf('balloon'), ['You: ! fly --balloon']);
    assert.deepEqual(excerptsOf('up goes'), ['Output: up it goes']);
    assert.deepEqual(excerptsOf('helium'), ['Output: no helium']);
    assert.deepEqual(excerptsOf('land kite'), ['You: /land the kite']);
    assert.deepEqual(excerptsOf('softly'), ['Output: Landed softly']);
    assert.deepEqual(excerptsOf('hangar'), ['You: ! ls hangar']);
    for (const query of ['bash-input', 'stdout', 'command-args'])
      assert.deepEqual(excerptsOf(query), []);
  });

  it('finds all words in one text, in whatever order', async () => {
    await session('a', (it) => [it.prompt('The parser is slow'), it.answer('Then a cache')]);
    assert.deepEqual(ids('slow parser'), ['a']);
    assert.deepEqual(ids('parser cache'), []);
  });

  it('does not find names, ids and notes of the client', async () => {
    await session('a', (it) => [
      it.prompt('Hello'),
      it.prompt('a caveat', { isMeta: true }),
      { type: 'file-history-snapshot', snapshot: 'caveat' },
      it.answer('Hi', 'msg_caveat'),
    ]);
    for (const query of ['sessionId', 'parentUuid', 'caveat', 'usage', 'timestamp', 'tool_use'])
      assert.deepEqual(ids(query), [], query);
  });

  it('finds a word in the text behind a thousand lines that only name it', async () => {
    const noise = Array.from({ length: 1_000 }, () => ({ type: 'mode', usage: 'usage' }));
    await session('a', (it) => [...noise, it.prompt('the usage page')]);
    assert.deepEqual(excerptsOf('usage'), ['You: the usage page']);
  });

  it('cuts a long text around the words, on one line of plain text', async () => {
    const long = `${'before '.repeat(1_000)}\n\u001B[31mneedle\u001B[0m\n${'after '.repeat(1_000)}`;
    await session('a', (it) => [it.prompt(long)]);
    const [finding] = search('needle');
    assert.match(
      finding?.excerpt.excerpt ?? '',
      /^…(?:before )+⟨U\+001B⟩\[31mneedle⟨U\+001B⟩\[0m (?:after )+a?.*…$/,
    );
    assert.ok((finding?.excerpt.excerpt.length ?? 0) < 170);
    assert.equal(finding?.excerpt.quote, '');
  });

  it('quotes what stands so in the document', async () => {
    await session('a', (it) => [it.prompt('first line\nthe needle in $(it)\nlast line')]);
    assert.equal(search('needle')[0]?.excerpt.quote, 'needle in $(it)');
  });

  it('finds each session once, the newest first, and subagents for their session', async () => {
    const agent = (id: string, agentId: string): TranscriptFile =>
      new TranscriptFile(
        id,
        path.join(home, 'projects', '-home-dev-shop', id, 'subagents', `agent-${agentId}.jsonl`),
      );
    const old = await session('old', (it) => [it.prompt('needle'), it.answer('needle')]);
    const main = await session('main', (it) => [it.prompt('hello')]);
    const sub = agent('main', 'x1');
    await sub.write(sub.prompt('find the needle'));
    await fs.utimes(old.file, 1_000, 1_000);
    await fs.utimes(main.file, 3_000, 3_000);
    await fs.utimes(sub.file, 2_000, 2_000);
    assert.deepEqual(
      search('needle').map(({ file: { kind } }) => kind),
      [
        { kind: 'subagent', sessionId: 'main', agentId: 'x1' },
        { kind: 'session', sessionId: 'old' },
      ],
    );
  });

  it('finds what tools of the API and of connectors answered, and resources of a result', async () => {
    const answers = (id: string, role: string, block: object) =>
      session(id, (it) => [{ ...it.prompt('x'), type: role, message: { role, content: [block] } }]);
    const words = [{ type: 'text', text: 'the needle' }];
    await answers('a', 'assistant', { type: 'mcp_tool_result', tool_use_id: 'm', content: words });
    const found = { type: 'web_search_result', title: 'A needle', url: 'https://x.org' };
    await answers('b', 'assistant', { type: 'web_search_tool_result', content: [found] });
    const resource = { type: 'resource', resource: { uri: 'x://y', text: 'a needle' } };
    await answers('c', 'user', { type: 'tool_result', tool_use_id: 't', content: [resource] });
    assert.deepEqual(ids('needle').toSorted(), ['a', 'b', 'c']);
  });

  it('finds what an agent of a workflow said for its session', async () => {
    const main = await session('main', (it) => [it.prompt('hello')]);
    const run = path.join(path.dirname(main.file), 'main', 'subagents', 'workflows', 'wf_1');
    const agent = new TranscriptFile('main', path.join(run, 'agent-x1.jsonl'));
    await agent.write(agent.prompt('find the needle'));
    const [finding] = search('needle');
    assert.deepEqual(finding?.file.kind, { kind: 'subagent', sessionId: 'main', agentId: 'x1' });
    assert.equal(claudeHomes(home).ownTranscript(finding.file), main.file);
  });

  it('finds what an agent of an old client said, whose file lies beside its session', async () => {
    const main = await session('main', (it) => [it.prompt('hello')]);
    const file = path.join(path.dirname(main.file), 'agent-5c0ffee0.jsonl');
    const agent = new TranscriptFile('main', file);
    await agent.write(agent.prompt('find the needle'));
    const [finding] = search('needle');
    const kind = { kind: 'subagent', sessionId: 'main', agentId: '5c0ffee0' };
    assert.deepEqual(finding?.file.kind, kind);
    assert.equal(claudeHomes(home).ownTranscript(finding.file), main.file);
  });

  it('finds what lies across two portions, in lines of megabytes, and in the last half line', async () => {
    for (const before of [65_500, 65_530, 65_536, 131_060, 3_000_000]) {
      const id = `at-${before}`;
      await session(id, (it) => [it.prompt(`${'x'.repeat(before)} nêedlé ${'y'.repeat(before)}`)]);
    }
    const half = await session('half', () => []);
    await fs.writeFile(half.file, JSON.stringify(half.prompt('needle')));
    assert.equal(ids('needle').length, 6);
  });

  it('goes on behind a line that is too long to read', async function () {
    this.timeout(60_000);
    await session('a', (it) => [
      it.prompt(`needle ${'z'.repeat(17_000_000)} needle ${'z'.repeat(200_000)}`),
      it.prompt('the other needle'),
    ]);
    assert.deepEqual(excerptsOf('needle'), ['You: the other needle']);
  });

  it('takes signs as they are', async () => {
    await session('a', (it) => [it.prompt('say "C:\\temp\\new" and a.*b [x]')]);
    for (const query of ['"C:\\temp\\new"', 'a.*b', '[x]', 'c:\\TEMP'])
      assert.deepEqual(ids(query), ['a'], query);
    assert.deepEqual(ids('a.xb'), []);
  });

  it('yields often, however much there is', async () => {
    await session('a', (it) => Array.from({ length: 300 }, () => it.prompt('x'.repeat(10_000))));
    const files = transcripts();
    const steps = [...new TextSearch('needle', { formatOf: () => claudeFormat }).run(files)];
    assert.ok(steps.length > 3_000_000 / 70_000, `${steps.length} steps`);
    assert.equal(steps.at(-1)?.searchedBytes, files[0]?.size);
  });

  it('is over at once without words', () => {
    assert.deepEqual([...new TextSearch('  ', { formatOf: () => claudeFormat }).run([])], []);
  });
});

function chunkOf(bytes: Buffer): Chunk {
  const chunk = new Chunk(chunkBytes);
  chunk.fill((room) => bytes.copy(room));
  return chunk;
}

/** Position of the first match; -1 without a match. */
function placeOf(word: Word, bytes: Buffer): number {
  const pattern = new BytePattern(word);
  const place = pattern.search(chunkOf(bytes), 0);
  assert.equal(pattern.isIn(bytes.toString('latin1')), place >= 0);
  return place;
}

/** All positions of a pattern in a chunk, in order. */
function placesOf(pattern: BytePattern, chunk: Chunk): readonly number[] {
  const places: number[] = [];
  for (let from = 0; ;) {
    const at = pattern.search(chunk, from);
    if (at < 0) return places;
    places.push(at);
    from = at + 1;
  }
}

const chunkBytes = 4_096;

describe('The bytes of a word', () => {
  const letters = 'aeiouncsyzAEIOÀÉÎÕÜàéîõüñçšžßæøΑλфЯйё確認🚀 "\\\n/-.*$';
  const text = fc.string({ unit: fc.constantFrom(...Array.from(letters)), maxLength: 40 });

  it('are found in JSON wherever the word is found in the text', () => {
    fc.assert(
      fc.property(text, text, text, (query, before, after) => {
        for (const word of searchWords(query)) {
          const typed = word.letters.map((letter) => letter.typed).join('');
          const bytes = Buffer.from(JSON.stringify(before + typed + after));
          assert.ok(placeOf(word, bytes) >= 0, JSON.stringify(typed));
          assert.ok(word.pattern.test(before + typed + after));
        }
      }),
    );
  });

  it('match no text that the word does not match', () => {
    fc.assert(
      fc.property(text, text, (query, other) => {
        for (const word of searchWords(query)) {
          const bytes = Buffer.from(other);
          if (placeOf(word, bytes) >= 0 && !/["\\]/.test(query))
            assert.ok(word.pattern.test(other), other);
        }
      }),
    );
  });

  it('are found at every place, one after the other', () => {
    const pieces = [
      'Zeppelin',
      'zéppelín',
      'ZEPPELIN',
      'zeppeln',
      'Zeqx',
      'é',
      'zep',
      '\n',
      'x'.repeat(15),
    ];
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 });
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('zeppelin', 'zéqx', 'pé', 'zz', 'eppel'),
        (parts, query) => {
          const [word] = searchWords(query);
          assert.ok(word);
          const whole = parts.join('');
          const pattern = new RegExp(`(?=${word.pattern.source})`, 'g');
          const wanted = [...whole.matchAll(pattern)].map(({ index }) =>
            Buffer.byteLength(whole.slice(0, index)),
          );
          const chunk = chunkOf(Buffer.from(whole));
          assert.deepEqual(placesOf(new BytePattern(word), chunk), wanted);
        },
      ),
    );
  });

  for (const [query, text] of [
    ['resume', 'Résumé'],
    ['cesky', 'Český'],
    ['größe', 'GRÖSSE größe'],
    ['ЁЛКА', 'ёлка'],
  ] as const) {
    it(`are found with other accents and case: ${query} in ${text}`, () => {
      const [word] = searchWords(query);
      assert.ok(word);
      const bytes = Buffer.from(text);
      assert.ok(placeOf(word, bytes) >= 0);
      assert.ok(new BytePattern(word).longest >= Buffer.byteLength(query));
    });
  }
});
