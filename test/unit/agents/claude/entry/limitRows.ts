import { text, type Row } from './lineRows';

export const limitRows: readonly Row[] = [
  {
    title: 'a limit, as the client keeps it',
    line: {
      type: 'assistant',
      timestamp: '2026-11-24T00:15:30.723Z',
      isApiErrorMessage: true,
      error: 'rate_limit',
      quotaLimits: { status: 'rejected', resetsAt: 1_795_484_726, rateLimitType: 'five_hour' },
      message: {
        model: '<synthetic>',
        content: [text("You've hit your 5-hour limit · resets 1:45am (UTC)")],
      },
    },
    is: {
      kind: 'apiError',
      error: 'rate_limit',
      text: "You've hit your 5-hour limit · resets 1:45am (UTC)",
      limit: { resetsAt: 1_795_484_726_000, said: '1:45am (UTC)' },
    },
  },
  {
    title: 'a limit, as an older client says it',
    line: {
      type: 'assistant',
      timestamp: '2026-11-24T00:15:30.723Z',
      isApiErrorMessage: true,
      error: 'rate_limit',
      message: { content: [text("You've hit your session limit · resets 1:45am (UTC)")] },
    },
    is: {
      kind: 'apiError',
      error: 'rate_limit',
      text: "You've hit your session limit · resets 1:45am (UTC)",
      limit: { resetsAt: Date.UTC(2026, 10, 24, 1, 45, 59, 999), said: '1:45am (UTC)' },
    },
  },
  {
    title: 'that the client continues by itself after a limit',
    line: {
      type: 'system',
      subtype: 'informational',
      content: 'Usage limit reached · set to continue automatically at 1:45am',
    },
    is: { kind: 'continuing', byItself: true },
  },
  {
    title: 'that an older client continues by itself after a limit',
    line: {
      type: 'system',
      subtype: 'informational',
      content: 'Usage limit reached · continuing automatically at 1:45am · esc to cancel',
    },
    is: { kind: 'continuing', byItself: true },
  },
  {
    title: 'that it does so no more',
    line: {
      type: 'system',
      subtype: 'informational',
      content: 'Automatic continue cancelled · /rate-limit-options to re-arm',
    },
    is: { kind: 'continuing', byItself: false },
  },
  {
    title: 'the prompt by which the client continues by itself',
    line: {
      type: 'user',
      isMeta: true,
      origin: { kind: 'auto-continuation' },
      message: { content: 'Your claude.ai usage limit has reset. Continue the task' },
    },
    is: {
      kind: 'prompt',
      text: 'Your claude.ai usage limit has reset. Continue the task',
      human: false,
    },
  },
];
