import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { silentLog } from '../../../../src/extension/util/log';
import { TranscriptDocument } from '../../../../src/extension/views/transcript/transcriptDocument';
import { FakeBoard } from '../../../support/fakeBoard';
import { aSession, aSubagent } from '../../../support/sessionBuilder';

const prompt = (text: string) =>
  `${JSON.stringify({ type: 'user', timestamp: '2026-03-02T10:00:00.000Z', message: { content: text } })}\n`;

describe('TranscriptDocument', () => {
  let home = '';
  let file = '';
  let document: TranscriptDocument | undefined;
  const board = new FakeBoard();

  beforeEach(async () => {
    home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'mission-control-')));
    file = path.join(home, 'projects', '-shop', 'a.jsonl');
    await mkdir(path.dirname(file), { recursive: true });
    board.sessions = [aSession({ sessionId: 'a', title: 'Fix the cart', transcriptPath: file })];
  });
  afterEach(async () => {
    document?.dispose();
    await rm(home, { recursive: true });
  });

  async function opened(agentId?: string): Promise<TranscriptDocument> {
    const target = agentId === undefined ? { sessionId: 'a' } : { sessionId: 'a', agentId };
    document = new TranscriptDocument({
      target,
      sessions: board,
      configHome: home,
      home,
      log: silentLog,
    });
    await document.refresh();
    return document;
  }

  /** Waits for the document to tell of a change; fails by the test's own time limit. */
  function changeOf(subject: TranscriptDocument): Promise<unknown> {
    const events = new EventTarget();
    const subscription = subject.onDidChange(() => {
      subscription.dispose();
      events.dispatchEvent(new Event('change'));
    });
    return once(events, 'change');
  }

  it('begins with what the session is', async () => {
    await writeFile(file, prompt('Hello'));
    const lines = (await opened()).snapshot().text.split('\n');
    assert.equal(lines[0], 'Fix the cart');
    assert.match(lines[1] ?? '', /^api-server · main · Sonnet 4\.5 · started \w+, 2 March 2026, /);
    assert.equal(lines[2], `File: ${path.join('~', 'projects', '-shop', 'a.jsonl')}`);
    assert.match(lines[4] ?? '', /^❯ Hello · \d\d:\d\d:\d\d$/);
  });

  it('follows the file while it grows', async () => {
    await writeFile(file, prompt('one'));
    const subject = await opened();
    const changed = changeOf(subject);
    await appendFile(file, prompt('two'));
    await changed;
    assert.match(subject.snapshot().text, /❯ one[^]*❯ two/);
  });

  it('starts anew when the file was replaced', async () => {
    await writeFile(file, prompt('one') + prompt('two'));
    const subject = await opened();
    const changed = changeOf(subject);
    await writeFile(`${file}.new`, prompt('three'));
    await rename(`${file}.new`, file);
    await changed;
    const { text } = subject.snapshot();
    assert.match(text, /❯ three/);
    assert.doesNotMatch(text, /❯ one/);
  });

  it('goes along when the session moves to another folder, and takes over its new title', async () => {
    await writeFile(file, prompt('one'));
    const subject = await opened();
    const moved = path.join(home, 'projects', '-worktree', 'a.jsonl');
    await mkdir(path.dirname(moved));
    await rename(file, moved);
    await appendFile(moved, prompt('two'));
    const changed = changeOf(subject);
    board.put(aSession({ sessionId: 'a', title: 'Renamed', transcriptPath: moved }));
    await changed;
    assert.match(subject.snapshot().text, /^Renamed\n[^]*-worktree[^]*❯ one[^]*❯ two/);
  });

  it('keeps the last text when the file goes away', async () => {
    await writeFile(file, prompt('one'));
    const subject = await opened();
    await rm(file);
    await assert.rejects(subject.refresh());
    assert.match(subject.snapshot().text, /❯ one/);
  });

  it('counts lines that it cannot read', async () => {
    await writeFile(file, `${prompt('one')}{"half\n[]\n`);
    assert.match((await opened()).snapshot().text, /^! 2 lines of the file could not be read\.$/m);
  });

  it("opens a subagent's own transcript, named or found beside its session's", async () => {
    const own = path.join(home, 'projects', '-shop', 'a', 'subagents', 'agent-x1.jsonl');
    await mkdir(path.dirname(own), { recursive: true });
    await writeFile(own, prompt('look around').replace('{', '{"isSidechain":true,'));
    await writeFile(file, '');
    board.sessions = [
      aSession({
        sessionId: 'a',
        title: 'Fix',
        transcriptPath: file,
        subagents: [aSubagent({ agentId: 'x1', description: 'Find routes' })],
      }),
    ];
    const { text } = (await opened('x1')).snapshot();
    assert.match(text, /^Find routes \(subagent of Fix\)\n[^]*❯ look around/);
  });

  it('does not open what lies elsewhere', async () => {
    board.sessions = [aSession({ sessionId: 'a', transcriptPath: '/etc/passwd' })];
    await assert.rejects(opened(), { reason: 'outside' });
  });
});
