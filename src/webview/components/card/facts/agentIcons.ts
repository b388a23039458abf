import { Bot, Sparkles, type LucideIcon } from 'lucide-react';
import { ownAgent } from '../../../../shared/agents/agentLabels';

/** Icons of agents, by their ids. */
export const agentIcons: Readonly<Record<string, LucideIcon>> = {
  [ownAgent]: Sparkles,
  /** For an agent that only a newer version knows. */
  other: Bot,
};
