import * as z from '../schema';

/** The setting that keeps the computer awake while sessions run. */
export const keepAwakeSchema = z.lazyObject(() => ({ isOn: z.boolean() }));

/** Field of the summary; present while the computer is kept awake. */
export const awakeField = () => ({ keepsAwake: z.optional(z.boolean()) });
