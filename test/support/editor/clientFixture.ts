import { installClient, pinnedVersion } from '../claude/install';
import { IsolatedHome } from '../claude/isolatedHome';
import { ScriptedApi } from '../claude/scriptedApi';
import { startClient, type ClientSession } from '../claude/session';
import { installHooks } from '../watchedHub';
import { useEditor, type EditorFixture } from './fixture';
import type { Workbench } from './workbench';

/** What a suite's tests find ready: a client with our hooks at its prompt, and a window whose tree shows it. */
export interface ClientFixture {
  readonly api: ScriptedApi;
  readonly home: IsolatedHome;
  readonly session: ClientSession;
  readonly workbench: Workbench;
  readonly editor: EditorFixture['editor'];
  readonly context: EditorFixture['context'];
}

/** To be called in a `describe`. `settings` are the editor's. */
export function clientInEditor(settings: Readonly<Record<string, unknown>> = {}): ClientFixture {
  let api: ScriptedApi | undefined;
  let home: IsolatedHome | undefined;
  let session: ClientSession | undefined;

  const started = useEditor(async () => {
    api = await ScriptedApi.start();
    home = await IsolatedHome.create();
    await installHooks(home.configHome, { path: await installClient(), version: pinnedVersion });
    return {
      folder: home.project,
      env: { CLAUDE_CONFIG_DIR: home.configHome, HOME: home.folder },
      settings,
      viewport: { width: 1400, height: 900 },
    };
  });

  before('start the client', async () => {
    session = await startClient({ api: there(api), home: there(home) });
    await started.workbench.showContainer('Mission Control');
    await started.workbench
      .tree('Sessions')
      .row(/next prompt/)
      .waitFor();
  });

  after(async () => {
    await session?.dispose();
    await home?.dispose();
    await api?.close();
  });

  return {
    get api() {
      return there(api);
    },
    get home() {
      return there(home);
    },
    get session() {
      return there(session);
    },
    get workbench() {
      return started.workbench;
    },
    get editor() {
      return started.editor;
    },
    get context() {
      return started.context;
    },
  };
}

function there<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The client is there only while tests run');
  return part;
}
