import * as fs from 'node:fs';
import * as path from 'node:path';
import { callOf } from '../../../src/shared/protocol/calls';
import { attendedSchema, type Attended } from '../../../src/shared/protocol/windows';
import { currentHub } from '../../support/hub/wire/hubTarget';

/** What somebody has of a session: it is opened, pointed at or worked in; its card is on the screen. */
export type Attention = 'inHand' | 'inSight' | 'none';

/** The persons before the curtain. */
export interface Audience {
  attentionTo(sessionId: string): Attention;
}

export const nobody: Audience = { attentionTo: () => 'none' };

/**
 * Time in ms of play for which a visible card that nobody touches delays the answer to its request.
 */
const sightMs = 90_000;

/**
 * Whether a wait that began at a moment is held. What somebody is at waits for them; what is only in
 * sight waits longer, but not for ever: the whole board may be.
 */
export function heldBy(attention: () => Attention, begun: number): (moment: number) => boolean {
  let since = begun;
  return (moment) => {
    const now = attention();
    if (now === 'inHand') since = moment;
    return now === 'inHand' || (now === 'inSight' && moment - since < sightMs);
  };
}

const lookEveryMs = 400;

/** Whom the hub of a config home sees in its windows. */
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
      // No hub is there yet, or one follows another: its windows tell the next one at once.
      this.attended = { inHand: [], inSight: [] };
    }
  }
}

/**
 * The hub that hears the hooks of a config home, by words that no other hub has; undefined where none
 * does. A hub writes this file last, and one that was killed leaves it behind.
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
