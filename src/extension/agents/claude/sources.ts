import type { AgentSourcesParts, SessionRegistry } from '../sources';
import { placesIn } from './home/places';
import { Jobs } from './registry/jobs';
import { Registry } from './registry/registry';
import { TeamInboxes } from './registry/teamInboxes';
import { ClientSettings } from './settings/clientSettings';

/** Creates the sources in a config home that are neither transcripts nor hooks. */
export function claudeSources(parts: AgentSourcesParts): SessionRegistry {
  const { configHome, processes, emit, onDidApply, closing } = parts;
  const places = placesIn(configHome);
  const registry = closing.add(new Registry(places.registry, processes, emit));
  const others = [
    new Jobs(places.jobs, emit),
    new TeamInboxes(places.teams, emit),
    new ClientSettings(parts),
  ];
  for (const source of others) onDidApply(closing.add(source).applyEvent);
  onDidApply(({ type, sessionId }) => {
    if (type !== 'transcriptRead') return;
    const transcript = parts.transcriptWithoutProcess(sessionId);
    if (transcript !== undefined) void registry.assign(sessionId, transcript, parts.isFollowed);
  });
  return registry;
}
