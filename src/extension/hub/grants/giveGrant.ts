import { requestCollisions } from '../../../shared/board/texts/collisionText';
import type { CallAnswer, CallRequest } from '../../../shared/protocol/calls';
import type { Seal } from '../../../shared/protocol/keys';
import type { LiveSession } from '../../../shared/protocol/protocol';
import { canonicalJson } from '../../../shared/protocol/signed';
import { grantChoices } from '../../../shared/request/grantChoices';
import { grantLimits } from '../../../shared/text/grantLimits';
import { decisionRefusal } from '../control/feature';
import type { ControlOffers } from '../control/controlOffers';
import type { WaitingCall } from '../control/waitingCall';
import type { WaitingCalls } from '../control/waitingCalls';
import type { Boot } from '../ingest/boot';
import { refusals, type Refusal } from '../serve/refusal';
import { ruleFolder, type Grant } from './grant';
import type { GrantClock } from './grantClock';
import { isGrantableRequest, matchRule } from './grantMatch';
import { isEffective, type Grants } from './grants';
import type { GrantStore } from './grantStore';
import { findFolder } from './place';

export interface GiveParts {
  readonly board: { get(sessionId: string): LiveSession | undefined };
  readonly control: {
    readonly calls: Pick<WaitingCalls, 'openCall' | 'decide'>;
    readonly offers: Pick<ControlOffers, 'findOfferOfWindow'>;
  };
  /** Name of the running hub, and id of its host. */
  readonly hub: string;
  readonly host: string;
  readonly grants: Grants;
  readonly store: GrantStore;
  readonly clock: GrantClock;
  readonly boot: Boot;
  /** Returns whether the grant's seal is valid by the keys that are known now. */
  readonly isSealed: (grant: Grant) => boolean;
}

type GiveRequest = CallRequest<'giveGrant'>;

/**
 * Gives a grant and allows the open request by it. If the request cannot be allowed, no grant is
 * given.
 */
export async function giveGrant(
  parts: GiveParts,
  request: GiveRequest,
  seal: Seal,
): Promise<CallAnswer<'giveGrant'> | Refusal> {
  const { board, control, grants, store } = parts;
  const { sessionId, call, shown, window } = request;
  const { endsOfAll } = grants;
  const session = board.get(sessionId);
  if (session === undefined) return refusals.session;
  const held = control.calls.openCall(sessionId, call);
  if (held === undefined) return refusals.gone;
  const by = control.offers.findOfferOfWindow(window, held.project)?.label;
  if (by === undefined) return refusals.off;
  if (!isGrantableRequest(held) || !isOffered(request, session, held)) return refusals.noGrant;
  if (grants.count >= grantLimits.grants) return refusals.grantsFull;
  const made = await makeGrant(parts, request, { seal, by, session, held });
  if (made === undefined) return refusals.noGrant;
  const { grant, allowed } = made;
  if (!parts.isSealed(grant)) return refusals.unsigned;
  let isRecorded = false;
  const decision = { call, shown, window, decision: { kind: 'allow' } } as const;
  const outcome = await control.calls.decide(sessionId, decision, async () => {
    await store.add(grant);
    grants.add(grant);
    if (grants.endsOfAll !== endsOfAll) return false;
    isRecorded = await grants.record(grant, held, allowed);
    return isRecorded;
  });
  if (isEffective(outcome)) return { grant: grant.id, ...outcome };
  if (isRecorded) await grants.recordLost(call);
  await grants.end(grant.id).catch(() => undefined);
  return 'refused' in outcome ? decisionRefusal(outcome) : refusals.gone;
}

/** True if the card of the session's open request offers these terms. */
function isOffered(
  { rule, scope, project, ms, subagents }: GiveRequest,
  session: LiveSession,
  { id, toolName, toolInput, cwd, agentId, project: heldProject }: WaitingCall,
): boolean {
  const { pendingRequest, projectPath } = session;
  if (pendingRequest?.call?.id !== id || requestCollisions(session).length > 0) return false;
  if (project !== projectPath || project !== heldProject) return false;
  if (scope === 'project' && ms === undefined) return false;
  if (agentId !== undefined && subagents !== true) return false;
  const { mcpServer, blocked, deadline } = pendingRequest;
  const choices = grantChoices(
    { toolName, toolInput, whole: true, cwd, mcpServer, blocked, deadline },
    projectPath,
  );
  return choices.rules.some((one) => canonicalJson(one) === canonicalJson(rule));
}

interface GiveContext {
  readonly seal: Seal;
  readonly by: string;
  readonly session: LiveSession;
  readonly held: WaitingCall;
}

/** Creates the grant; undefined unless its folders exist and it covers the open request. */
async function makeGrant(
  { clock, boot, host, hub }: GiveParts,
  { sessionId, call, shown, window, rule, scope, project, ms, uses, subagents }: GiveRequest,
  { seal, by, session, held }: GiveContext,
): Promise<{ readonly grant: Grant; readonly allowed: string } | undefined> {
  const [place, projectPlace] = [await findFolder(ruleFolder(rule)), await findFolder(project)];
  if (place === undefined || projectPlace === undefined) return undefined;
  const match = await matchRule(rule, place, held);
  if (typeof match !== 'object') return undefined;
  const givenAt = clock.now();
  const grant: Grant = {
    id: call,
    sessionId,
    ...(session.pid !== undefined && { pid: session.pid }),
    projectPlace,
    place,
    rule,
    scope,
    project,
    ...(ms !== undefined && { ms }),
    ...(uses !== undefined && { uses }),
    ...(subagents !== undefined && { subagents }),
    call,
    shown,
    window,
    hub,
    seal,
    by,
    givenAt,
    until: givenAt + (ms ?? grantLimits.maxMs),
    uptimeAt: clock.uptime(),
    host,
    boot: { ...(boot.id !== undefined && { id: boot.id }), at: boot.at },
    used: 0,
  };
  return { grant, allowed: match.allowed };
}
