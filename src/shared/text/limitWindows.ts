/** The periods for which a subscription limits its use. */
export const limitWindows = ['fiveHour', 'sevenDay'] as const;
export type LimitWindow = (typeof limitWindows)[number];
