import { Bot, Sparkles, SquareTerminal, type LucideIcon } from 'lucide-react';
import { codexId, defaultAgent } from '../../../../shared/agents/agentLabels';

/** Icons of agents, by their ids. */
export const agentIcons: Readonly<Record<string, LucideIcon>> = {
  [defaultAgent]: Sparkles,
  [codexId]: SquareTerminal,
  /** Icon of agents that this version does not have. */
  other: Bot,
};
