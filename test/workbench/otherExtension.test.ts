import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { boardSchema, routes, type LiveSession } from '../../src/shared/protocol/protocol';
import { useEditor } from '../support/editor/fixture';
import { packageSamples, type SampleExtensions } from '../support/editor/sampleExtensions';
import { Workbench } from '../support/editor/workbench';
import { projectRoot } from '../support/editor/paths';
import { call } from '../support/hub/call';
import { aHook } from '../support/hub/hooks';
import { TranscriptFile } from '../support/hub/transcriptFile';
import { until } from '../support/until';

const sessionId = '5e551011-0000-4000-8000-0000000000dd';

/** In the time of a whole workbench, in ms. */
const waitMs = 30_000;

describe('another extension, installed beside ours', function () {
  this.timeout(120_000);
  let home = '';
  let transcript: TranscriptFile;
  let samples: SampleExtensions;

  const started = useEditor(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'mission-control-'));
    transcript = TranscriptFile.of(home, sessionId);
    await transcript.write(transcript.prompt('Deploy the shop'), transcript.answer('It is live.'));
    samples = await packageSamples();
    const env = { CLAUDE_CONFIG_DIR: home, SAMPLE_DEPLOYS_NOTES: path.join(home, 'notes.jsonl') };
    return { env, others: samples.packages };
  });
  after(async () => {
    await samples?.dispose();
    await rm(home, { recursive: true, force: true });
  });

  const read = (file: string): string => readFileSync(path.join(home, file), 'utf8');

  async function ask(route: string, payload?: object): Promise<string> {
    const { url } = JSON.parse(read('mission-control/endpoint.json')) as { readonly url: string };
    const headers = { authorization: `Bearer ${read('mission-control/token')}` };
    const post = payload && { method: 'POST', body: JSON.stringify(payload) };
    return (await call(`${url}${route}`, { headers, ...post })).text;
  }

  /** The session on the hub's board, once it satisfies the assertion. */
  function waitFor(assertion: (session: LiveSession) => void): Promise<unknown> {
    const board = async (): Promise<LiveSession | undefined> => {
      const { sessions } = boardSchema.parse(JSON.parse(await ask(routes.sessions)));
      return sessions.find((session) => session.sessionId === sessionId);
    };
    return until(
      () => board().catch(() => undefined), // No hub is there yet, or not any more.
      (session) => {
        assert.ok(session, 'The session is not on the board');
        assertion(session);
      },
      waitMs,
    );
  }
  const badgesOf = ({ display }: LiveSession): readonly string[] =>
    (display?.badges ?? []).map(({ text }) => text.text);

  it('finds the types in our package as they are in the sources', () => {
    const folder = path.join(started.editor.root, 'extensions');
    const own = readdirSync(folder).find((name) => name.startsWith('mission-control.')) ?? '';
    const published = readFileSync(path.join(folder, own, 'dist/mission-control.d.ts'), 'utf8');
    const source = path.join(projectRoot, 'src/shared/api/missionControl.ts');
    assert.equal(published, readFileSync(source, 'utf8'));
  });

  it('reads the sessions, and has its badge on the board by a layer', async () => {
    await waitFor((session) => assert.ok(badgesOf(session).includes('turn 1')));
    const [saw = ''] = read('notes.jsonl').split('\n');
    assert.deepEqual(JSON.parse(saw), { saw: sessionId, title: 'Deploy the shop' });
  });

  it('brings rules along without any code', async () => {
    await waitFor((session) => assert.ok(badgesOf(session).includes('sample rule')));
  });

  it('has what it says on the card of a session that rests', async () => {
    const { workbench } = started;
    const about = { session_id: sessionId, transcript_path: transcript.file };
    await ask(routes.hook, aHook('UserPromptSubmit', { ...about, prompt: 'Deploy it again' }));
    await ask(routes.hook, aHook('Stop', about));
    await waitFor(({ display }) => assert.equal(display?.label?.text, 'Deployed'));
    await workbench.runCommand('Mission Control: Open Board');
    const board = await workbench.webview('article');
    await until(
      async () => (await board.locator('article').allInnerTexts()).join('\n'),
      (shown) => {
        for (const text of ['Deployed', 'turn 1', 'sample rule'])
          assert.ok(shown.includes(text), shown);
      },
      waitMs,
    );
  });

  it('takes its labels back when it stops', async () => {
    await started.workbench.runCommand('Sample Deploys: Stop');
    await waitFor((session) => assert.ok(!badgesOf(session).includes('turn 1')));
  });

  it('loses them when its window closes, and has them again in the next one', async () => {
    const { context, editor, workbench } = started;
    const other = await Workbench.open(context, editor);
    await waitFor((session) => assert.ok(badgesOf(session).includes('turn 1')));
    await other.close();
    await waitFor((session) => assert.ok(!badgesOf(session).includes('turn 1')));
    await workbench.reload();
    await waitFor((session) => assert.ok(badgesOf(session).includes('turn 1')));
  });
});
