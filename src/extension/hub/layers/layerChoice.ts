import type { Layer, SessionView } from '../../../shared/api/missionControl';
import { defaultLayers, type LayerSettings } from '../../../shared/protocol/layers/settings';
import { isSameData } from '../domain/card/sameData';
import { creative } from './creative';
import { matchesGlob } from '../../../shared/text/pathGlob';
import { isMostlyProse } from './prose';
import { sdlc } from './sdlc';

const writingLayer = 'creative';

const shipped: ReadonlyMap<string, Layer> = new Map([sdlc, creative].map((one) => [one.id, one]));

/** Chooses the shipped layers that apply to a session and their order, from the user's settings. */
export class LayerChoice {
  private settings: LayerSettings = { layers: [...defaultLayers], projectLayers: [] };

  /** `isProse` returns true for a project's folder that contains more prose than code. */
  constructor(private readonly isProse: (project: string) => boolean) {}

  /** Applies settings; returns false if they are unchanged, since every window sends them. */
  set(settings: LayerSettings): boolean {
    if (isSameData(settings, this.settings)) return false;
    this.settings = settings;
    return true;
  }

  /**
   * Returns the layers for a session, in order. The first glob that matches the project decides.
   * Without a match the `layers` setting applies, with exceptions for the writing layer: it is
   * removed if most changed files are not prose, or if the setting does not list it first and the
   * project is not prose; it is moved to the front if most changed files are prose.
   */
  layersFor(view: SessionView): readonly Layer[] {
    const { layers, projectLayers } = this.settings;
    const chosen = projectLayers.find(({ glob }) => matchesGlob(view.projectPath, glob));
    if (chosen !== undefined) return layersOf(chosen.layers);
    if (!layers.includes(writingLayer)) return layersOf(layers);
    const others = layers.filter((id) => id !== writingLayer);
    if (view.changes !== undefined && !isMostlyProse(view)) return layersOf(others);
    if (layers[0] !== writingLayer && !this.isProse(view.projectPath)) return layersOf(others);
    return layersOf(view.changes === undefined ? layers : [writingLayer, ...others]);
  }
}

function layersOf(ids: readonly string[]): readonly Layer[] {
  return ids.flatMap((id) => shipped.get(id) ?? []);
}
