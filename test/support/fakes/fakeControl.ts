import { Emitter } from '../../../src/extension/util/emitter';
import type { PageControl } from '../../../src/extension/page/pageFeed';
import type { ControlCard } from '../../../src/shared/messages/pageMessages';

export const controlOn: ControlCard = { status: 'on', disabledProjects: [] };

/** A window's control state that a test sets. */
export class FakeControl implements PageControl {
  private readonly changes = new Emitter<void>();
  readonly onDidChange = this.changes.event;
  status: ControlCard['status'] = 'on';
  disabledProjects: readonly string[] = [];
  code: string | undefined;

  set(status: ControlCard['status'], ...disabledProjects: readonly string[]): void {
    this.status = status;
    this.disabledProjects = disabledProjects;
    this.changes.fire();
  }
}
