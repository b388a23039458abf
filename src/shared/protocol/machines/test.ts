import * as z from '../schema';

/** Steps of connecting to a machine, in order; each requires the one before. */
export const machineSteps = ['host', 'node', 'program', 'board'] as const;
export type MachineStep = (typeof machineSteps)[number];

const step = z.lazy(() => z.enum(machineSteps));

/** Progress of testing one line of the setting. The last event is `passed` or `failed`. */
export const machineTestEventSchema = z.lazyUnion('type', () => [
  /**
   * The steps up to `done` have succeeded; `host` is not reported before the machine's program
   * answers.
   */
  z.object({ type: z.literal('step'), data: z.object({ done: step }) }),
  z.object({
    type: z.literal('passed'),
    data: z.object({
      /** The machine's own name. */
      name: z.string(),
      platform: z.string(),
      release: z.optional(z.string()),
      sessionCount: z.number().check(z.int()),
    }),
  }),
  z.object({
    type: z.literal('failed'),
    data: z.object({
      step,
      /** See `machineFaults`; more values may be added. */
      fault: z.string(),
      detail: z.optional(z.string()),
    }),
  }),
]);
export type MachineTestEvent = z.infer<typeof machineTestEventSchema>;
