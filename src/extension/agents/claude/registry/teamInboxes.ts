import * as fs from 'node:fs';
import * as path from 'node:path';
import { Coalescer } from '../../../util/coalesce';
import { readOrdinary } from '../../../util/files/readOrdinary';
import type { Disposable } from '../../../util/lifetime';
import type { DomainEvent, TeammateRequestEvent } from '../../../hub/domain/facts/event';
import { textField } from '../../../hub/domain/words/labels';
import {
  asObject,
  idIn,
  listIn,
  nameIn,
  parseObject,
  textIn,
  writtenTime,
} from '../../../util/json';
import { stampOf } from '../../transcripts/files';

/**
 * Interval, in ms, of checks without a watcher event: a lead empties its inbox after half a second
 * or more.
 */
const sweepMs = 300;

/** Largest inbox in bytes that is read: a request may contain a whole file. */
const maxInboxBytes = 1024 * 1024;

/** Team names become parts of paths, so only these characters are accepted. */
const teamName = /^[0-9A-Za-z][0-9A-Za-z_-]{0,100}$/u;

interface FollowedInbox {
  readonly sessionId: string;
  readonly file: string;
  mtimeMs: number;
  watcher: fs.FSWatcher | undefined;
}

/**
 * Watches the permission requests that teammates in their own panes send to their lead, in `<config
 * home>/teams/<team>/inboxes/team-lead.json`: no hook reports them.
 */
export class TeamInboxes implements Disposable {
  private readonly followed = new Map<string, FollowedInbox>();
  private readonly polls = new Coalescer(() => this.poll());
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly folder: string,
    private readonly emit: (event: TeammateRequestEvent) => void,
  ) {}

  /** Watches a lead's inbox from its first teammate in a pane until the lead's process is gone. */
  readonly applyEvent = (event: DomainEvent): void => {
    const { sessionId } = event;
    if (event.type === 'processGone') return this.stopWatching(sessionId);
    if (event.type !== 'hook' || this.followed.has(sessionId)) return;
    const { response } = event.report;
    if (textField(response, 'status') !== 'teammate_spawned') return;
    const team = textField(response, 'team_name');
    if (team === undefined || !teamName.test(team)) return;
    if (textField(response, 'tmux_pane_id') === 'in-process') return;
    const file = path.join(this.folder, team, 'inboxes', 'team-lead.json');
    this.followed.set(sessionId, { sessionId, file, mtimeMs: 0, watcher: undefined });
    this.timer ??= setInterval(() => void this.polls.run(), sweepMs).unref();
    void this.polls.run();
  };

  dispose(): void {
    for (const sessionId of this.followed.keys()) this.stopWatching(sessionId);
  }

  private stopWatching(sessionId: string): void {
    this.followed.get(sessionId)?.watcher?.close();
    this.followed.delete(sessionId);
    if (this.followed.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async poll(): Promise<void> {
    for (const one of this.followed.values()) {
      one.watcher ??= this.watch(one);
      const stamp = stampOf(one.file);
      if (stamp === undefined || stamp.mtimeMs === one.mtimeMs) continue;
      one.mtimeMs = stamp.mtimeMs;
      try {
        const bytes = await readOrdinary(one.file, maxInboxBytes);
        if (this.followed.get(one.sessionId) !== one) continue;
        for (const asked of parsePermissionRequests(bytes?.toString('utf8') ?? '')) {
          this.emit({ type: 'teammateAsked', sessionId: one.sessionId, ...asked });
        }
      } catch {
        one.mtimeMs = 0; // The file is being written.
      }
    }
  }

  private watch(one: FollowedInbox): fs.FSWatcher | undefined {
    try {
      const watcher = fs.watch(path.dirname(one.file), () => void this.polls.run());
      watcher.on('error', () => {
        watcher.close();
        one.watcher = undefined;
      });
      return watcher;
    } catch {
      return undefined; // The folder exists only after the first message.
    }
  }
}

/** The permission requests in an inbox. */
export function parsePermissionRequests(
  text: string,
): readonly Pick<TeammateRequestEvent, 'at' | 'request'>[] {
  // Wrapped in an object, because the file is a list and the parser accepts only objects.
  const messages = listIn(parseObject(`{"messages":${text}}`), 'messages');
  return messages.flatMap((each) => {
    const message = asObject(each);
    const asked = parseObject(textIn(message, 'text') ?? '');
    if (textIn(asked, 'type') !== 'permission_request') return [];
    const teammate = nameIn(message, 'from') ?? nameIn(asked, 'agent_id');
    const name = nameIn(asked, 'tool_name');
    const id = idIn(asked, 'tool_use_id');
    const at = writtenTime(message?.['timestamp']);
    if (teammate === undefined || name === undefined || id === undefined || at === undefined)
      return [];
    return { at, request: { teammate, tool: { id, name, input: asked?.['input'], at } } };
  });
}
