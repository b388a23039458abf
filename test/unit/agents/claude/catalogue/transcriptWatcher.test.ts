import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { TranscriptWatcher } from '../../../../../src/extension/agents/claude/catalogue/transcriptWatcher';
import { silentLog } from '../../../../../src/extension/util/log';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { until } from '../../../../support/until';
import { waitFixedTime } from '../../../../support/waitFixedTime';

/** Folder and file are created together, so the file may exist before its folder is watched. */
describe('What the watcher of transcripts says to look at', () => {
  let home: string;
  let projects: string;
  let reportedFiles: Set<string>;
  let watcher: TranscriptWatcher;

  beforeEach(async () => {
    home = await tempHome();
    projects = path.join(home, 'projects');
    reportedFiles = new Set();
    watcher = new TranscriptWatcher(projects, (file) => reportedFiles.add(file), silentLog);
  });
  afterEach(async () => {
    watcher.dispose();
    await removeHome(home);
  });

  const made = (...names: string[]): string => {
    const file = path.join(projects, ...names);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '');
    return file;
  };
  const isLookedAt = (...files: string[]): Promise<unknown> =>
    until(
      () => [...reportedFiles],
      (now) => assert.deepEqual(now.toSorted(), files.toSorted()),
    );
  const watches = (count: number): Promise<unknown> =>
    until(
      () => watcher.size,
      (size) => assert.equal(size, count),
    );

  it('is the first session of the first client on a machine', async () => {
    watcher.start();
    await isLookedAt(made('-p', 'a.jsonl'));
    await waitFixedTime(300); // The watcher rescans a new folder once after a delay.
    await isLookedAt(made('-p', 'b.jsonl'), path.join(projects, '-p', 'a.jsonl'));
  });

  it('is a subagent of a session that had none', async () => {
    fs.mkdirSync(path.join(projects, '-p'), { recursive: true });
    watcher.start();
    await watches(2);
    const first = made('-p', 'session', 'subagents', 'agent-1.jsonl');
    await isLookedAt(first);
    await isLookedAt(first, made('-p', 'session', 'subagents', 'agent-1.meta.json'));
  });

  it('is the first subagent of a session that is followed', async () => {
    const folder = path.join(projects, '-p', 'session');
    fs.mkdirSync(folder, { recursive: true });
    watcher.start();
    watcher.follow(folder);
    await watches(3);
    fs.mkdirSync(path.join(folder, 'subagents'));
    await watches(4);
    await isLookedAt(made('-p', 'session', 'subagents', 'agent-1.jsonl'));
  });

  it('is an agent of a workflow that a followed session starts', async () => {
    const folder = path.join(projects, '-p', 'session');
    fs.mkdirSync(path.join(folder, 'subagents'), { recursive: true });
    watcher.start();
    watcher.follow(folder);
    await watches(4);
    const first = made('-p', 'session', 'subagents', 'workflows', 'wf_1', 'agent-1.jsonl');
    await isLookedAt(first);
    await watches(6);
    await isLookedAt(
      first,
      made('-p', 'session', 'subagents', 'workflows', 'wf_1', 'agent-2.jsonl'),
    );
  });

  it('is the next agent of a workflow that ran before its session was followed', async () => {
    const folder = path.join(projects, '-p', 'session');
    fs.mkdirSync(path.join(folder, 'subagents', 'workflows', 'wf_1'), { recursive: true });
    watcher.start();
    watcher.follow(folder);
    await watches(6);
    await isLookedAt(made('-p', 'session', 'subagents', 'workflows', 'wf_1', 'agent-1.jsonl'));
  });

  it('is nothing that lay there before, nor anything else that is written', async () => {
    made('-p', 'old.jsonl');
    watcher.start();
    await watches(2);
    made('-p', 'notes.txt');
    made('stray.jsonl');
    await isLookedAt(made('-p', 'new.jsonl'));
    await waitFixedTime(300);
    await isLookedAt(path.join(projects, '-p', 'new.jsonl'));
  });

  it('is a session in a folder that was removed and made again', async () => {
    const folder = path.join(projects, '-p');
    fs.mkdirSync(folder, { recursive: true });
    watcher.start();
    await watches(2);
    fs.rmSync(folder, { recursive: true });
    await watches(1);
    await isLookedAt(made('-p', 'a.jsonl'));
    await watches(2);
  });

  it('are subagents of the sessions followed last, of a bounded number', async () => {
    fs.mkdirSync(projects);
    watcher.start();
    const folderOf = (place: number): string => path.join(projects, '-p', `session-${place}`);
    for (let place = 0; place < 130; place += 1) {
      made('-p', `session-${place}`, 'subagents', 'agent-0.jsonl');
      watcher.follow(folderOf(place));
    }
    // Waits for the rescan of each folder, since a later one would find the next file, too.
    await until(
      () => reportedFiles.size,
      (size) => assert.equal(size, 130),
    );
    reportedFiles.clear();
    assert.ok(watcher.size <= 256 + 2, `${watcher.size} watched`);
    made('-p', 'session-0', 'subagents', 'agent-1.jsonl');
    await isLookedAt(made('-p', 'session-129', 'subagents', 'agent-1.jsonl'));
  });
});
