import assert from 'node:assert/strict';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { GitRepository } from '../../support/git/gitRepository';

describe('The repository on a session’s card', function () {
  this.timeout(60_000);
  let home: string;
  let hub: TestHub;
  let repository: GitRepository;

  before(async () => {
    repository = new GitRepository();
    repository.commit('a.txt', 'one');
    repository.write('b.txt', '');
    home = await tempHome();
    hub = await TestHub.start(home);
  });
  after(async () => {
    await hub?.close();
    await removeHome(home);
    repository.remove();
  });

  it('is shown once a window is connected, and follows the transcript', async () => {
    const transcript = TranscriptFile.of(home, 'session-1');
    const prompt = { ...transcript.prompt('Add a cart'), cwd: repository.root };
    await transcript.write(prompt, { ...transcript.answer('Done.'), cwd: repository.root });
    const session = await hub.waitFor('session-1', ({ projectPath }) =>
      assert.equal(projectPath, repository.root),
    );
    assert.equal(session.repository, undefined);
    await hub.window('one');
    await hub.waitFor('session-1', ({ repository: state, gitBranch }) => {
      assert.deepEqual(state, { branch: 'main', uncommitted: 1 });
      assert.equal(gitBranch, 'main');
    });
    // An idle session's files are polled rarely, but its transcript reports the new branch at once.
    repository.git('checkout', '-qb', 'side');
    await transcript.write({ ...transcript.prompt('On'), cwd: repository.root });
    await hub.waitFor('session-1', ({ gitBranch }) => assert.equal(gitBranch, 'side'));
  });
});
