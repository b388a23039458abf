import * as z from '../schema';

/** Ids of the layers that this extension includes. */
export const shippedLayerIds = ['sdlc', 'creative'] as const;
export type ShippedLayerId = (typeof shippedLayerIds)[number];

/** Default layers, in order. */
export const defaultLayers: readonly ShippedLayerId[] = shippedLayerIds;

export const maxProjectLayers = 100;
export const maxGlobLength = 500;

const layerIds = () => z.array(z.enum(shippedLayerIds)).check(z.maxLength(shippedLayerIds.length));

/**
 * `POST /api/live/layers`: the enabled layers in order of priority. The first glob that matches a
 * project's path applies. Replaces all settings sent before.
 */
export const layerSettingsSchema = z.lazyObject(() => ({
  layers: layerIds(),
  projectLayers: z
    .array(z.object({ glob: z.string().check(z.maxLength(maxGlobLength)), layers: layerIds() }))
    .check(z.maxLength(maxProjectLayers)),
}));
export type LayerSettings = z.infer<typeof layerSettingsSchema>;
