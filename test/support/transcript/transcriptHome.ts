import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { transcriptFile } from '../../../src/extension/reader/transcriptFile';
import { TranscriptSource } from '../../../src/extension/reader/transcriptSource';
import type { LiveSession } from '../../../src/shared/protocol/protocol';
import { aSession } from '../sessionBuilder';

export const homeSessionId = 'b193d939-9e0c-4f73-b4f8-99f37eddcae7';

/** A config home with one transcript in it. */
export class TranscriptHome {
  private constructor(
    readonly folder: string,
    readonly file: string,
    readonly session: LiveSession,
  ) {}

  /** With `agentId`, a subagent gets a transcript with the same lines. */
  static async with(lines: readonly unknown[] | string, agentId?: string): Promise<TranscriptHome> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'mission-control-'));
    const file = path.join(folder, 'projects', 'p', `${homeSessionId}.jsonl`);
    const nested = path.join(
      path.dirname(file),
      homeSessionId,
      'subagents',
      `agent-${agentId}.jsonl`,
    );
    for (const one of agentId === undefined ? [file] : [file, nested]) {
      await mkdir(path.dirname(one), { recursive: true });
      await writeFile(one, typeof lines === 'string' ? lines : textOf(lines));
    }
    const session = aSession({
      sessionId: homeSessionId,
      title: 'Make the orders endpoint idempotent',
      transcriptPath: file,
      gitBranch: 'feature/idempotency-keys',
      projectPath: '/home/dev/shop',
    });
    return new TranscriptHome(folder, file, session);
  }

  source(agentId?: string): TranscriptSource {
    const { session, folder } = this;
    const target = { sessionId: homeSessionId, ...(agentId !== undefined && { agentId }) };
    const sessions = { get: () => session, find: () => Promise.resolve(session) };
    const readPart = () => Promise.reject(new Error('It is on this machine'));
    const file = transcriptFile({ target, sessions, configHome: folder, readPart });
    return new TranscriptSource({ target, sessions, file, home: '/home/dev' });
  }

  async append(...lines: readonly unknown[]): Promise<void> {
    await appendFile(this.file, textOf(lines));
  }

  async replace(...lines: readonly unknown[]): Promise<void> {
    await writeFile(`${this.file}.new`, textOf(lines));
    await rename(`${this.file}.new`, this.file);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Strings are written unchanged, other values as JSON. */
function textOf(lines: readonly unknown[]): string {
  return lines
    .map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    .join('');
}
