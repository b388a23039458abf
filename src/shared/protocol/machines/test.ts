import * as z from '../schema';

/** Steps on the way to a machine, in their order: each is reached only by the one before it. */
export const machineSteps = ['host', 'node', 'program', 'board'] as const;
export type MachineStep = (typeof machineSteps)[number];

const step = z.lazy(() => z.enum(machineSteps));

/** News of a test of one line of the setting. The last one is `passed` or `failed`. */
export const machineTestEventSchema = z.lazyUnion('type', () => [
  /** The steps up to this one are behind; `host` is none before its program has spoken. */
  z.object({ type: z.literal('step'), data: z.object({ done: step }) }),
  z.object({
    type: z.literal('passed'),
    data: z.object({
      /** Name that the machine has itself. */
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
      /** An open string, see `machineFaults`. */
      fault: z.string(),
      detail: z.optional(z.string()),
    }),
  }),
]);
export type MachineTestEvent = z.infer<typeof machineTestEventSchema>;
