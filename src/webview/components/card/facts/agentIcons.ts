import { Bot, Sparkles, type LucideIcon } from 'lucide-react';
import { defaultAgent } from '../../../../shared/agents/agentLabels';

/** Icons of agents, by their ids. */
export const agentIcons: Readonly<Record<string, LucideIcon>> = {
  [defaultAgent]: Sparkles,
  /** Icon of agents that this version does not have. */
  other: Bot,
};
