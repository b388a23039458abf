import type { LiveSession } from '../../../shared/protocol/protocol';
import type { Core } from '../core';
import type { Feature } from '../feature';
import type { Handlers } from '../serve/callRouter';
import type { JoinedBoard } from '../machines/joined/joinedBoard';
import { inhibitorOf } from './inhibitor';
import { KeepAwake } from './keepAwake';

interface AwakeParts extends Pick<Core, 'log' | 'scripts'> {
  readonly board: Pick<Core['board'], 'flushSoon'>;
  /** The board with the sessions of other accounts, which run on this computer as well. */
  readonly joined: Pick<JoinedBoard, 'onDidChange'>;
}

/** Creates the feature that keeps the computer awake while sessions run. */
export function createAwakeFeature({ board, joined, log, scripts }: AwakeParts) {
  const running = new Set<string>();
  const keepAwake = new KeepAwake({
    scripts,
    env: process.env,
    inhibitor: inhibitorOf(process.platform),
    isRunning: () => running.size > 0,
    refresh: () => board.flushSoon(),
    log,
  });
  joined.onDidChange(({ changed, removed }) => {
    for (const sessionId of removed) running.delete(sessionId);
    for (const session of changed) {
      if (runsHere(session)) running.add(session.sessionId);
      else running.delete(session.sessionId);
    }
    keepAwake.update();
  });
  return {
    calls: { setKeepAwake: ({ isOn }) => keepAwake.set(isOn) },
    boardPart: keepAwake,
    close: () => keepAwake.close(),
  } satisfies Feature & { readonly calls: Handlers<'setKeepAwake'> };
}

/** True for a session under Running that belongs to this computer. */
function runsHere({ agentState, machine }: LiveSession): boolean {
  const isHere = machine === undefined || (machine.account === true && machine.away === undefined);
  return isHere && agentState.group === 'autonomous';
}
