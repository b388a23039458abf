import * as path from 'node:path';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { mcpSettingSchema } from '../../../shared/protocol/settings/mcp';
import { routes, sessionDetailsSchema } from '../../../shared/protocol/protocol';
import * as z from '../../../shared/protocol/schema';
import { fileChangesSchema } from '../../../shared/protocol/work/fileChanges';
import { blockedOf, readyOf } from '../../../shared/board/waiting';
import { findSessionById } from '../findSessionById';
import type { HubReader } from '../readHub';
import {
  changesView,
  deliveryView,
  sessionsInGroup,
  agentSessionView,
  type AgentView,
} from './agentView';

type Property = { type: 'string'; description: string; enum?: string[] };

/** A tool as the protocol lists it. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, Property>;
    readonly required?: string[];
    readonly additionalProperties: false;
  };
  /** Answers a call; throws for arguments of another shape, and errors with a sentence to show. */
  run(args: unknown, reader: HubReader, folder: string): Promise<object>;
}

const groups = { needs_you: 'needs_you', running: 'autonomous', done: 'delivered' } as const;
type GroupName = keyof typeof groups;
const groupNames = Object.keys(groups) as GroupName[];

const listArguments = z.lazyObject(() => ({
  group: z.optional(z.enum(groupNames)),
  project: z.optional(z.string().check(z.maxLength(4096))),
}));
const sessionArguments = z.lazyObject(() => ({
  session: z.string().check(z.minLength(1), z.maxLength(600)),
}));
const fileArguments = z.lazyObject(() => ({
  path: z.string().check(z.minLength(1), z.maxLength(4096)),
}));

const sessionProperty: Property = {
  type: 'string',
  description: 'The id of a session as the other tools give it, or its beginning.',
};

/** All tools. They read only; there is none that answers, prompts, starts or ends anything. */
export const tools: readonly McpTool[] = [
  {
    name: 'list_sessions',
    description:
      'Lists the Claude Code sessions of this user, in the order in which they need a person.',
    inputSchema: {
      type: 'object',
      properties: {
        group: { type: 'string', enum: groupNames, description: 'Only sessions of this group.' },
        project: { type: 'string', description: 'Only sessions of this project name or folder.' },
      },
      additionalProperties: false,
    },
    async run(args, reader) {
      const { group, project } = listArguments.parse(args);
      const view = await viewOf(reader);
      const found = sessionsInGroup(view.board, group && groups[group]).filter((session) =>
        isOfProject(session, project),
      );
      return { sessions: found.map((session) => agentSessionView(session, view)) };
    },
  },
  {
    name: 'what_waits',
    description:
      'Lists the sessions that wait for a person: blocked ones, the most urgent first, and those that are ready for a prompt.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    async run(_args, reader) {
      const view = await viewOf(reader);
      const shown = (sessions: readonly LiveSession[]) =>
        sessions.map((session) => agentSessionView(session, view));
      return { blocked: shown(blockedOf(view.board)), ready: shown(readyOf(view.board)) };
    },
  },
  {
    name: 'what_was_delivered',
    description:
      'Tells what a session delivered: commits, pushes, pull requests, tests, and the files that it changed.',
    inputSchema: {
      type: 'object',
      properties: { session: sessionProperty },
      required: ['session'],
      additionalProperties: false,
    },
    async run(args, reader) {
      const view = await viewOf(reader);
      const { session: typed } = sessionArguments.parse(args);
      const session = findSessionById(view.board.sessions, typed, 'agent');
      const id = encodeURIComponent(session.sessionId);
      const details = await reader.get(`${routes.sessions}/${id}/details`, sessionDetailsSchema);
      return deliveryView(session, details, view);
    },
  },
  {
    name: 'who_changed_file',
    description:
      'Tells which sessions on the board changed a file last, when, and whether by a shell command or a subagent. Sessions of other machines and accounts, and past ones, are not searched.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'The path, absolute or from the working folder.' },
      },
      required: ['path'],
      additionalProperties: false,
    },
    async run(args, reader, folder) {
      const file = path.resolve(folder, fileArguments.parse(args).path);
      const view = await viewOf(reader);
      const query = new URLSearchParams({ path: file });
      const changes = await reader.get(`${routes.files}?${String(query)}`, fileChangesSchema);
      return { path: file, changes: changes === undefined ? [] : changesView(changes, view) };
    },
  },
];

/**
 * The board, and whether the person's setting shows its texts; if that is unknown, they are hidden.
 */
async function viewOf(reader: HubReader): Promise<AgentView> {
  const [board, setting] = await Promise.all([
    reader.checkedBoard(),
    reader.get(`${routes.mcp}/setting`, mcpSettingSchema),
  ]);
  return { board, texts: setting?.texts === true };
}

function isOfProject({ projectName, projectPath }: LiveSession, project?: string): boolean {
  return project === undefined || projectName === project || projectPath === project;
}
