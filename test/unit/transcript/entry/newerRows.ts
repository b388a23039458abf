import { user, type Row } from './lineRows';

/** Lines and fields of newer clients, which change nothing. */
export const newerRows: readonly Row[] = [
  {
    title: 'a kind of a newer client',
    line: { type: 'hologram' },
    is: { kind: 'other', unknown: 'hologram' },
  },
  {
    title: 'the account of a session, which is kept nowhere',
    line: { type: 'session-owner', accountUuid: 'a', organizationUuid: 'o', sessionId: 's' },
    is: { kind: 'other' },
  },
  {
    title: 'a prompt that a program sent',
    line: user('Go', { promptSource: 'sdk', turnOrigin: 'sdk' }),
    is: { kind: 'prompt', text: 'Go', human: true },
  },
  {
    title: 'a prompt from a source that is not known',
    line: user('Go', { promptSource: 'hologram', turnOrigin: { of: 'beam' }, archived: true }),
    is: { kind: 'prompt', text: 'Go', human: true },
  },
  { title: 'no kind at all', line: {}, is: { kind: 'other' } },
  { title: 'a user line without a message', line: { type: 'user' }, is: { kind: 'other' } },
  {
    title: 'an answer without content',
    line: { type: 'assistant', message: { content: 'text' } },
    is: { kind: 'assistant', toolUses: [] },
  },
];
