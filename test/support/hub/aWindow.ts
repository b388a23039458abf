import type { Window } from '../../../src/extension/hub/attention/windows';
import type { Presence } from '../../../src/shared/protocol/windows';

/** Presence of a window without focus, folder and terminals. */
export function aPresence(presence: Partial<Presence> = {}): Presence {
  return {
    since: 0,
    pid: 100,
    focused: false,
    focusedAt: 0,
    notifications: 'blocked',
    folders: [],
    terminals: [],
    front: { sessions: [] },
    ...presence,
  };
}

export function aWindow(id: string, presence: Partial<Presence> = {}): Window {
  return { id, name: id, presence: aPresence(presence) };
}
