import type { TestedPush } from '../../../shared/messages/phonePanelMessages';
import type { PhoneDevice } from '../../../shared/protocol/phones';

interface RunningTest {
  /** Time at which the test was started, in ms since 1970. */
  readonly at: number;
  readonly problem?: string;
}

/**
 * Test pushes of this window, one for each phone. Their results are derived from the newest push of
 * each phone in the hub's state.
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
