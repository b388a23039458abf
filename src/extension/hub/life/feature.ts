import { existsSync } from 'node:fs';
import type { Core } from '../core';
import type { Phones } from '../phone/phones';
import { HubLife } from './hubLife';

/** Creates the feature that ends an unused hub. */
export function createLifeFeature(core: Core, phones: Phones) {
  const { options, onRetired, board, scripts, send } = core;
  const { release, outlives = false } = options;
  const life = new HubLife({
    release,
    send,
    outlives,
    phones: () => phones.news.devices,
    isBusy: () => board.snapshot().summary.autonomousCount > 0,
    isInstalled: () => existsSync(scripts),
    onEnd: onRetired,
  });
  return {
    calls: life.calls,
    subscribers: [life],
    start: () => life.begin(),
    close: () => life.dispose(),
  };
}
