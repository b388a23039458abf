import * as fs from 'node:fs';
import * as path from 'node:path';
import { callOf } from '../../../src/shared/protocol/calls';
import { attendedSchema, type Attended } from '../../../src/shared/protocol/windows';
import { currentHub } from '../../support/hub/wire/hubTarget';

/**
 * A person's attention to a session: it is opened, pointed at or worked in (`inHand`), or its card
 * is visible (`inSight`).
 */
export type Attention = 'inHand' | 'inSight' | 'none';

/** The people who watch the demo. */
export interface Audience {
  attentionTo(sessionId: string): Attention;
}

export const nobody: Audience = { attentionTo: () => 'none' };

/** Demo time, in ms, by which a visible but untouched card delays the answer to its request. */
const sightMs = 90_000;

/**
 * Returns whether a wait that began at `begun` is held at a moment. A session in hand holds it
 * without limit; one that is only in sight holds it for a limited time, as the whole board may be
 * in sight.
 */
export function holdByAttention(
  attention: () => Attention,
  begun: number,
): (moment: number) => boolean {
  let since = begun;
  return (moment) => {
    const now = attention();
    if (now === 'inHand') since = moment;
    return now === 'inHand' || (now === 'inSight' && moment - since < sightMs);
  };
}

const lookEveryMs = 400;

/** Attention as the hub of a config home sees it in its windows. */
export class HubAudience implements Audience {
  private attended: Attended = { inHand: [], inSight: [] };
  private timer: NodeJS.Timeout | undefined;
  private left = false;

  constructor(private readonly configHome: string) {}

  attentionTo(sessionId: string): Attention {
    if (this.attended.inHand.includes(sessionId)) return 'inHand';
    return this.attended.inSight.includes(sessionId) ? 'inSight' : 'none';
  }

  watch(): void {
    void this.look().then(() => {
      if (!this.left) this.timer = setTimeout(() => this.watch(), lookEveryMs);
    });
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    try {
      const { url, token } = currentHub(this.configHome);
      const { method, path } = callOf('attended');
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(5_000),
      });
      this.attended = attendedSchema.parse(await answer.json());
    } catch {
      // There is no hub yet, or it is being replaced: its windows report to the next one at once.
      this.attended = { inHand: [], inSight: [] };
    }
  }
}

/**
 * Contents of the file that identifies the hub receiving a config home's hooks; undefined without
 * such a hub. A hub writes this file last, and a killed hub leaves it behind.
 */
export function listenerOf(configHome: string): string | undefined {
  try {
    const file = path.join(configHome, 'mission-control', 'relay-rewake.conf');
    const text = fs.readFileSync(file, 'utf8');
    process.kill(Number(/^# pid (\d+) /m.exec(text)?.[1]), 0);
    return text;
  } catch {
    return undefined;
  }
}
