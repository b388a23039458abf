import assert from 'node:assert/strict';
import { ResumeError } from '../../../../src/extension/agents/commands';
import { Resumer } from '../../../../src/extension/views/resume/resumer';
import { FakeBoard } from '../../../support/fakes/fakeBoard';
import { fakeCalls } from '../../../support/fakes/fakeCalls';
import { FakeResumeEditor } from '../../../support/fakes/fakeResumeEditor';
import { removeHome, tempHome } from '../../../support/hub/tempHome';
import { aSession } from '../../../support/sessionBuilder';

describe('A background job', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await tempHome();
  });
  afterEach(() => removeHome(folder));

  it('is attached to in one terminal of its folder while it runs', async () => {
    const editor = new FakeResumeEditor();
    const board = new FakeBoard();
    const put = (jobId: string): string => {
      const session = aSession({ projectPath: folder, pid: 4711, background: { jobId } });
      board.put(session);
      return session.sessionId;
    };
    const hub = fakeCalls<'pastSession'>({
      pastSession() {
        throw new Error('Nobody asks for it');
      },
    });
    const elsewhere = { open: () => Promise.reject(new Error('It is here')) };
    const keep = (): Promise<boolean> => Promise.resolve(false);
    const resumer = new Resumer(editor, board, hub, '/elsewhere/.claude', keep, elsewhere);
    const sessionId = put('37269abb');
    await resumer.resume(sessionId);
    await resumer.resume(sessionId);
    const [terminal, ...others] = editor.terminals;
    assert.deepEqual([terminal?.typed, others], [['claude attach 37269abb'], []]);
    assert.equal(terminal?.options.cwd, folder);
    terminal.close();
    put('$(reboot)');
    await assert.rejects(resumer.resume(sessionId), ResumeError);
    resumer.dispose();
  });
});
