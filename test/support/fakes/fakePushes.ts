import { Emitter } from '../../../src/extension/util/emitter';
import type { SessionPush } from '../../../src/shared/protocol/phones';

/** Delivery states of pushes to phones, set by a test. */
export class FakePushes {
  pushes: readonly SessionPush[] = [];
  private readonly changes = new Emitter<void>();
  readonly onDidChangePushes = this.changes.event;

  set(...pushes: readonly SessionPush[]): void {
    this.pushes = pushes;
    this.changes.fire();
  }
}
