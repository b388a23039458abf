import type { SessionAction } from '../action';
import { whileAnswerable } from '../listed';
import { diffOfRequest } from './answers';

const transcriptText = 'resourceScheme == claude-transcript';

/** Actions that only commands, menus and rows of the editor offer; pages do not load them. */
export const commandRows = [
  {
    id: 'allowForAWhile',
    title: 'Allow for a While…',
    when: ['grantable', '!machine'],
    needs: 'control',
    command: { id: 'allowForAWhile', codicon: 'watch' },
    tree: {},
    palette: { listed: whileAnswerable, when: ['grantable', '!machine'] },
  },
  {
    id: 'denyWithMessage',
    title: 'Deny Request with Message…',
    when: ['answerable'],
    needs: 'control',
    command: {
      id: 'denyRequestWithMessage',
      menus: [{ menu: 'editor/title', when: diffOfRequest, group: '1_request@1' }],
    },
    tree: {},
    palette: { listed: whileAnswerable, when: [['answerable', 'asks', 'plan']] },
  },
  {
    id: 'reviewRequest',
    title: 'Review Request',
    when: [['answerable', 'asks', 'plan']],
    command: { id: 'reviewRequest', codicon: 'comment-discussion' },
    tree: { inline: '1' },
    palette: { listed: whileAnswerable, when: [['answerable', 'asks', 'plan']] },
  },
  {
    id: 'reviewPlan',
    title: 'Review Plan…',
    when: ['plan'],
    needs: 'control',
    command: { id: 'reviewPlan', codicon: 'open-preview' },
    palette: { listed: 'never', when: ['plan'] },
  },
  {
    id: 'revealInBoard',
    title: 'Reveal in Board',
    when: [],
    command: {
      id: 'revealInBoard',
      codicon: 'dashboard',
      menus: [{ menu: 'editor/title', when: transcriptText, group: 'navigation@1' }],
    },
    tree: { inline: '1', inlineUnless: ['answerable', 'asks', 'plan'] },
  },
  {
    // A separate action for the tree, whose titles cannot depend on the session.
    id: 'takeOverSession',
    title: 'Take Over in Terminal',
    when: ['runner'],
    command: { id: 'takeOverSession', codicon: 'terminal' },
    tree: {},
  },
  {
    // For the palette alone; pages and the tree offer either `pin` or `unpin`.
    id: 'togglePin',
    title: 'Pin or Unpin Session',
    when: [],
    command: { id: 'togglePin' },
    palette: { inFront: true },
  },
] as const satisfies readonly SessionAction[];
