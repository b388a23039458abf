import { message, t } from '../../words/l10n';
import { formatMoment } from '../../words/format';
import type { LiveSession } from '../../protocol/protocol';
import type { SessionAction } from '../action';
import { inControl, inTranscript, whileAnswerable } from '../listed';

/** The active editor is the diff of a request that this window can answer. */
export const diffOfRequest =
  'resourceScheme == claude-request && resource in missionControl.answerableDiffs';

/**
 * Hides an action from the menus of a session with an open request, to keep the answers first and
 * the menu short.
 */
const notAsking = ['!answerable', '!asks', '!plan'] as const;

/** Actions that answer a request, send prompts, or continue a turn. */
export const answerRows = [
  {
    id: 'openTranscript',
    title: message('Open Transcript'),
    icon: 'ScrollText',
    when: [],
    command: { id: 'openTranscript', codicon: 'output' },
    board: { key: 'Enter' },
    tree: { when: ['transcript'], onSubagents: true },
    palette: {},
  },
  {
    id: 'openTranscriptAsText',
    title: message('Open Transcript as Text'),
    icon: 'Type',
    when: ['transcript'],
    command: { id: 'openTranscriptAsText', page: true },
    board: {},
    tree: { onSubagents: true },
    palette: { listed: inTranscript, inFront: true },
  },
  {
    id: 'allow',
    title: message('Allow'),
    icon: 'Check',
    when: ['answerable'],
    needs: 'control',
    command: { id: 'allowRequest', title: 'Allow Request…', codicon: 'check' },
    board: { chord: 'Enter', decides: true, needs: 'nothing' },
    reader: 'answer',
    tree: {},
    palette: { listed: whileAnswerable, when: ['answerable'] },
  },
  {
    id: 'deny',
    title: message('Deny'),
    icon: 'X',
    when: ['answerable'],
    needs: 'control',
    command: {
      id: 'denyRequest',
      title: 'Deny Request',
      codicon: 'circle-slash',
      menus: [{ menu: 'editor/title', when: diffOfRequest, group: 'navigation@-8' }],
    },
    board: { chord: 'Backspace', decides: true, needs: 'nothing' },
    reader: 'answer',
    tree: {},
    palette: { listed: 'never', when: [['answerable', 'asks', 'plan']] },
  },
  {
    id: 'answer',
    title: message('Answer the Question or Plan'),
    icon: 'ListChecks',
    when: [['asks', 'plan']],
    needs: 'control',
    command: { id: 'answerQuestion', title: 'Answer Question…', codicon: 'comment-discussion' },
    board: { chord: 'Enter', decides: true, needs: 'nothing' },
    reader: 'answer',
    palette: { listed: 'never', when: ['asks'] },
  },
  {
    id: 'diff',
    title: message('Show What the Request Changes'),
    icon: 'Diff',
    when: ['answerable', 'edit'],
    command: { id: 'showRequestDiff', codicon: 'diff' },
    board: { key: 'v' },
    reader: 'answer',
    tree: { when: ['edit'] },
    palette: { listed: 'never', when: ['answerable'] },
  },
  {
    id: 'prompt',
    menuWhen: [...notAsking, '!failed'],
    title: message('Send Prompt…'),
    icon: 'MessageSquarePlus',
    when: ['promptable'],
    needs: 'control',
    command: {
      id: 'sendPrompt',
      codicon: 'comment',
      enablement: 'control',
    },
    board: { chord: 'Enter' },
    reader: 'key',
    tree: {},
    palette: {},
  },
  {
    id: 'followUp',
    title: message('Follow Up…'),
    icon: 'ListEnd',
    when: ['loaded', 'promptable', 'conditional'],
    needs: 'control',
    command: { id: 'followUp', codicon: 'list-tree', enablement: 'control' },
    board: {},
    tree: {},
    palette: { listed: inControl, when: ['loaded', 'promptable', 'conditional'] },
  },
  {
    id: 'retrySession',
    menuWhen: notAsking,
    title: message('Retry'),
    icon: 'RefreshCw',
    when: ['failed', 'promptable'],
    needs: 'control',
    command: { id: 'retrySession', codicon: 'refresh', enablement: 'control', page: true },
    board: {},
    phone: { confirm: 'twoTaps' },
    reader: 'button',
    tree: {},
    palette: { listed: 'never', when: ['failed'] },
  },
  {
    id: 'continueAtReset',
    menuWhen: notAsking,
    title: message('Continue When the Limit Has Reset'),
    titleFor: ({ limit }: LiveSession): string => {
      const at = Date.parse(limit?.resetsAt ?? '');
      return Number.isNaN(at)
        ? t('Continue When the Limit Has Reset')
        : t('Continue at {0}', formatMoment(at, Date.now()));
    },
    icon: 'AlarmClock',
    when: ['limited', 'promptable'],
    needs: 'control',
    command: { id: 'continueAtReset', enablement: 'control' },
    board: {},
    phone: {},
    reader: 'button',
    tree: {},
    palette: { listed: 'never', when: ['limited'] },
  },
  {
    id: 'allowBlockedCall',
    title: message('Allow This Exact Command…'),
    icon: 'ShieldCheck',
    when: ['allowable'],
    command: { id: 'allowBlockedCall', codicon: 'shield', page: true },
    board: { onBlocked: true },
    tree: {},
    palette: { listed: 'never', when: ['allowable'] },
  },
  {
    id: 'tellBlocked',
    title: message('Tell It…'),
    icon: 'MessageSquareQuote',
    when: ['blocked', 'tellable', 'promptable'],
    needs: 'control',
    board: { onBlocked: true },
  },
  {
    id: 'openPermissions',
    title: message('Open /permissions'),
    icon: 'ListChecks',
    when: ['blockedEver', 'live', 'terminal', 'resting', '!asking'],
    needs: 'control',
    command: { id: 'openPermissions', codicon: 'checklist', enablement: 'control', page: true },
    board: { onBlocked: true },
    palette: { listed: 'never', when: ['live', 'terminal'] },
  },
  {
    id: 'interruptSession',
    menuWhen: notAsking,
    title: message('Interrupt'),
    icon: 'OctagonPause',
    when: ['interruptible'],
    needs: 'control',
    command: { id: 'interruptSession', codicon: 'debug-pause', enablement: 'control', page: true },
    board: {},
    phone: { confirm: 'twoTaps' },
    reader: 'button',
    tree: {},
    palette: {
      when: ['escapable'],
    },
    // In other states Escape has a different effect: it cancels a dialog, for example.
    hub: ['escapable', '!asking'],
  },
] as const satisfies readonly SessionAction[];
