import { AlertTriangle, Bot, Shield } from 'lucide-react';
import { plainLine } from '../../shared/plainText';
import type { SubagentCard } from '../../shared/protocol';

const maxShown = 4;

const stateTexts: ReadonlyMap<string, string> = new Map([
  ['running', 'running'],
  ['needs_permission', 'needs permission'],
  ['failed', 'failed'],
]);

function SubagentIcon({ state }: { readonly state: string }) {
  if (state === 'needs_permission') return <Shield className="icon" aria-hidden="true" />;
  if (state === 'failed') return <AlertTriangle className="icon" aria-hidden="true" />;
  return <Bot className="icon" aria-hidden="true" />;
}

function toneOf(state: string): string {
  if (state === 'needs_permission' || state === 'failed') return 'red';
  return state === 'running' ? 'green' : 'gray';
}

/** Those at work or in trouble one by one, the finished ones as a number. */
export function Subagents({ subagents }: { readonly subagents: readonly SubagentCard[] }) {
  if (subagents.length === 0) return null;
  const open = subagents.filter(({ state }) => state !== 'completed');
  const finished = subagents.length - open.length;
  const more = Math.max(0, open.length - maxShown);
  const rest = [more > 0 ? `${more} more` : '', finished > 0 ? `${finished} finished` : ''];
  const restText = rest.filter(Boolean).join(', ');
  return (
    <ul className="subagents" aria-label="Subagents">
      {open.slice(0, maxShown).map((subagent) => (
        <Subagent key={subagent.agentId} subagent={subagent} />
      ))}
      {restText !== '' && (
        <li className="subagent muted">
          <Bot className="icon" aria-hidden="true" />
          {open.length === 0 ? `${finished === 1 ? 'Subagent' : 'Subagents'}: ` : ''}
          {restText}
        </li>
      )}
    </ul>
  );
}

function Subagent({ subagent }: { readonly subagent: SubagentCard }) {
  const { agentType, description, state } = subagent;
  const about = description === undefined ? '' : plainLine(description, 120);
  return (
    <li className="subagent" data-tone={toneOf(state)}>
      <SubagentIcon state={state} />
      <span className="subagent-type">{plainLine(agentType, 40) || 'Subagent'}</span>{' '}
      <span className="subagent-about" dir="auto" title={about}>
        {about}
      </span>{' '}
      <span className="subagent-state">{stateTexts.get(state) ?? plainLine(state, 30)}</span>
    </li>
  );
}
