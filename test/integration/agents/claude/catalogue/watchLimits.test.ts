import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { TranscriptWatcher } from '../../../../../src/extension/agents/claude/catalogue/transcriptWatcher';
import { silentLog } from '../../../../../src/extension/util/log';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';
import { TranscriptFile } from '../../../../support/hub/transcriptFile';
import { skip } from '../../../../support/skip';
import { until } from '../../../../support/until';

describe('The limits of watching', function () {
  this.timeout(60_000);
  let home: string;
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  it('keep it to a bound of folders, those that changed last', async () => {
    const projects = path.join(home, 'projects');
    const count = 600;
    for (let index = 0; index < count; index += 1) {
      fs.mkdirSync(path.join(projects, `-p${index}`), { recursive: true });
    }
    // The first folder of the list changed last.
    const folders = fs.readdirSync(projects).map((name) => path.join(projects, name));
    for (const [place, folder] of folders.entries()) {
      fs.utimesSync(folder, 1_000_000 - place, 1_000_000 - place);
    }
    const fileIn = (place: number): string => path.join(folders[place] ?? '', 'a.jsonl');
    const reportedFiles = new Set<string>();
    const watcher = new TranscriptWatcher(projects, (file) => reportedFiles.add(file), silentLog);
    watcher.start();
    try {
      await until(
        () => watcher.size,
        (size) => assert.equal(size, 512 + 1),
      );
      const newest = fileIn(0);
      fs.writeFileSync(newest, '');
      await until(
        () => [...reportedFiles],
        (seen) => assert.ok(seen.includes(newest)),
      );
      // A new folder takes the watch of the one that changed longest ago.
      const fresh = path.join(projects, '-new', 'b.jsonl');
      fs.mkdirSync(path.dirname(fresh));
      fs.writeFileSync(fresh, '');
      await until(
        () => [...reportedFiles],
        (seen) => assert.ok(seen.includes(fresh)),
      );
      assert.equal(watcher.size, 512 + 1);
      const [unwatched, watched] = [fileIn(511), fileIn(510)];
      fs.writeFileSync(unwatched, '');
      fs.writeFileSync(watched, '');
      await until(
        () => [...reportedFiles],
        (seen) => assert.ok(seen.includes(watched)),
      );
      assert.ok(!reportedFiles.has(unwatched));
    } finally {
      watcher.dispose();
    }
  });

  for (const limit of [0, 1]) {
    it(`of ${limit} watches are said once, and regular looks take over`, async function () {
      const transcript = TranscriptFile.of(home, 'session-1');
      await transcript.write(transcript.prompt('Before'));
      const script = path.resolve('test/support/hub/process/limitedWatchMain.ts');
      const lowered = `echo ${limit} > /proc/sys/user/max_inotify_watches || exit 75`;
      const run = `exec ${process.execPath} --import tsx ${script} ${home}`;
      const args = ['--user', '--map-root-user', 'sh', '-c', `${lowered}; ${run}`];
      const { status, stdout, stderr, error } = spawnSync('unshare', args, { encoding: 'utf8' });
      if (error !== undefined || status === 75 || /unshare/u.test(stderr)) {
        skip(this, 'the limit cannot be lowered for one program here');
      }
      assert.equal(status, 0, stderr);
      const { prompts, warnings } = JSON.parse(stdout) as Record<string, readonly string[]>;
      assert.equal(prompts?.at(-1), 'Seen without a watch');
      assert.equal(warnings?.length, 1, warnings?.join('\n'));
      assert.match(
        warnings[0] ?? '',
        /^Watching .* is limited, regular looks take over: .*ENOSPC/u,
      );
    });
  }
});
