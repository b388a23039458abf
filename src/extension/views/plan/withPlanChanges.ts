import type { Decision } from '../../../shared/protocol/control';
import { isEdited, planMessage, type PlanReply } from '../../../shared/text/planMessage';

/** Adds the changes and comments in a plan's document to a decision. */
export function withPlanChanges(decision: Decision, written: Omit<PlanReply, 'remark'>): Decision {
  switch (decision.kind) {
    case 'approve': {
      const { plan, text } = written;
      return decision.plan === undefined && isEdited(plan, text)
        ? { ...decision, plan: text }
        : decision;
    }
    case 'deny': {
      const message = planMessage({ ...written, remark: decision.message ?? '' });
      return message === undefined ? decision : { ...decision, message };
    }
    case 'allow':
    case 'answer':
      return decision;
  }
}
