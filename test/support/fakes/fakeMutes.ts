import { Emitter } from '../../../src/extension/util/emitter';
import type { Mute } from '../../../src/shared/protocol/windows';

/** What is muted in a window, as a test says. */
export class FakeMutes {
  mutes: readonly Mute[] = [];
  private readonly changes = new Emitter<void>();
  readonly onDidChangeMutes = this.changes.event;

  set(...mutes: readonly Mute[]): void {
    this.mutes = mutes;
    this.changes.fire();
  }
}
