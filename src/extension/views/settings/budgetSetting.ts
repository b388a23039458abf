import type { Budget } from '../../../shared/protocol/protocol';
import type { CallRepeater } from '../../link/repeatedCalls';
import { settingIds } from '../../manifest';
import type { Event } from '../../util/emitter';
import type { Disposable } from '../../util/lifetime';

/** The part of the editor's settings API that the views use. */
export interface Settings {
  get(id: string): unknown;
  readonly onDidChange: Event<{ affectsConfiguration(id: string): boolean }>;
}

const budgetIds = [settingIds.budgetPerSession, settingIds.budgetPerDay];

/** Sends the user's spending limits to the hub, now and after each change. */
export function followBudget(
  settings: Settings,
  repeatedCalls: CallRepeater<'setBudget'>,
): Disposable {
  repeatedCalls.storeCall('setBudget', budgetIn(settings));
  return settings.onDidChange((change) => {
    if (budgetIds.some((id) => change.affectsConfiguration(id))) {
      repeatedCalls.storeCall('setBudget', budgetIn(settings));
    }
  });
}

/** The limits in the settings; zero and invalid values set no limit. */
function budgetIn(settings: Settings): Budget {
  const [perSessionUsd, perDayUsd] = budgetIds.map((id) => {
    const amount = settings.get(id);
    return typeof amount === 'number' && Number.isFinite(amount) && amount > 0 ? amount : undefined;
  });
  return {
    ...(perSessionUsd !== undefined && { perSessionUsd }),
    ...(perDayUsd !== undefined && { perDayUsd }),
  };
}
