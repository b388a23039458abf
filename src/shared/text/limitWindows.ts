/** The windows of time in which a subscription is limited. */
export const limitWindows = ['fiveHour', 'sevenDay'] as const;
export type LimitWindow = (typeof limitWindows)[number];
