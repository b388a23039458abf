import { message } from '../../words/l10n';
import type { SessionAction } from '../action';
import { inTranscriptOrReview } from '../listed';

const review = 'activeEditor == multiDiffEditor && missionControl.review';
const transcriptPage = 'activeWebviewPanelId == missionControl.transcript';

/** Actions that show details of a session, and the review of its changes. */
export const viewRows = [
  {
    id: 'details',
    title: message('Details'),
    icon: 'ChevronsUpDown',
    when: [],
    whileAway: true,
    board: { key: 'e', keyTitle: message('Show or Hide Details') },
  },
  {
    id: 'why',
    title: message('Why This State?'),
    icon: 'CircleHelp',
    when: [],
    whileAway: true,
    command: { id: 'explainState', codicon: 'question' },
    board: { key: 'w' },
    tree: {},
    palette: {},
  },
  {
    id: 'reviewChanges',
    title: message('Review Changes'),
    icon: 'FileDiff',
    when: ['changed'],
    command: {
      id: 'reviewChanges',
      codicon: 'diff-multiple',
      menus: [{ menu: 'editor/title', when: transcriptPage, group: '1_review@1' }],
    },
    board: {},
    tree: { inline: '0', inlineUnless: ['answerable', 'asks', 'plan'] },
    palette: {
      when: ['changed'],
    },
  },
  {
    id: 'reviewAllChanges',
    title: message('Review All Changes'),
    icon: 'FileDiff',
    when: ['changed'],
    command: {
      id: 'reviewAllChanges',
      page: true,
      menus: [
        { menu: 'editor/title', when: transcriptPage, group: '1_review@2' },
        { menu: 'editor/title', when: review, group: '1_review@1' },
      ],
    },
    board: {},
    tree: {},
    palette: { listed: inTranscriptOrReview, when: ['changed'] },
  },
  {
    id: 'markReviewed',
    title: message('Mark as Reviewed'),
    icon: 'CheckCheck',
    when: ['changed', '!reviewed'],
    command: {
      id: 'markReviewed',
      codicon: 'pass',
      menus: [{ menu: 'editor/title', when: `${review} == open`, group: 'navigation@-7' }],
    },
    board: {},
    tree: {},
    palette: { listed: { when: `${review} == open` }, when: ['changed', '!reviewed'] },
  },
  {
    id: 'markNotReviewed',
    title: message('Mark as Not Reviewed'),
    icon: 'FileX',
    when: ['reviewed'],
    command: {
      id: 'markNotReviewed',
      codicon: 'pass-filled',
      menus: [{ menu: 'editor/title', when: `${review} == reviewed`, group: 'navigation@-7' }],
    },
    board: {},
    tree: {},
    palette: { listed: { when: `${review} == reviewed` }, when: ['reviewed'] },
  },
  {
    id: 'collision',
    title: message('Collision with Another Session…'),
    icon: 'Users',
    when: ['colliding'],
    command: { id: 'seeCollision' },
    board: {},
    tree: {},
    palette: { listed: inTranscriptOrReview, when: ['colliding'], inFront: true },
  },
] as const satisfies readonly SessionAction[];
