import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { historyEntry, isSession } from '../../../../src/extension/hub/reading/past/pastSession';
import {
  readEnds,
  type PastSession,
} from '../../../../src/extension/transcript/fold/transcriptEnds';
import { historyEntrySchema } from '../../../../src/shared/protocol/history';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { TranscriptFile, type Line } from '../../../support/hub/transcriptFile';
import { claudeFormat } from '../../../../src/extension/agents/claude/transcripts';

const sessionId = '11111111-2222-4333-8444-555555555555';
const startedAt = Date.UTC(2026, 2, 1, 12);

describe('The two ends of a transcript', () => {
  let home = '';
  let transcript: TranscriptFile;
  beforeEach(async () => {
    home = await tempHome();
    const file = path.join(home, 'projects', '-home-dev-shop', `${sessionId}.jsonl`);
    transcript = new TranscriptFile(sessionId, file, startedAt);
  });
  afterEach(() => removeHome(home));

  async function ends(...lines: readonly (Line | string)[]): Promise<PastSession> {
    await transcript.write(...lines);
    const { size, mtimeMs, dev, ino } = await fs.stat(transcript.file);
    const kind = { kind: 'session', sessionId } as const;
    return readEnds({ path: transcript.file, kind, size, mtimeMs, dev, ino }, claudeFormat);
  }
  const last = (prompt: string): Line => ({ type: 'last-prompt', lastPrompt: prompt, sessionId });
  const named = (name: string): Line => ({ type: 'custom-title', customTitle: name, sessionId });
  const bulk = (bytes: number): Line => transcript.result('t1', 'x'.repeat(bytes));

  const commands: readonly (readonly [text: string, title: string])[] = [
    [
      '<command-name>/goal</command-name>\n<command-message>goal</command-message>\n<command-args>reply with the word done</command-args>',
      '/goal reply with the word done',
    ],
    [
      '<command-name>/plan</command-name>\n<command-message>plan</command-message>\n<command-args>add a login page</command-args>',
      '/plan add a login page',
    ],
  ];
  for (const [text, title] of commands) {
    it(`tell as title and last prompt the command that a session began with: ${title}`, async () => {
      const session = await ends(
        { ...transcript.prompt(text), rowSource: 'local' },
        transcript.prompt('<local-command-stdout>Noted</local-command-stdout>'),
        transcript.answer('ok'),
      );
      assert.deepEqual([session.title, session.lastPrompt], [title, title]);
    });
  }

  it('are read of a transcript that grew since its size was taken', async () => {
    await transcript.write(transcript.prompt('First'));
    const { size, mtimeMs, dev, ino } = await fs.stat(transcript.file);
    await transcript.write(transcript.answer('Later.'));
    const kind = { kind: 'session', sessionId } as const;
    const session = readEnds(
      { path: transcript.file, kind, size, mtimeMs, dev, ino },
      claudeFormat,
    );
    assert.deepEqual([session.title, session.size], ['First', size]);
  });

  it('tell as title a command that was run with !, where there is no prompt', async () => {
    const shell = {
      ...transcript.prompt('<bash-input>npm test\n</bash-input>'),
      rowSource: 'local',
    };
    const output = transcript.prompt('<bash-stdout>ok</bash-stdout><bash-stderr></bash-stderr>');
    const second = transcript.prompt('<bash-input>ls</bash-input>');
    const session = await ends(shell, output, second, transcript.answer('Good'));
    assert.deepEqual([session.title, session.prompts, session.lastPrompt], ['!npm test', '', '']);
    assert.equal((await ends(shell, output, transcript.prompt('Go on'))).title, 'Go on');
  });

  it('tell no message of the client as the last prompt', async () => {
    const notice = 'Another Claude session sent a message: <teammate-message teammate_id="lead">';
    assert.equal((await ends(transcript.prompt('Go on'), last(notice))).lastPrompt, 'Go on');
  });

  for (const note of [
    '[Request interrupted by user]',
    '[Request interrupted by user for tool use]',
    '[Request interrupted: the session ended before this agent finished. Nobody asked it to stop.]',
    '[This turn ended before it finished.]',
  ]) {
    it(`tell no note that a turn was stopped as title or last prompt: ${note}`, async () => {
      const lines = [transcript.prompt(note), last(note)];
      const { title, prompts, lastPrompt } = await ends(...lines, transcript.answer('Ok'));
      assert.deepEqual([title, prompts, lastPrompt], ['', '', '']);
      const session = await ends(transcript.prompt('Go on'), ...lines);
      assert.deepEqual([session.title, session.lastPrompt], ['Go on', 'Go on']);
    });
  }

  it('tell title, prompts, project, branch, model and times', async () => {
    const session = await ends(
      transcript.prompt('Add a login page\nwith two fields'),
      transcript.answer('Done'),
      transcript.prompt('Now the tests'),
      transcript.answer('Done too', 'msg_2'),
    );
    assert.deepEqual(
      { ...session, size: 0, mtimeMs: 0, path: '' },
      {
        sessionId,
        path: '',
        size: 0,
        mtimeMs: 0,
        title: 'Add a login page',
        projectPath: '/home/dev/shop',
        gitBranch: 'main',
        model: 'claude-sonnet-4-5',
        prompts: 'Add a login page with two fields\nNow the tests',
        lastPrompt: 'Now the tests',
        startedAt,
        lastActivityAt: startedAt + 3_000,
      },
    );
  });

  it('tell as title the prompt that took back the first one, with the prompts behind it', async () => {
    const asked = (text: string, uuid: string, parentUuid: string | null): Line =>
      transcript.prompt(text, { uuid, parentUuid });
    const session = await ends(
      asked('Paint it red', 'a', null),
      asked('And the door', 'b', 'a'),
      asked('Paint it blue', 'c', null),
      asked('And the roof', 'd', 'c'),
    );
    assert.deepEqual(
      [session.title, session.prompts, session.lastPrompt],
      ['Paint it blue', 'Paint it blue\nAnd the roof', 'And the roof'],
    );
  });

  it('tell as title the first prompt where no entry says what it follows', async () => {
    const session = await ends(transcript.prompt('First'), transcript.prompt('Second'));
    assert.deepEqual([session.title, session.prompts], ['First', 'First\nSecond']);
  });

  it('prefer the name the user gave, then the first prompt, then the client’s title', async () => {
    const ai = { type: 'ai-title', aiTitle: 'What the client thinks', sessionId };
    assert.equal((await ends(ai, transcript.answer('Hello'))).title, 'What the client thinks');
    assert.equal((await ends(transcript.prompt('First'))).title, 'First');
    assert.equal((await ends(named('My name'))).title, 'My name');
    assert.equal((await ends(named('Another'), transcript.prompt('Go on'))).title, 'Another');
  });

  it('find the first prompt behind what the client notes for itself', async () => {
    const shape = JSON.stringify({ type: 'api-request-shape', shape: 's'.repeat(120_000) });
    const session = await ends(shape, shape, transcript.prompt('Behind the notes'));
    assert.equal(session.title, 'Behind the notes');
  });

  it('find the last prompt of a transcript of megabytes without reading its middle', async () => {
    const middle = Array.from({ length: 40 }, () => bulk(100_000));
    const never = transcript.prompt('NEVER READ', { gitBranch: 'middle' });
    const session = await ends(
      transcript.prompt('The beginning'),
      ...middle,
      never,
      ...middle,
      { ...last('The end'), gitBranch: 'x' },
      transcript.answer('Good'),
      named('A late name'),
    );
    assert.equal(session.title, 'A late name');
    assert.deepEqual([session.prompts, session.lastPrompt], ['The beginning', 'The end']);
    assert.equal(session.gitBranch, 'main');
  });

  it('tell the own words of its prompts, without what an editor put before them', async () => {
    const file = '<ide_opened_file>The user opened the file a.ts.</ide_opened_file>';
    const session = await ends(transcript.prompt(`${file}\ntidy the cart`));
    assert.deepEqual(
      [session.title, session.prompts, session.lastPrompt],
      ['tidy the cart', 'tidy the cart', 'tidy the cart'],
    );
  });

  it('hold the folder that the session is resumed from, wherever it went', async () => {
    const session = await ends(
      transcript.prompt('Look around', { cwd: '/elsewhere' }),
      transcript.prompt('Go on', { cwd: '/home/dev/shop' }),
      transcript.prompt('Deeper', { cwd: '/home/dev/shop/src' }),
    );
    assert.equal(session.projectPath, '/home/dev/shop');
  });

  it('are no session where nobody spoke', async () => {
    const session = await ends({ type: 'summary', summary: 'Old', leafUuid: 'x' }, named('Named'));
    assert.equal(isSession(session), false);
  });

  it('are short, whatever the prompts are', async () => {
    const session = await ends(
      transcript.prompt('long '.repeat(20_000)),
      transcript.prompt('more '.repeat(20_000)),
    );
    assert.ok(session.prompts.length <= 601 && session.lastPrompt.length <= 300);
    assert.ok(session.title.length <= 120);
  });

  it('are read past broken lines, subagents’ lines and half a last one', async () => {
    const session = await ends(
      'Killed',
      '{"type":"user","message":',
      transcript.prompt('Not mine', { isSidechain: true }),
      transcript.prompt('Mine'),
    );
    assert.equal(session.title, 'Mine');
    await fs.appendFile(transcript.file, '{"type":"custom-title","customTitle":"Half');
    assert.equal((await ends()).title, 'Mine');
  });

  it('become an entry of the protocol', async () => {
    const session = await ends(transcript.prompt('Hello'));
    const entry = historyEntrySchema.parse(historyEntry(session, 'claude'));
    assert.equal(entry.projectName, 'shop');
    assert.equal(entry.startedAt, '2026-03-01T12:00:00.000Z');
  });
});
