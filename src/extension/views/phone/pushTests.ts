import type { TestedPush } from '../../../shared/messages/phonePanelMessages';
import type { PhoneDevice } from '../../../shared/protocol/phones';

interface RunningTest {
  /** Time of the request, ms since 1970. */
  readonly at: number;
  readonly problem?: string;
}

/**
 * Test pushes of this window, one for each phone; results come from the hub's state of each phone's
 * newest push.
 */
export class PushTests {
  private readonly tests = new Map<string, RunningTest>();

  begin(device: string, at: number): void {
    this.tests.set(device, { at });
  }

  fail(device: string, problem: string): void {
    const test = this.tests.get(device);
    if (test !== undefined) this.tests.set(device, { ...test, problem });
  }

  resultsOf(devices: readonly PhoneDevice[]): readonly TestedPush[] {
    return devices.flatMap(({ id, push }) => {
      const test = this.tests.get(id);
      if (test === undefined) return [];
      const { problem } = test;
      if (problem !== undefined) return { device: id, problem };
      const { stage, at = 0, shownAfterMs } = push ?? {};
      const isShown = (stage === 'shown' || stage === 'opened') && at >= test.at;
      if (!isShown) return { device: id };
      return { device: id, isShown, ...(shownAfterMs !== undefined && { shownAfterMs }) };
    });
  }
}
