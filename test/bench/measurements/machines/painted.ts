import { hubTarget } from '../../../support/hub/wire/hubTarget';
import { OtherMachine } from '../../../support/machines/otherMachine';
import { freshHome } from '../../freshHome';
import type { Measurement, Row } from '../../measurement';
import { RealWindow } from '../../window/realWindow';
import { paintWaits } from '../page/window';
import { lineOf, tripRow, trips } from './trips';

const budgetMs = 150;

/** Measures the time from a hook on another machine to the painted board of a real window here. */
export const machinePainted: Measurement = {
  name: 'machine painted',
  async measure({ bundles, cacheFolder }) {
    const rows: Row[] = [];
    for (const tripMs of trips) {
      using home = freshHome();
      const there = await OtherMachine.make('there', bundles.hub);
      try {
        const machine = { ...there.setting, command: lineOf(tripMs) };
        const window = await RealWindow.open({
          cacheFolder,
          configHome: home.configHome,
          settings: { 'missionControl.machines': [machine] },
        });
        try {
          const waits = await paintWaits(window, await hubTarget(there.home));
          rows.push(
            tripRow('hook there → painted in a real window’s board here', tripMs, waits, budgetMs),
          );
        } finally {
          await window.close();
        }
      } finally {
        await there.remove();
      }
    }
    return rows;
  },
};
