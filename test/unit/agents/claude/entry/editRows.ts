import { user, type Row } from './lineRows';

export const editRows: readonly Row[] = [
  {
    title: 'a result that tells which files a command changed',
    line: user([{ type: 'tool_result', tool_use_id: 't1' }], {
      toolUseResult: {
        bashEditDiff: { files: [], changedFiles: ['/a', '', 7, 'x'.repeat(5_000), '/b'] },
      },
    }),
    is: {
      kind: 'toolResults',
      results: [{ toolUseId: 't1', isError: false, rejected: false, edited: ['/a', '/b'] }],
    },
  },
  {
    title: 'two results with one copy, which may be either’s',
    line: user(
      [
        { type: 'tool_result', tool_use_id: 't1' },
        { type: 'tool_result', tool_use_id: 't2' },
      ],
      { toolUseResult: { bashEditDiff: { changedFiles: ['/a'] } } },
    ),
    is: {
      kind: 'toolResults',
      results: ['t1', 't2'].map((toolUseId) => ({ toolUseId, isError: false, rejected: false })),
    },
  },
];
