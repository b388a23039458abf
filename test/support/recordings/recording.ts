import { hookEvent } from '../../../src/extension/hub/domain/facts/hookEvent';
import { agentOf } from '../../../src/extension/agents/transcripts/files';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { DomainEvent } from '../../../src/extension/hub/domain/facts/event';
import {
  dialogSettings,
  type DialogSettings,
} from '../../../src/extension/hub/domain/facts/dialogs/dialogSettings';
import type { SubagentMeta } from '../../../src/extension/hub/domain/facts/session';
import {
  hookPayloadSchema,
  type HookPayload,
} from '../../../src/extension/agents/claude/hooks/hookPayload';
import { hookReport } from '../../../src/extension/agents/claude/hooks/hookReport';
import { codexHooks } from '../../../src/extension/agents/codex/hooks/codexHooks';
import { isNearDialog } from '../../../src/extension/agents/claude/settings/clientSettings';
import { parseJob } from '../../../src/extension/agents/claude/registry/jobs';
import { parsePermissionRequests } from '../../../src/extension/agents/claude/registry/teamInboxes';
import {
  parseRegistryFile,
  registryPid,
} from '../../../src/extension/agents/claude/registry/registryFile';
import { parseTranscriptEntry } from '../../../src/extension/agents/claude/entry/parseEntry';
import { classify } from '../../../src/extension/agents/claude/catalogue/transcriptPath';
import { FoldedLines } from '../transcript/foldedLines';

/** One row of a recording: an event of a source, or an action of the user (`mark`). */
export interface Row {
  readonly at: number;
  readonly mark?: string;
  readonly hook?: HookPayload;
  /** Payload of a hook of Codex. */
  readonly codexHook?: unknown;
  readonly pid?: number;
  /** Id of the call of a held hook. */
  readonly call?: string;
  readonly ended?: {
    readonly how: 'answered' | 'released';
    readonly sessionId: string;
    readonly callId: string;
  };
  /** The person's own settings of the client from now on. */
  readonly settings?: unknown;
  readonly registry?: string;
  /** `null` if the file was removed. */
  readonly text?: unknown;
  readonly file?: string;
  readonly line?: unknown;
  readonly meta?: string;
  /** Session that owns the job's file, or whose inbox teammates write to. */
  readonly job?: string;
  readonly inbox?: string;
}

const folder = path.join(__dirname, '..', '..', 'fixtures', 'recordings');

export type Source = 'hook' | 'registry' | 'transcript';

export function recording(name: string): readonly Row[] {
  const file = path.join(folder, `${name}.jsonl`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Row);
}

export function recordingNames(): readonly string[] {
  return readdirSync(folder).map((file) => path.parse(file).name);
}

export function sourceOf(row: Row): Source | undefined {
  if ((row.hook ?? row.codexHook ?? row.ended) !== undefined) return 'hook';
  if (row.registry !== undefined || row.job !== undefined || row.inbox !== undefined) {
    return 'registry';
  }
  return row.file !== undefined || row.meta !== undefined ? 'transcript' : undefined;
}

/**
 * Converts rows to domain events like the hub's ingest, with the state that it keeps between rows.
 */
export class RowReader {
  private readonly entries = new Map<string, string>();
  private readonly lines = new FoldedLines();
  private settings: DialogSettings | undefined;

  events(row: Row): DomainEvent[] {
    const events = this.eventsOf(row);
    const { settings } = this;
    if (settings === undefined) return events;
    return events.flatMap((event): DomainEvent[] =>
      isNearDialog(event)
        ? [event, { type: 'dialogSettings', sessionId: event.sessionId, at: row.at, settings }]
        : [event],
    );
  }

  private eventsOf(row: Row): DomainEvent[] {
    if (row.settings !== undefined) {
      this.settings = dialogSettings({ user: row.settings, others: [] });
      return [];
    }
    if (row.ended !== undefined) {
      const { how, ...ended } = row.ended;
      return [{ type: how, at: row.at, ...ended }];
    }
    if (row.hook !== undefined) {
      const payload: HookPayload = hookPayloadSchema.parse(row.hook);
      const held = row.call === undefined ? {} : { callId: row.call };
      return [hookEvent(hookReport(payload), { pid: row.pid, sentAt: row.at, ...held }, row.at)];
    }
    if (row.codexHook !== undefined) {
      const reading = codexHooks.read(row.codexHook, undefined);
      const report = reading !== undefined && 'report' in reading ? reading.report : undefined;
      return report ? [hookEvent(report, { pid: row.pid, sentAt: row.at }, row.at)] : [];
    }
    if (row.registry !== undefined) return this.registryEvents(row.registry, row);
    if (row.file !== undefined) return this.lineEvents(row.file, row);
    if (row.job !== undefined) return jobEvents(row.job, row);
    if (row.inbox !== undefined) return inboxEvents(row.inbox, row);
    return row.meta === undefined ? [] : this.metaEvents(row.meta, row);
  }

  private registryEvents(name: string, row: Row): DomainEvent[] {
    const pid = registryPid(name);
    const before = this.entries.get(name);
    if (pid === undefined) return [];
    const entry = row.text === null ? undefined : parseRegistryFile(JSON.stringify(row.text), pid);
    const gone = (how: 'exited' | 'moved'): DomainEvent[] =>
      before === undefined
        ? []
        : [{ type: 'processGone', sessionId: before, at: row.at, pid, how }];
    if (entry === undefined) {
      this.entries.delete(name);
      return gone('exited');
    }
    this.entries.set(name, entry.sessionId);
    return [
      ...(before !== entry.sessionId ? gone('moved') : []),
      { type: 'processSeen', sessionId: entry.sessionId, at: row.at, process: entry.process },
    ];
  }

  private lineEvents(file: string, row: Row): DomainEvent[] {
    const path = `/projects/${file}`;
    const kind = classify('/projects', path);
    const parsed = parseTranscriptEntry(JSON.stringify(row.line));
    if (kind === undefined || parsed === undefined) return [];
    const agentId = agentOf(kind);
    return this.lines.read({ path, sessionId: kind.sessionId, agentId }, parsed, row.at);
  }

  private metaEvents(file: string, row: Row): DomainEvent[] {
    const kind = classify('/projects', `/projects/${file}`);
    if (kind?.kind !== 'subagentMeta') return [];
    const meta = row.text as Partial<SubagentMeta> & { readonly taskKind?: string };
    return [
      {
        type: 'subagentRead',
        sessionId: kind.sessionId,
        agentId: kind.agentId,
        at: row.at,
        path: `/projects/${file.replace('.meta.json', '.jsonl')}`,
        meta: {
          agentType: meta.agentType,
          description: meta.description,
          parentAgentId: meta.parentAgentId,
          toolUseId: meta.toolUseId,
          finished: meta.finished === true,
          ...(meta.taskKind === 'in_process_teammate' && { isTeammate: true }),
        },
      },
    ];
  }
}

function jobEvents(sessionId: string, { at, text }: Row): DomainEvent[] {
  const job = parseJob(String(text), sessionId.slice(0, 8));
  return job === undefined ? [] : [{ type: 'job', sessionId, at, job }];
}

function inboxEvents(sessionId: string, { text }: Row): DomainEvent[] {
  return parsePermissionRequests(String(text)).map((asked) => ({
    type: 'teammateAsked',
    sessionId,
    ...asked,
  }));
}
