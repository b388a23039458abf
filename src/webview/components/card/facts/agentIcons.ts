import { Bot, Hexagon, Sparkles, type LucideIcon } from 'lucide-react';
import { codexId, defaultAgent } from '../../../../shared/agents/agentLabels';

/** Icons of agents, by their ids. */
export const agentIcons: Readonly<Record<string, LucideIcon>> = {
  [defaultAgent]: Sparkles,
  [codexId]: Hexagon,
  /** Icon of agents that this version does not have. */
  other: Bot,
};
