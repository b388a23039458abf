import { user, type Row } from './lineRows';

const scheduled = { turnOrigin: 'scheduled', wakeupSource: 'schedule_wakeup' };
const run = { id: '6f30e9fd', cron: '*/5 * * * *', recurring: true, prompt: 'look at the build' };
const result = (toolUseResult: unknown) =>
  user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Done' }], { toolUseResult });

/** Lines about turns that the client starts by itself, in the format of client 2.1.332. */
export const scheduleRows: readonly Row[] = [
  {
    title: 'the prompt of a scheduled run',
    line: user('look at the build', { isMeta: true, promptSource: 'system', ...scheduled }),
    is: { kind: 'prompt', text: 'look at the build', human: false },
  },
  {
    title: 'the command of a wake-up',
    line: user(
      '<command-message>loop</command-message>\n<command-name>/loop</command-name>\n<command-args>watch</command-args>',
      { turnOrigin: 'scheduled', wakeupSource: 'loop_wakeup' },
    ),
    is: { kind: 'prompt', text: '/loop watch', human: false },
  },
  {
    title: 'a prompt whose turn a person began',
    line: user('look at the build', { turnOrigin: 'human' }),
    is: { kind: 'prompt', text: 'look at the build', human: true },
  },
  {
    title: 'a prompt whose turn another session began',
    line: user('look at the build', { turnOrigin: 'peer' }),
    is: { kind: 'prompt', text: 'look at the build', human: false },
  },
  ...[
    { title: 'the start of a scheduled run', fields: {}, isWakeup: false },
    { title: 'the start of a wake-up', fields: { taskKind: 'loop' }, isWakeup: true },
  ].map(({ title, fields, isWakeup }) => ({
    title,
    line: { type: 'system', subtype: 'scheduled_task_fire', taskId: '0a8a10c7', ...fields },
    is: { kind: 'schedule' as const, news: { kind: 'started' as const, id: '0a8a10c7', isWakeup } },
  })),
  {
    title: 'a schedule with the age of its runs',
    line: {
      type: 'attachment',
      attachment: {
        type: 'session_cron_carry',
        tasks: [{ ...run, createdAt: 1_770_000_000_000, maxAgeMs: 86_400_000 }],
      },
    },
    is: {
      kind: 'schedule',
      news: {
        kind: 'armed',
        runs: [{ ...run, createdAt: 1_770_000_000_000, maxAgeMs: 86_400_000 }],
      },
    },
  },
  {
    title: 'a schedule that another session left',
    line: {
      type: 'attachment',
      attachment: { type: 'session_cron_carry', tasks: [], otherArmed: [run] },
    },
    is: { kind: 'schedule', news: { kind: 'armed', runs: [run] } },
  },
  {
    title: 'a schedule that was called off',
    line: { type: 'attachment', attachment: { type: 'session_cron_carry', tasks: [] } },
    is: { kind: 'schedule', news: { kind: 'armed', runs: [] } },
  },
  {
    title: 'a schedule of another shape',
    line: { type: 'attachment', attachment: { type: 'session_cron_carry', tasks: 'none' } },
    is: { kind: 'other' },
  },
  {
    title: 'the results of several calls, whose copy may be of any',
    line: user(
      ['toolu_1', 'toolu_2'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: '' })),
      { toolUseResult: { id: '6f30e9fd', nextFireAt: 1_795_715_413_030 } },
    ),
    is: {
      kind: 'toolResults',
      results: ['toolu_1', 'toolu_2'].map((toolUseId) => ({
        toolUseId,
        isError: false,
        rejected: false,
        task: undefined,
      })),
    },
  },
  ...[
    { id: '6f30e9fd', recurring: true, nextFireAt: 1_795_715_413_030 },
    { scheduledFor: 1_795_715_640_000, clampedDelaySeconds: 60 },
    { jobs: [run] },
    { id: '6f30e9fd' },
  ].map((response) => ({
    title: `the result of a call that tells ${Object.keys(response).join(', ')}`,
    line: result(response),
    is: {
      kind: 'toolResults',
      results: [{ toolUseId: 'toolu_1', isError: false, rejected: false, response }],
    },
  })),
];
