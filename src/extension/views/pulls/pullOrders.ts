import {
  pullReaders,
  type PullAnswer,
  type PullReaderKind,
} from '../../../shared/protocol/layers/pulls';
import type { Order } from '../../../shared/protocol/windows';
import type { Calls } from '../../link/hubClient';
import type { CallRepeater } from '../../link/repeatedCalls';
import type { WindowConnection } from '../../link/windowConnection';
import { settingIds } from '../../manifest';
import { type Disposable, DisposableStore } from '../../util/lifetime';
import type { Log } from '../../util/log';
import type { Settings } from '../settings/budgetSetting';
import { askGitHub, type GitHubReach } from './askGitHub';

export interface PullOrdersParts {
  readonly settings: Settings;
  readonly repeatedCalls: CallRepeater<'setPulls'>;
  readonly windowConnection: Pick<WindowConnection, 'onDidReceiveOrder'>;
  readonly hub: Calls<'answerPull'>;
  readonly log: Log;
  /**
   * Token of the editor's GitHub sign-in, requested without a dialog. With `offer`, the Accounts
   * menu gets an entry if the person has not allowed access yet.
   */
  readonly token: (offer: boolean) => PromiseLike<string | undefined>;
  readonly reach?: Omit<GitHubReach, 'token'>;
}

type PullOrder = Extract<Order, { type: 'readPull' }>;

/**
 * Sends the pull request setting to the hub. If it selects the editor's sign-in, also reads pull
 * requests from GitHub when the hub orders that.
 */
export class PullOrders implements Disposable {
  private readonly lifetime = new DisposableStore();

  constructor(private readonly parts: PullOrdersParts) {
    const { settings, repeatedCalls, windowConnection } = parts;
    repeatedCalls.storeCall('setPulls', { way: this.way });
    this.lifetime.add(
      settings.onDidChange((change) => {
        if (!change.affectsConfiguration(settingIds.pullRequests)) return;
        repeatedCalls.storeCall('setPulls', { way: this.way });
        if (this.way === 'editor') void this.tryToken(true);
      }),
    );
    this.lifetime.add(
      windowConnection.onDidReceiveOrder((order) => {
        if (order.type === 'readPull') void this.runOrder(order);
      }),
    );
  }

  dispose(): void {
    this.lifetime.dispose();
  }

  /** The reader that the setting selects; an invalid value counts as `off`. */
  private get way(): PullReaderKind {
    const value = this.parts.settings.get(settingIds.pullRequests);
    return pullReaders.find((one) => one === value) ?? 'off';
  }

  private async runOrder({ order, owner, repository, number }: PullOrder): Promise<void> {
    const { hub, log } = this.parts;
    const answer = await this.requestPull({ owner, repository, number });
    await hub.call('answerPull', { order, answer }).catch((error: unknown) => {
      log.debug(`The answer about a pull request was not taken: ${String(error)}`);
    });
  }

  private async requestPull(asked: Omit<PullOrder, 'type' | 'order'>): Promise<PullAnswer> {
    if (this.way !== 'editor') return { kind: 'failed' };
    const token = await this.tryToken(false);
    if (token === undefined) return { kind: 'unable', why: 'noSignIn' };
    return askGitHub(asked, { ...this.parts.reach, token });
  }

  private async tryToken(offer: boolean): Promise<string | undefined> {
    try {
      return await this.parts.token(offer);
    } catch (error) {
      this.parts.log.debug(`The editor has no sign-in to GitHub: ${String(error)}`);
      return undefined;
    }
  }
}
