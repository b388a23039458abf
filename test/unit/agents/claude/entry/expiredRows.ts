import { user, type Row } from './lineRows';

const decision = {
  decision: 'reject',
  source: 'config',
  reasonType: 'safetyCheck',
  circuitBreaker: 'dangerousRemoval',
};
const result = (content: string, more: Row['line']) =>
  user([{ type: 'tool_result', tool_use_id: 'toolu_1', content, is_error: true }], more);
const results = (expired?: object, more: object = {}): Row['is'] => ({
  kind: 'toolResults',
  results: [
    { toolUseId: 'toolu_1', isError: true, rejected: false, ...more, ...(expired && { expired }) },
  ],
});

/** Lines of dialogs that timed out, in the format of client 2.1.332. */
export const expiredRows: readonly Row[] = [
  {
    title: 'a question that nobody answered',
    line: result('No response after 60s', { toolUseResult: { answers: {}, afkTimeoutMs: 60_000 } }),
    is: results({ kind: 'question', afterMs: 60_000 }),
  },
  {
    title: 'a question with an odd time',
    line: result('No response', { toolUseResult: { answers: {}, afkTimeoutMs: 'soon' } }),
    is: results(),
  },
  {
    title: 'a removal that nobody allowed in time',
    line: result('Denied', { permissionDecision: decision, toolDenialKind: 'permission-rule' }),
    is: results({ kind: 'removal', afterMs: 120_000 }, { denied: true }),
  },
  {
    title: 'a removal that a run without a terminal denied',
    line: result('Denied', { permissionDecision: decision, entrypoint: 'sdk-cli' }),
    is: results(),
  },
  {
    title: 'a removal that a person refused or allowed',
    line: result('Denied', { permissionDecision: { ...decision, source: 'user_reject' } }),
    is: results(),
  },
];
