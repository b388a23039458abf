import * as z from 'zod';

const decisionSchema = z.object({
  hookSpecificOutput: z.object({
    decision: z.discriminatedUnion('behavior', [
      z.object({
        behavior: z.literal('allow'),
        updatedInput: z
          .looseObject({
            answers: z.record(z.string(), z.string()).optional(),
            plan: z.string().optional(),
          })
          .optional(),
        updatedPermissions: z.array(z.looseObject({ mode: z.string().optional() })).optional(),
      }),
      z.object({
        behavior: z.literal('deny'),
        message: z.string(),
        interrupt: z.boolean().optional(),
      }),
    ]),
  }),
});

/** Decision of a PermissionRequest hook, in the client's form. */
export type HookDecision = z.infer<typeof decisionSchema>['hookSpecificOutput']['decision'];

/** The decision in a hook's output; undefined if it left the dialog to the terminal. */
export function decisionIn(printed: string): HookDecision | undefined {
  if (printed.trim() === '') return undefined;
  return decisionSchema.parse(JSON.parse(printed)).hookSpecificOutput.decision;
}
