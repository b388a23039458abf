import type { IsolatedHome } from '../claude/isolatedHome';
import type { ScriptedApi } from '../claude/scriptedApi';
import type { ClientSession } from '../claude/session';
import { ClientStage } from '../claude/stage';
import { useEditor, type EditorFixture } from './fixture';
import type { Workbench } from './window/workbench';

const startTimeoutMs = 180_000;

/** Fixture of a suite: a client with our hooks at its prompt, and a window whose tree shows it. */
export interface ClientFixture {
  readonly api: ScriptedApi;
  readonly home: IsolatedHome;
  readonly session: ClientSession;
  /** Starts another client in the same folder. */
  readonly another: ClientStage['client'];
  readonly workbench: Workbench;
  readonly editor: EditorFixture['editor'];
  readonly context: EditorFixture['context'];
}

/**
 * Call in a `describe`. `settings` are those of the editor; `inTerminals` lets its own terminals
 * run the client, too.
 */
export function clientInEditor(
  settings: Readonly<Record<string, unknown>> = {},
  inTerminals = false,
): ClientFixture {
  let stage: ClientStage | undefined;
  let session: ClientSession | undefined;

  const started = useEditor(async () => {
    stage = await ClientStage.open({
      home: {
        env: {
          // A client of dozens of turns gains more by DFG's code than compiling it takes; FTL would
          // double the compilers' time.
          BUN_JSC_useDFGJIT: '1',
          BUN_JSC_useFTLJIT: '0',
          // Otherwise the client would install its own extension in an editor's terminal.
          ...(inTerminals && { CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: '1' }),
        },
      },
    });
    const { api, home, command } = stage;
    if (!inTerminals) {
      const env = { CLAUDE_CONFIG_DIR: home.configHome, HOME: home.folder };
      return { folder: home.project, env, settings };
    }
    const terminals = {
      'missionControl.claudeCommand': `'${command}'`,
      'terminal.integrated.gpuAcceleration': 'off',
    };
    return {
      folder: home.project,
      env: { ...home.environment(api.url), SHELL: '/bin/bash' },
      settings: { ...settings, ...terminals },
    };
  });

  before('start the client', async function () {
    this.timeout(startTimeoutMs);
    session = await there(stage).client();
    await started.workbench.showContainer('Mission Control');
    await started.workbench
      .tree('Sessions')
      .row(/next prompt/)
      .waitFor();
  });

  // Otherwise one failure would fail all tests after it, which share the client.
  afterEach('return the client of a failed test to its prompt', async function () {
    if (this.currentTest?.state === 'passed' || session === undefined) return;
    this.timeout(startTimeoutMs);
    await started.workbench.page.keyboard.press('Escape'); // Closes a dialog of the editor.
    await session.returnToPrompt().catch(() => undefined); // The tests that follow say what is wrong.
  });

  after(() => stage?.close());

  return {
    get api() {
      return there(stage).api;
    },
    get home() {
      return there(stage).home;
    },
    get session() {
      return there(session);
    },
    another: (options) => there(stage).client(options),
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
