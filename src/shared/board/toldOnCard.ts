import { commandIn, textFileIn } from '../agents/inputs';
import { toolKind } from '../agents/tools';
import { isSimpleCommand } from '../request/commandRisk';
import { pathRisk } from '../request/pathRisk';
import { requestParts } from '../request/requestParts';
import { isUnambiguousText, fitsInSentence } from '../request/toldWhole';
import type { LiveSession, PendingRequest } from '../protocol/protocol';
import { fieldsOf } from '../text/fields';
import { requestCollisions } from './texts/collisionText';

/** Longest command or path that a person reads at a glance, in characters. */
const glanceLength = 120;

/**
 * True if the card's one line shows everything that the request would do: one simple command, or
 * reading one file, in the working folder of a session on this computer, with nothing that the
 * detail pane would add or warn about. Only such a request can be answered on its card.
 */
export function isShownCompletelyOnCard(session: LiveSession): boolean {
  const { pendingRequest: request, projectPath, machine } = session;
  if (request === undefined || machine !== undefined || requestCollisions(session).length > 0)
    return false;
  const { agentId, agentType, mcpServer, blocked, deadline, call } = request;
  if ([agentId, agentType, mcpServer, blocked, deadline].some((detail) => detail !== undefined))
    return false;
  if (call?.answerable !== true || call.handsBackAt !== undefined) return false;
  return isShortCommand(request, projectPath) || isShortRead(request, projectPath);
}

function isShortCommand(request: PendingRequest, projectPath: string): boolean {
  return (
    fitsInSentence(request, projectPath, glanceLength) &&
    isSimpleCommand(commandIn(request.toolInput) ?? '') &&
    requestParts(request.toolName, request.toolInput).every(({ warning }) => warning === '')
  );
}

function isShortRead(request: PendingRequest, projectPath: string): boolean {
  const { toolName, toolInput, whole, cwd = projectPath } = request;
  if (toolKind(toolName) !== 'read' || !whole || cwd !== projectPath) return false;
  const path = textFileIn(toolInput) ?? '';
  return (
    path !== '' &&
    Object.keys(fieldsOf(toolInput)).length === 1 &&
    isUnambiguousText(path, glanceLength) &&
    pathRisk(path, false) === ''
  );
}
