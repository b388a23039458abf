import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { probe } from '../../../src/extension/link/probe';
import {
  endpointSchema,
  hubPorts,
  routes,
  type Endpoint,
} from '../../../src/shared/protocol/protocol';
import type { EditorFixture } from '../../support/editor/fixture';
import { Workbench } from '../../support/editor/window/workbench';
import { until } from '../../support/until';
import { waitFixedTime } from '../../support/waitFixedTime';
import { configHome, oneSession, sessionId } from './oneSession';

/** `handOn` receives the windows that are still open at the end. */
export function severalWindows(
  started: EditorFixture,
  handOn: (windows: readonly Workbench[]) => void,
): void {
  describe('Several windows of the packaged extension', function () {
    this.timeout(120_000);
    let home: string;
    let windows: Workbench[] = [];

    function endpoint(): Endpoint {
      const file = path.join(home, 'mission-control', 'endpoint.json');
      return endpointSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    }

    async function hubCount(): Promise<number> {
      const key = readFileSync(path.join(home, 'mission-control', 'key'), 'utf8');
      const found = await Promise.all(hubPorts.map((port) => probe(port, key, 5_000)));
      return found.filter((result) => result === 'hub').length;
    }

    async function open(): Promise<Workbench> {
      const workbench = await Workbench.open(started.context, started.editor);
      await workbench.showContainer('Mission Control');
      return workbench;
    }

    /** Waits until all windows show the same; times may differ by a tick. */
    async function agree(row: RegExp): Promise<void> {
      await until(
        async () => {
          const boards = windows.map(async (window) => ({
            bar: (await window.statusBar.read('missionControl.needsYou')).text,
            outline: await window.tree('Sessions').outline(),
          }));
          return { boards: await Promise.all(boards), hubs: await hubCount() };
        },
        ({ boards, hubs }) => {
          for (const board of boards) {
            assert.match(board.outline, row);
            assert.deepEqual(board, boards[0]);
          }
          // The process of a closed window may end a moment after the next hub has started.
          assert.equal(hubs, 1);
        },
      );
    }

    /** Sends a hook like the client's relay, with the script of the repository. */
    function hook(payload: object): void {
      const env = { ...process.env, CLAUDE_CONFIG_DIR: home };
      const input = JSON.stringify({ session_id: sessionId, cwd: '/home/dev/shop', ...payload });
      const relay = path.resolve('hooks/relay.sh');
      assert.equal(spawnSync('sh', [relay], { env, input, encoding: 'utf8' }).status, 0);
    }

    /** Resolves once the next hub answers; the bench measures how long that takes. */
    async function endHubAndAwaitNext(end: () => unknown): Promise<void> {
      const before = endpoint();
      await end();
      await until(async () => {
        const next = readEndpoint();
        const isNew = next !== undefined && next.startedAt !== before.startedAt;
        return isNew && answers(next.url);
      }, assert.ok);
    }

    function readEndpoint(): Endpoint | undefined {
      try {
        return endpoint();
      } catch {
        return undefined; // There is no file between two hubs.
      }
    }

    before('have a session and three windows', async () => {
      home = configHome(started);
      await oneSession(started);
      await started.workbench.closeEditors();
      await started.workbench.showContainer('Mission Control');
      windows = [started.workbench, await open(), await open()];
    });
    after(() => handOn(windows));

    it('have one hub and one board', async () => {
      await agree(/Build the checkout page/);
      hook({
        hook_event_name: 'PermissionRequest',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
      });
      await agree(/Needs permission: Bash/);
    });

    it('have another hub when its window closes', async () => {
      const [first] = windows.splice(0, 1);
      await endHubAndAwaitNext(() => first?.close());
      await agree(/Build the checkout page/);
      hook({ hook_event_name: 'UserPromptSubmit', prompt: 'Go on' });
      await agree(/Build the checkout page.*Thinking/);
    });

    it('have another hub when its process is killed', async () => {
      await endHubAndAwaitNext(() => process.kill(endpoint().pid, 'SIGKILL'));
      hook({ hook_event_name: 'PostToolUse', tool_name: 'Bash' });
      await until(hubCount, (count) => assert.equal(count, 1));
    });

    it('show one board again when one of them was reloaded twice in a second', async () => {
      const [one] = windows as [Workbench, Workbench];
      await one.page.reload({ waitUntil: 'commit' });
      await waitFixedTime(300);
      await one.page.reload();
      await one.ready();
      await one.showContainer('Mission Control');
      hook({ hook_event_name: 'UserPromptSubmit', prompt: 'Go on' });
      await agree(/Build the checkout page/);
      await until(
        () => answers(endpoint().url),
        (live) => assert.ok(live),
      );
    });
  });
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}${routes.hello}?nonce=${'0'.repeat(32)}`).then(
    ({ ok }) => ok,
    () => false,
  );
}
