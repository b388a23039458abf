import { boardSchema, routes, type Board } from '../../shared/protocol/protocol';
import type * as z from '../../shared/protocol/schema';
import { plainLine } from '../../shared/text/plainText';
import { t } from '../../shared/words/l10n';
import { BoardReplica } from '../link/boardReplica';
import { callHub, readJsonBody } from '../link/callHub';
import { locateRunningHub, type HubAbsence } from '../link/runningHub';
import { UnsafeFolderError } from '../util/files/privateFolder';
import type { ReachableHub } from '../util/hub/reachableHub';

/**
 * Timeout of a call, in ms; a hub that has just started answers only after it has read the
 * transcripts.
 */
const timeoutMs = 10_000;

/** Thrown if there is no hub to read; the message says what to do. */
export class NoHubError extends Error {}

/** Reads the hub of a config home. Every method rejects with a `NoHubError` while there is none. */
export class HubReader {
  constructor(private readonly configHome: string) {}

  async find(): Promise<ReachableHub> {
    const found = await locateRunningHub(this.configHome).catch((error: unknown) => {
      throw error instanceof UnsafeFolderError ? new NoHubError(error.message) : error;
    });
    if (typeof found === 'string') throw new NoHubError(reasonText(found, this.configHome));
    return found;
  }

  /**
   * Reads the board. The schema is not checked, because that would take half of the tool's time,
   * and the answer comes from this user's hub of the same protocol version.
   */
  async board(): Promise<BoardReplica> {
    return boardOf((await this.read(routes.sessions)) as Board | undefined);
  }

  /** Like `board`, for a process that has the time to check the schema. */
  async checkedBoard(): Promise<BoardReplica> {
    return boardOf(await this.get(routes.sessions, boardSchema));
  }

  /** Reads an answer of this schema; undefined if the hub refuses the call, as an older hub may. */
  async get<Schema extends z.ZodMiniType>(
    route: string,
    schema: Schema,
  ): Promise<z.infer<Schema> | undefined> {
    return schema.safeParse(await this.read(route)).data;
  }

  private async read(route: string): Promise<unknown> {
    const hub = await this.find();
    try {
      const response = await callHub(hub, { route, signal: AbortSignal.timeout(timeoutMs) });
      const answer = await readJsonBody(response);
      return response.statusCode === 200 ? answer : undefined;
    } catch (error) {
      throw new NoHubError(reasonText(isGone(error) ? 'none' : 'silent', this.configHome));
    }
  }
}

/** Throws a `NoHubError` if there is no board that this version can read. */
function boardOf(data: Board | undefined): BoardReplica {
  if (data === undefined) throw new NoHubError(versionMismatchText());
  const board = new BoardReplica();
  board.apply({ type: 'snapshot', data });
  return board;
}

/** True if the error means that the hub has ended. */
function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ENOENT';
}

/** Message for a hub whose protocol version differs from that of this tool. */
export function versionMismatchText(): string {
  return t(
    'Mission Control runs in another version. Reload the windows of your editor, and run its command “Install Command Line Tool…” again.',
  );
}

function reasonText(reason: HubAbsence, configHome: string): string {
  switch (reason) {
    case 'none':
      return t(
        'Mission Control is not running for {0}. Open an editor that has it; if that uses another config home, set CLAUDE_CONFIG_DIR.',
        plainLine(configHome, 4_096),
      );
    case 'silent':
      return t('Mission Control does not answer. Try again in a moment.');
    case 'newer':
    case 'older':
      return versionMismatchText();
  }
}
