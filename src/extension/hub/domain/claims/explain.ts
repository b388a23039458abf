import type { Evidence } from '../../../../shared/protocol/protocol';
import type { Claim } from './claim';
import type { Claims } from './claims';
import { truncateText } from '../../../../shared/text/truncate';
import { lastHookClaim } from './hookClaim';
import { textField, unknownTool } from '../words/labels';

/** Converts the claims to evidence, the deciding one first. Pure. */
export function evidenceOfClaims(claims: Claims, decided: Claim): Evidence[] {
  const { facts, process, hook, registry, transcript } = claims;
  const sourceClaims = [
    hook ?? lastHookClaim(facts),
    process?.status === undefined ? undefined : registry,
    transcript,
  ];
  const others = sourceClaims.filter(
    (one) => one !== undefined && one.state.source !== decided.state.source,
  ) as readonly Claim[];
  return [
    evidenceOf(decided, 'decides'),
    ...others.map((one) => evidenceOf(one, isAgreeing(one, decided) ? 'agrees' : 'overruled')),
  ];
}

/**
 * True if a claim agrees with the deciding one. Only kind and group are compared, because some
 * sources are less precise: the registry has no "interrupted".
 */
function isAgreeing(one: Claim, decided: Claim): boolean {
  return one.kind === decided.kind && one.state.group === decided.state.group;
}

function evidenceOf(from: Claim, verdict: Evidence['verdict']): Evidence {
  const { source, state, confidence, context } = from.state;
  // The registry contains no tool names: a tool in its claim comes from another source.
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
