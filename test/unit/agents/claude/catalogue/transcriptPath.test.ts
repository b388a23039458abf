import type { TranscriptKind } from '../../../../../src/extension/agents/transcripts/files';
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import {
  classify,
  sessionTranscriptOf,
} from '../../../../../src/extension/agents/claude/catalogue/transcriptPath';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { needs } from '../../../../support/skip';
import { isInside } from '../../../../../src/extension/agents/transcripts/transcriptHomes';

describe('A file below the projects folder', () => {
  const session: TranscriptKind = { kind: 'session', sessionId: 's1' };
  const agent = { sessionId: 's1', agentId: 'a1' } as const;
  const journal = { kind: 'workflowJournal', sessionId: 's1' } as const;
  const table: readonly (readonly [file: string, kind: TranscriptKind | undefined])[] = [
    ['-home-dev/s1.jsonl', session],
    ['-home-dev/s1/subagents/agent-a1.jsonl', { kind: 'subagent', ...agent }],
    ['-home-dev/s1/subagents/agent-a1.meta.json', { kind: 'subagentMeta', ...agent }],
    ['-home-dev/../-home-dev/s1.jsonl', session],
    ['s1.jsonl', undefined],
    ['-home-dev', undefined],
    ['-home-dev/.jsonl', undefined],
    ['-home-dev/s1.json', undefined],
    ['-home-dev/s1.jsonl.bak', undefined],
    ['-home-dev/agent-a1.jsonl', undefined],
    ['-home-dev/sessions-index.json', undefined],
    ['-home-dev/s1/s2.jsonl', undefined],
    ['-home-dev/s1/custom-title.json', undefined],
    ['-home-dev/s1/tool-results/agent-a1.jsonl', undefined],
    ['-home-dev/s1/subagents/a1.jsonl', undefined],
    ['-home-dev/s1/subagents/workflows/wf_1/agent-a1.jsonl', { kind: 'subagent', ...agent }],
    [
      '-home-dev/s1/subagents/workflows/wf_1/agent-a1.meta.json',
      { kind: 'subagentMeta', ...agent },
    ],
    ['-home-dev/s1/subagents/workflows/wf_1/journal.jsonl', journal],
    ['-home-dev/s1/workflows/wf_1/agent-a1.jsonl', undefined],
    ['-home-dev/s1/subagents/agent-a1.jsonl/deep', undefined],
    ['-home-dev/s1/subagents/agent-a1.txt', undefined],
    ['../other/s1.jsonl', undefined],
    ['../s1.jsonl', undefined],
    ['../../etc/s1.jsonl', undefined],
    ['-home-dev/../../s1.jsonl', undefined],
    ['../x/s1/subagents/agent-a1.jsonl', undefined],
    ['', undefined],
  ];
  for (const [file, kind] of table) {
    it(`is ${kind?.kind ?? 'nothing of ours'}: ${file === '' ? 'the folder itself' : file}`, () => {
      assert.deepEqual(
        classify('/home/dev/.claude/projects', `/home/dev/.claude/projects/${file}`),
        kind,
      );
    });
  }
});

describe('The transcript of a session, by the path of its agent', () => {
  const projects = path.join(path.sep, 'home', 'subagents', 'me', 'projects', '-p');
  const session = path.join(projects, 's1.jsonl');
  for (const agent of [
    ['agent-a1.jsonl'],
    ['s1', 'subagents', 'agent-a1.jsonl'],
    ['s1', 'subagents', 'workflows', 'wf_1', 'agent-a1.jsonl'],
  ]) {
    it(`is in the project's folder: ${agent.join('/')}`, () => {
      assert.equal(sessionTranscriptOf(path.join(projects, ...agent), 's1'), session);
    });
  }
});

describe('A path in a payload', () => {
  let home: string;
  let projects: string;
  let outside: string;

  beforeEach(async () => {
    home = await tempHome();
    projects = path.join(home, 'projects');
    outside = path.join(home, 'outside');
    await fs.mkdir(path.join(projects, 'slug'), { recursive: true });
    await fs.mkdir(outside);
    await fs.writeFile(path.join(projects, 'slug', 's.jsonl'), '');
    await fs.writeFile(path.join(outside, 's.jsonl'), '');
  });
  afterEach(() => removeHome(home));

  const inside = (...parts: string[]): Promise<boolean> =>
    isInside(projects, path.join(projects, ...parts));

  it('is inside where it lies there', async () => {
    assert.equal(await inside('slug', 's.jsonl'), true);
  });

  it('is not inside where it is not there at all', async () => {
    assert.equal(await inside('slug', 'none.jsonl'), false);
    assert.equal(
      await isInside(path.join(home, 'none'), path.join(home, 'none', 's.jsonl')),
      false,
    );
  });

  it('is not inside where it climbs out', async () => {
    assert.equal(await isInside(projects, `${projects}/../outside/s.jsonl`), false);
    assert.equal(await isInside(projects, projects), false);
    assert.equal(await isInside(projects, '/etc/passwd'), false);
  });

  it('is not inside a folder whose name only begins alike', async () => {
    await fs.mkdir(`${projects}-old`);
    await fs.writeFile(`${projects}-old/s.jsonl`, '');
    assert.equal(await isInside(projects, `${projects}-old/s.jsonl`), false);
  });

  it('is not inside where a link leads out, be it file or folder', async function () {
    needs(this, 'links');
    await fs.symlink(path.join(outside, 's.jsonl'), path.join(projects, 'slug', 'link.jsonl'));
    await fs.symlink(outside, path.join(projects, 'away'));
    assert.equal(await inside('slug', 'link.jsonl'), false);
    assert.equal(await inside('away', 's.jsonl'), false);
  });

  it('is inside where the folder itself is reached by a link', async function () {
    needs(this, 'links');
    const link = path.join(home, 'link');
    await fs.symlink(projects, link);
    assert.equal(await isInside(link, path.join(link, 'slug', 's.jsonl')), true);
    assert.equal(await isInside(projects, path.join(link, 'slug', 's.jsonl')), true);
  });
});
