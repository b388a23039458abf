import type { Layer, SessionView } from '../../../shared/api/missionControl';
import { defaultLayers, type LayerSettings } from '../../../shared/protocol/layers/settings';
import { isSameData } from '../domain/card/sameData';
import { creative } from './creative';
import { matchesGlob } from '../../../shared/text/pathGlob';
import { isMostlyProse } from './prose';
import { sdlc } from './sdlc';

const writing = 'creative';

const shipped: ReadonlyMap<string, Layer> = new Map([sdlc, creative].map((one) => [one.id, one]));

/** Chooses the shipped layers of a session, and their order, by the person's settings. */
export class LayerChoice {
  private settings: LayerSettings = { layers: [...defaultLayers], projectLayers: [] };

  /** `isProse` says of a project's folder if it holds more texts than code. */
  constructor(private readonly isProse: (project: string) => boolean) {}

  /** False where they are those that hold: each window tells the same, mostly the usual ones. */
  set(settings: LayerSettings): boolean {
    if (isSameData(settings, this.settings)) return false;
    this.settings = settings;
    return true;
  }

  /**
   * The first glob that fits the project says it. Elsewhere writing has a say only in a project of
   * prose, or where the setting names it first, and not where most changed files are no prose; where
   * most are, it comes first.
   */
  layersFor(view: SessionView): readonly Layer[] {
    const { layers, projectLayers } = this.settings;
    const chosen = projectLayers.find(({ glob }) => matchesGlob(view.projectPath, glob));
    if (chosen !== undefined) return layersOf(chosen.layers);
    if (!layers.includes(writing)) return layersOf(layers);
    const others = layers.filter((id) => id !== writing);
    if (view.changes !== undefined && !isMostlyProse(view)) return layersOf(others);
    if (layers[0] !== writing && !this.isProse(view.projectPath)) return layersOf(others);
    return layersOf(view.changes === undefined ? layers : [writing, ...others]);
  }
}

function layersOf(ids: readonly string[]): readonly Layer[] {
  return ids.flatMap((id) => shipped.get(id) ?? []);
}
