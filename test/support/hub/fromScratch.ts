import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { HookPayload } from '../../../src/extension/agents/claude/hooks/hookPayload';
import { boardSchema, type Board } from '../../../src/shared/protocol/protocol';
import { until } from '../until';
import { tempHome } from './tempHome';
import { TestHub } from './testHub';

/** A hook call, with the time at which the client sent it, in ms since 1970. */
export interface SentHook {
  readonly payload: HookPayload;
  readonly sentAt: number;
}

/**
 * Waits until a board equals that of a new hub that gets a copy of the transcripts and registry,
 * and the same hooks. This proves that the board has lost and invented nothing.
 */
export async function assertEqualsRecomputed(
  home: string,
  board: () => Promise<Board>,
  hooks: readonly SentHook[] = [],
): Promise<void> {
  const copy = await tempHome();
  for (const folder of ['projects', 'sessions']) {
    const from = path.join(home, folder);
    const options = { recursive: true, preserveTimestamps: true };
    await fs.cp(from, path.join(copy, folder), options).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  const scratch = await TestHub.start(copy);
  try {
    await scratch.running.complete;
    for (const { payload, sentAt } of hooks) {
      const answer = await scratch.hook(payload, { 'x-sent-at': String(sentAt) });
      assert.equal(answer.status, 204);
    }
    await until(
      async () => [byId(await board()), byId(movedTo(home, copy, await scratch.board()))],
      ([here, there]) => assert.deepEqual(here, there),
    );
  } finally {
    await scratch.dispose();
  }
}

/** The board with its paths moved to another home. */
function movedTo(home: string, from: string, board: Board): Board {
  const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);
  const text = JSON.stringify(board).replaceAll(quoted(from), quoted(home));
  return boardSchema.parse(JSON.parse(text));
}

/** Sessions of a board by id, without view state, which transcripts and hooks do not contain. */
export function byId({ sessions, summary }: Board): unknown {
  const { digest: _, ...sums } = summary;
  const cards = sessions.map(({ unseen: __, ...session }) => [session.sessionId, session]);
  return [Object.fromEntries(cards), sums];
}
