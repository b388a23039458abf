import type { Evidence } from '../../../../shared/protocol/protocol';
import type { Claim } from './claim';
import type { Claims } from './claims';
import { firstOf } from '../words/clip';
import { lastHookClaim } from './hookClaim';
import { textField, unknownTool } from '../words/labels';

/** The evidence of each source that says something, the deciding one first. Pure. */
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

/** Whether a claim agrees. The group is enough, as some sources know less: the registry has no word for "interrupted". */
function agrees(one: Claim, decided: Claim): boolean {
  return one.kind === decided.kind && one.state.group === decided.state.group;
}

function evidence(from: Claim, verdict: Evidence['verdict']): Evidence {
  const { source, state, confidence, context } = from.state;
  // The registry knows no tools; its states borrow them from the other signals.
  const tool =
    source === 'registry'
      ? undefined
      : (textField(context, 'toolName') ?? textField(context, 'tool'));
  const event = textField(context, 'event') ?? state;
  return {
    source,
    signal: firstOf(tool === undefined || tool === unknownTool ? event : `${event} ${tool}`, 200),
    at: new Date(from.at > 8.64e15 ? 0 : from.at).toISOString(),
    state,
    confidence,
    verdict,
  };
}
