import { existsSync } from 'node:fs';
import type { Feature } from '../board/feature';
import type { Handlers } from '../serve/callRouter';
import { HubLife, type HubLifeParts } from './hubLife';

export interface LifeFeatureParts extends Pick<HubLifeParts, 'send'> {
  readonly release?: string | undefined;
  readonly outlives?: boolean;
  readonly onRetired: HubLifeParts['onOver'];
  readonly board: { snapshot(): { readonly summary: { readonly autonomousCount: number } } };
  readonly phones: { readonly news: { readonly devices: ReturnType<HubLifeParts['phones']> } };
  /** The folder with the hub's bundle. */
  readonly scripts: string;
}

/** Ends a hub that nobody needs. */
export function openLife(parts: LifeFeatureParts) {
  const { outlives = false, onRetired, board, phones, scripts } = parts;
  const life = new HubLife({
    release: parts.release,
    send: parts.send,
    outlives,
    phones: () => phones.news.devices,
    isBusy: () => board.snapshot().summary.autonomousCount > 0,
    isInstalled: () => existsSync(scripts),
    onOver: onRetired,
  });
  return {
    calls: life.calls,
    subscribers: [life],
    start: () => life.begin(),
    close: () => life.dispose(),
  } satisfies Feature & { readonly calls: Handlers<'endHub'> };
}
