import type { Evidence } from '../../../../shared/protocol/protocol';
import type { Claim } from './claim';
import type { Claims } from './claims';
import { truncateText } from '../words/clip';
import { lastHookClaim } from './hookClaim';
import { textField, unknownTool } from '../words/labels';

/** Converts the claims to evidence, the deciding one first. Pure. */
export function evidenceOfClaims(claims: Claims, decided: Claim): Evidence[] {
  const { facts, process, hook, registry, transcript } = claims;
  const told = [
    hook ?? lastHookClaim(facts),
    process?.status === undefined ? undefined : registry,
    transcript,
  ];
  const others = told.filter(
    (one) => one !== undefined && one.state.source !== decided.state.source,
  ) as readonly Claim[];
  return [
    evidence(decided, 'decides'),
    ...others.map((one) => evidence(one, agrees(one, decided) ? 'agrees' : 'overruled')),
  ];
}

/**
 * True if a claim agrees with the decision. The same group is enough, since some sources know less:
 * the registry has no "interrupted".
 */
function agrees(one: Claim, decided: Claim): boolean {
  return one.kind === decided.kind && one.state.group === decided.state.group;
}

function evidence(from: Claim, verdict: Evidence['verdict']): Evidence {
  const { source, state, confidence, context } = from.state;
  // The registry does not know tools: the tool in its states comes from other sources.
  const tool =
    source === 'registry'
      ? undefined
      : (textField(context, 'toolName') ?? textField(context, 'tool'));
  const event = textField(context, 'event') ?? state;
  return {
    source,
    signal: truncateText(
      tool === undefined || tool === unknownTool ? event : `${event} ${tool}`,
      200,
    ),
    at: new Date(from.at > 8.64e15 ? 0 : from.at).toISOString(),
    state,
    confidence,
    verdict,
  };
}
