import { Emitter } from '../../../src/extension/util/emitter';
import type { Mute } from '../../../src/shared/protocol/windows';

/** A window's mutes, set by a test. */
export class FakeMutes {
  mutes: readonly Mute[] = [];
  private readonly changes = new Emitter<void>();
  readonly onDidChangeMutes = this.changes.event;

  set(...mutes: readonly Mute[]): void {
    this.mutes = mutes;
    this.changes.fire();
  }
}
