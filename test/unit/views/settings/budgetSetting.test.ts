import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { Emitter } from '../../../../src/extension/util/emitter';
import {
  followBudget,
  type Settings,
} from '../../../../src/extension/views/settings/budgetSetting';
import { type Budget, budgetSchema } from '../../../../src/shared/protocol/protocol';

const perSession = 'missionControl.budget.perSession';
const perDay = 'missionControl.budget.perDay';

/** The editor's settings, and a record of the budgets sent to the hub. */
class Followed implements Settings {
  readonly budgets: Budget[] = [];
  private readonly values = new Map<string, unknown>();
  private readonly changes = new Emitter<{ affectsConfiguration(id: string): boolean }>();
  readonly onDidChange = this.changes.event;
  private readonly following;

  constructor(values: Readonly<Record<string, unknown>>) {
    for (const [id, value] of Object.entries(values)) this.values.set(id, value);
    this.following = followBudget(this, {
      storeCall: (_name, budget) => void this.budgets.push(budget),
    });
  }

  get(id: string): unknown {
    return this.values.get(id);
  }

  set(id: string, value: unknown): void {
    this.values.set(id, value);
    this.changes.fire({ affectsConfiguration: (asked) => asked === id });
  }

  dispose(): void {
    this.following.dispose();
  }
}

describe('followBudget', () => {
  it('sends the budgets at once, and again whenever one changes', () => {
    const settings = new Followed({ [perSession]: 5, [perDay]: 0 });
    settings.set(perDay, 20.5);
    settings.set('missionControl.configHome', '/elsewhere');
    settings.set(perSession, 0);
    assert.deepEqual(settings.budgets, [
      { perSessionUsd: 5 },
      { perSessionUsd: 5, perDayUsd: 20.5 },
      { perDayUsd: 20.5 },
    ]);
  });

  it('sends nothing after it was disposed', () => {
    const settings = new Followed({});
    settings.dispose();
    settings.set(perDay, 3);
    assert.deepEqual(settings.budgets, [{}]);
  });

  for (const value of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5', null, {}]) {
    it(`treats ${inspect(value)} as no limit, which the hub accepts`, () => {
      const [told] = new Followed({ [perSession]: value, [perDay]: value }).budgets;
      assert.deepEqual(budgetSchema.parse(told), {});
    });
  }
});
