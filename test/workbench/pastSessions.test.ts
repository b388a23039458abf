import { appendFile, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { inOneEditor, useEditor } from '../support/editor/fixture';
import { projectRoot } from '../support/editor/paths';
import { TranscriptFile } from '../support/hub/transcriptFile';
import { board } from './board/board';
import { marks } from './board/marks';
import { hostileTexts } from './hostileText';
import { opensABusyRow } from './reader/busyRow';
import { renderedTranscript } from './reader/reader';
import { transcriptAsText } from './reader/transcriptAsText';
import { keptOverReload } from './keptOverReload';
import { endedId, type PastSessions } from './pastSessionsScene';
import { installsCodexHooks } from './sessions/codexHooks';
import { showsCodexSessions } from './sessions/codexSessions';

const ended = path.join(projectRoot, 'test/fixtures/transcripts/tools.jsonl');
const prompts = ['Build the checkout page', 'Sort the list', 'Paint the fence'];

let home = '';

const sessions: PastSessions = {
  get home() {
    return home;
  },
  get codexHome() {
    return path.join(home, 'codex');
  },
  say: (content) => {
    const line = { type: 'user', message: { role: 'user', content } };
    return appendFile(transcript(), `${JSON.stringify(line)}\n`);
  },
};

const transcript = (): string => path.join(home, 'projects', '-home-dev-shop', `${endedId}.jsonl`);

inOneEditor(
  () =>
    useEditor(async () => {
      home = await mkdtemp(path.join(os.tmpdir(), 'mission-control-'));
      await mkdir(path.dirname(transcript()), { recursive: true });
      await mkdir(sessions.codexHome);
      await copyFile(ended, transcript());
      for (const [index, prompt] of prompts.entries()) {
        const file = TranscriptFile.of(home, `5e551011-0000-4000-8000-00000000000${index}`);
        await file.write(file.prompt(prompt));
      }
      return {
        env: { CLAUDE_CONFIG_DIR: home, CODEX_HOME: sessions.codexHome },
        dispose: () => rm(home, { recursive: true, force: true }),
      };
    }),
  (started) => {
    transcriptAsText(started);
    renderedTranscript(started, sessions);
    marks(started);
    keptOverReload(started, sessions);
    hostileTexts(started, sessions);
    board(started);
    opensABusyRow(started, sessions);
    showsCodexSessions(started, sessions);
    installsCodexHooks(started, sessions);
  },
);
