import {
  isSameStamp,
  stampOf,
  type FoundFile,
} from '../../../../../src/extension/agents/transcripts/files';
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findTranscripts } from '../../../../../src/extension/agents/claude/catalogue/transcriptFolders';
import { classify } from '../../../../../src/extension/agents/claude/catalogue/transcriptPath';
import { asOrdinaryUser } from '../../../../support/processes/ordinaryUser';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { needs } from '../../../../support/skip';

const [id, foreign] = [
  'be0c0000-0000-4000-8000-000000000001',
  'be0c0000-0000-4000-8000-000000000002',
];

describe('The transcripts below a projects folder', () => {
  let home: string;
  let projects: string;
  let unreadable: string[];

  beforeEach(async () => {
    home = await tempHome();
    projects = path.join(home, 'projects');
    unreadable = [];
  });
  afterEach(() => removeHome(home));

  function write(...names: readonly string[]): void {
    for (const name of names) {
      const file = path.join(home, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, name);
    }
  }
  function find(wanted?: ReadonlySet<string>): readonly FoundFile[] {
    const report = (file: string): void => void unreadable.push(path.relative(home, file));
    const search = findTranscripts(projects, report, wanted);
    for (;;) {
      const step = search.next();
      if (step.done === true) return step.value;
    }
  }
  const names = (found: readonly FoundFile[]): readonly string[] =>
    found.map((file) => path.relative(projects, file.path)).sort();

  it('have an old agent’s file once it names its session, read again only after a change', () => {
    write('projects/-a/agent-late.jsonl');
    const file = path.join(projects, '-a/agent-late.jsonl');
    const [nameless, named] = ['{"sessionid":"s1"}', '{"sessionId":"s1"}'];
    const at = new Date('2026-01-01T00:00:00Z');
    const rewrite = (text: string, time: Date): void => {
      fs.writeFileSync(file, text);
      fs.utimesSync(file, time, time);
    };
    rewrite(nameless, at);
    assert.deepEqual(names(find()), []);
    rewrite(named, at);
    assert.deepEqual(names(find()), [], 'It looks unchanged, so nobody opens it');
    rewrite(named, new Date('2026-01-02T00:00:00Z'));
    assert.deepEqual(names(find()), ['-a/agent-late.jsonl']);
  });

  it('stops for others also among files that name no session', () => {
    write(`projects/-a/${id}.jsonl`);
    write(...Array.from({ length: 300 }, (_, index) => `projects/-b/agent-n${index}.jsonl`));
    const search = findTranscripts(projects, assert.fail);
    let stops = 0;
    while (search.next().done !== true) stops += 1;
    assert.ok(stops >= 300 / 64, `${stops} stops`);
  });

  it('are those of sessions and of their subagents, and nothing else', () => {
    write(
      'projects/-a/s1.jsonl',
      'projects/-a/s1/subagents/agent-x.jsonl',
      'projects/-a/s1/subagents/agent-x.meta.json',
      'projects/-a/s1/subagents/notes.txt',
      'projects/-a/s1/subagents/workflows/wf_1/agent-y.jsonl',
      'projects/-a/s1/subagents/workflows/wf_1/agent-y.meta.json',
      'projects/-a/s1/subagents/workflows/wf_1/journal.jsonl',
      'projects/-a/s1/tool-results/agent-x.jsonl',
      'projects/-a/sessions-index.json',
      'projects/-a/agent-old.jsonl',
      'projects/-b/s2.jsonl',
      'projects/stray.jsonl',
      'elsewhere/s3.jsonl',
    );
    fs.mkdirSync(path.join(projects, '-a', 'folder.jsonl'));
    fs.mkdirSync(path.join(projects, '-a', 's1', 'subagents', 'agent-f.jsonl'));
    const found = find();
    assert.deepEqual(names(found), [
      '-a/s1.jsonl',
      '-a/s1/subagents/agent-x.jsonl',
      '-a/s1/subagents/agent-x.meta.json',
      '-a/s1/subagents/workflows/wf_1/agent-y.jsonl',
      '-a/s1/subagents/workflows/wf_1/agent-y.meta.json',
      '-a/s1/subagents/workflows/wf_1/journal.jsonl',
      '-b/s2.jsonl',
    ]);
    assert.deepEqual(unreadable, []);
    const session = found.find(({ path: file }) => file.endsWith('s2.jsonl'));
    assert.deepEqual(session?.kind, { kind: 'session', sessionId: 's2' });
    assert.equal(session.size, 'projects/-b/s2.jsonl'.length);
    assert.ok(isSameStamp(session, stampOf(session.path)));
  });

  it('are those of old agents beside their sessions, for the session that their lines name', () => {
    const file = (name: string): string => path.join(projects, '-a', name);
    write(`projects/-a/${id}.jsonl`, 'projects/-a/agent-empty.jsonl', 'outside/agent-far.jsonl');
    const line = JSON.stringify({ parentUuid: null, isSidechain: true, sessionId: id });
    fs.writeFileSync(file('agent-5c0ffee0.jsonl'), `${line}\n{"sessionId":"${foreign}"}\n`);
    fs.writeFileSync(file('agent-other.jsonl'), `{"sessionId":"${foreign}"}\n`);
    fs.writeFileSync(path.join(home, 'outside', 'agent-far.jsonl'), `${line}\n`);
    if (process.platform !== 'win32')
      fs.symlinkSync(path.join(home, 'outside', 'agent-far.jsonl'), file('agent-far.jsonl'));
    const all = find();
    assert.deepEqual(names(all), [
      '-a/agent-5c0ffee0.jsonl',
      '-a/agent-other.jsonl',
      `-a/${id}.jsonl`,
    ]);
    const wanted = find(new Set([id]));
    assert.deepEqual(names(wanted), ['-a/agent-5c0ffee0.jsonl', `-a/${id}.jsonl`]);
    const agent = wanted.find(({ path: one }) => one.includes('agent-'));
    assert.deepEqual(agent?.kind, { kind: 'subagent', sessionId: id, agentId: '5c0ffee0' });
    assert.deepEqual(classify(projects, file('agent-5c0ffee0.jsonl')), agent.kind);
  });

  it('are none where there is no such folder', () => {
    assert.deepEqual(find(), []);
    assert.deepEqual(unreadable, []);
  });

  const others = Array.from({ length: 3_000 }, (_, index) => `other-${String(index)}`);
  const hostile = ['', '.', '..', '-a/s1', '../outside/s2', 's1\0', 's'.repeat(5_000)];
  for (const [how, more] of [
    ['by name', []],
    ['in a list', others],
    ['in a list for the sake of what is no name', hostile],
  ] as const) {
    it(`are those of the wanted sessions, subagents included, looked for ${how}`, () => {
      write(
        'projects/-a/s1.jsonl',
        'projects/-a/s1/subagents/agent-x.jsonl',
        `projects/-a/${id}.jsonl`,
        `projects/-a/${id}/subagents/agent-y.jsonl`,
        `projects/-b/${id}/subagents/agent-z.jsonl`,
        'projects/stray.jsonl',
        `outside/${id}.jsonl`,
      );
      fs.mkdirSync(path.join(projects, '-b', `${id}.jsonl`));
      assert.deepEqual(names(find(new Set([id, ...more]))), [
        `-a/${id}.jsonl`,
        `-a/${id}/subagents/agent-y.jsonl`,
        `-b/${id}/subagents/agent-z.jsonl`,
      ]);
      assert.deepEqual(unreadable, []);
    });

    it(`are never behind a link that leads out, looked for ${how}`, function () {
      needs(this, 'links');
      write('projects/-a/s1.jsonl', `outside/${id}.jsonl`);
      const link = (target: string, name: string): void =>
        fs.symlinkSync(path.join(home, target), path.join(projects, '-a', `${name}.jsonl`));
      link(`outside/${id}.jsonl`, id);
      link('projects/-a/s1.jsonl', foreign);
      assert.deepEqual(names(find(new Set([id, foreign, ...more]))), [`-a/${foreign}.jsonl`]);
    });
  }

  it('are not found by what is no id of a client, though the file system would', () => {
    write('projects/-a/s1.jsonl', `projects/-a/${id}.jsonl`);
    assert.deepEqual(find(new Set(['../-a/s1'])), []);
    assert.deepEqual(find(new Set(['./s1'])), []);
  });

  it('are found behind a link that stays inside, and never behind one that leads out', function () {
    needs(this, 'links');
    write('projects/-a/s1.jsonl', 'outside/s2.jsonl', 'projects-old/s3.jsonl');
    const link = (target: string, name: string): void =>
      fs.symlinkSync(path.join(home, target), path.join(projects, name));
    link('projects/-a', '-inside');
    link('outside', '-outside');
    link('projects-old', '-alike');
    link('nowhere', '-nowhere');
    link('projects/-a/s1.jsonl', '-a/again.jsonl');
    link('outside/s2.jsonl', '-a/stolen.jsonl');
    link('nowhere.jsonl', '-a/nowhere.jsonl');
    assert.deepEqual(names(find()), [
      '-a/again.jsonl',
      '-a/s1.jsonl',
      '-inside/again.jsonl',
      '-inside/s1.jsonl',
    ]);
    assert.deepEqual(unreadable, []);
  });

  it('are found beside those that nobody may read, and those are told', async function () {
    needs(this, 'modes');
    write('projects/-closed/s1.jsonl', 'projects/-list/s2.jsonl', 'projects/-open/s3.jsonl');
    await asOrdinaryUser(home, () => {
      fs.chmodSync(path.join(projects, '-closed'), 0o000);
      // It may be listed, but its files cannot be accessed.
      fs.chmodSync(path.join(projects, '-list'), 0o400);
      try {
        assert.deepEqual(names(find()), ['-open/s3.jsonl']);
        assert.deepEqual(unreadable.sort(), ['projects/-closed', 'projects/-list']);
      } finally {
        for (const name of ['-closed', '-list']) fs.chmodSync(path.join(projects, name), 0o700);
      }
      return Promise.resolve();
    });
  });
});

describe('The stamp of a file', () => {
  const stamp = { dev: 1, ino: 2, size: 3, mtimeMs: 4 };

  it('is the same where everything is', () => {
    assert.ok(isSameStamp(stamp, { ...stamp }));
    for (const key of ['dev', 'ino', 'size', 'mtimeMs'] as const) {
      assert.ok(!isSameStamp(stamp, { ...stamp, [key]: 9 }), key);
    }
  });

  it('is never that of what is not there', () => {
    assert.ok(!isSameStamp(undefined, undefined));
    assert.ok(!isSameStamp(stamp, undefined));
    assert.ok(!isSameStamp(undefined, stamp));
    assert.equal(stampOf('/nowhere/at/all'), undefined);
    assert.equal(stampOf(path.sep), undefined);
  });
});
