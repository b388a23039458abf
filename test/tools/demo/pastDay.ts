import * as path from 'node:path';
import { DayFiles, type KeptLane } from '../../../src/extension/hub/store/dayFiles';
import { withSpan, type Span } from '../../../src/extension/hub/domain/card/spans';
import { dayOf } from '../../../src/extension/hub/store/stateHistory';
import { PrivateFolder } from '../../../src/extension/util/files/privateFolder';
import type { SpanKind } from '../../../src/shared/protocol/protocol';
import type { Status } from './session';

/** What a session did before anybody watched; undefined once it was over. */
export interface PastStatus {
  readonly sessionId: string;
  readonly projectName: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly status: Status | undefined;
}

const kinds: Readonly<Record<Status, SpanKind>> = {
  busy: 'running',
  idle: 'idle',
  shell: 'idle',
  waiting: 'blocked',
};

/** Leaves the day as a hub would have kept it that had watched from the beginning. */
export async function writePastDay(
  configHome: string,
  past: readonly PastStatus[],
  now: number,
): Promise<void> {
  const lanes = new Map<string, KeptLane>();
  for (const { sessionId, projectName, at, status } of past) {
    if (dayOf(at) !== dayOf(now)) continue;
    const kind = status === undefined ? 'done' : kinds[status];
    const spans: readonly Span[] = lanes.get(sessionId)?.spans ?? [];
    lanes.set(sessionId, {
      sessionId,
      title: '',
      projectName,
      spans: withSpan(spans, { at, kind }),
    });
  }
  const own = new PrivateFolder(path.join(configHome, 'mission-control'));
  await own.ensure();
  await new DayFiles(new PrivateFolder(own.file('days'))).write(dayOf(now), [...lanes.values()]);
}
