import * as z from '../schema';

/** Ids of the layers that the extension ships. */
export const shippedLayerIds = ['sdlc', 'creative'] as const;
export type ShippedLayerId = (typeof shippedLayerIds)[number];

/** The layers of a person who has chosen none, in their order. */
export const defaultLayers: readonly ShippedLayerId[] = shippedLayerIds;

export const maxProjectLayers = 100;
export const maxGlobLength = 500;

const layerIds = () => z.array(z.enum(shippedLayerIds)).check(z.maxLength(shippedLayerIds.length));

/**
 * `POST /api/live/layers`: which of the shipped layers speak, the first first. Of the globs, the first
 * that fits a project's path counts. Replaces everything that was sent before.
 */
export const layerSettingsSchema = z.lazyObject(() => ({
  layers: layerIds(),
  projectLayers: z
    .array(z.object({ glob: z.string().check(z.maxLength(maxGlobLength)), layers: layerIds() }))
    .check(z.maxLength(maxProjectLayers)),
}));
export type LayerSettings = z.infer<typeof layerSettingsSchema>;
