import { appendFile, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { useEditor, type EditorFixture } from './fixture';
import { projectRoot } from './paths';

const fixture = path.join(projectRoot, 'test/fixtures/transcripts/tools.jsonl');

/** The session of the transcript that `transcriptEditor` lays out. */
export const transcriptId = 'b193d939-9e0c-4f73-b4f8-99f37eddcae7';

/** To be called in a `describe`: an editor whose one session has ended and left a transcript. */
export function transcriptEditor(): {
  readonly started: EditorFixture;
  /** Appends a prompt of the human. */
  readonly say: (content: string) => Promise<void>;
} {
  let home = '';
  let file = '';
  const started = useEditor(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'mission-control-'));
    file = path.join(home, 'projects', '-home-dev-shop', `${transcriptId}.jsonl`);
    await mkdir(path.dirname(file), { recursive: true });
    await copyFile(fixture, file);
    return { env: { CLAUDE_CONFIG_DIR: home } };
  });
  after(() => rm(home, { recursive: true, force: true }));
  const say = (content: string): Promise<void> =>
    appendFile(file, `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
  return { started, say };
}
