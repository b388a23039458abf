import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { resolveTranscriptFile } from '../../../src/extension/reader/transcriptFilePath';
import { codexId } from '../../../src/shared/agents/agentLabels';
import { needs } from '../../support/skip';

describe('resolveTranscriptFile', () => {
  before(function () {
    needs(this, 'links');
  });

  let folder = '';
  let home = '';
  const inProjects = (...names: readonly string[]) => path.join(home, 'projects', ...names);

  before(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'mission-control-')));
    home = path.join(folder, 'home');
    await mkdir(inProjects('-shop', 'folder.jsonl'), { recursive: true });
    await mkdir(path.join(home, 'projects-evil'));
    await writeFile(inProjects('-shop', 'a.jsonl'), '');
    await writeFile(inProjects('-shop', 'a.txt'), '');
    await writeFile(path.join(home, 'projects-evil', 'a.jsonl'), '');
    await writeFile(path.join(folder, 'secret.jsonl'), '');
    await symlink(path.join(folder, 'secret.jsonl'), inProjects('-shop', 'link.jsonl'));
    await symlink(folder, inProjects('out'));
    await symlink(home, path.join(folder, 'other-name'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('accepts a file in the projects folder', async () => {
    const file = inProjects('-shop', 'a.jsonl');
    assert.equal(await resolveTranscriptFile(file, inProjects()), file);
  });

  it('returns the real path if the config home is a link', async () => {
    const link = path.join(folder, 'other-name');
    const claimed = path.join(link, 'projects', '-shop', 'a.jsonl');
    assert.equal(
      await resolveTranscriptFile(claimed, path.join(link, 'projects')),
      inProjects('-shop', 'a.jsonl'),
    );
  });

  const refused: readonly (readonly [name: string, file: () => string, reason: string])[] = [
    ['a session without one', () => '', 'none'],
    ['a file that is gone', () => inProjects('-shop', 'b.jsonl'), 'missing'],
    ['a folder', () => inProjects('-shop', 'folder.jsonl'), 'missing'],
    ['a file elsewhere', () => path.join(folder, 'secret.jsonl'), 'outside'],
    ['a way out by dots', () => inProjects('-shop', '..', '..', '..', 'secret.jsonl'), 'outside'],
    ['a link that leads out', () => inProjects('-shop', 'link.jsonl'), 'outside'],
    ['a folder link that leads out', () => inProjects('out', 'secret.jsonl'), 'outside'],
    ['a folder with a like name', () => path.join(home, 'projects-evil', 'a.jsonl'), 'outside'],
    ['a file of another kind', () => inProjects('-shop', 'a.txt'), 'outside'],
  ];
  for (const [name, file, reason] of refused) {
    it(`refuses ${name}`, () =>
      assert.rejects(resolveTranscriptFile(file(), inProjects()), { name: 'Error', reason }));
  }

  it('names the agent whose folder a file is not in', () =>
    assert.rejects(
      resolveTranscriptFile(path.join(folder, 'secret.jsonl'), inProjects(), codexId),
      {
        message: 'The transcript is outside Codex’s folder and isn’t opened.',
      },
    ));
});
