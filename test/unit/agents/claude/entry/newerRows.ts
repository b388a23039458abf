import { user, type Row } from './lineRows';

const command = (name: string, args = '') =>
  user(
    `<command-name>/${name}</command-name>\n            <command-message>${name}</command-message>\n            <command-args>${args}</command-args>`,
    { rowSource: 'local' },
  );
const commandTurn = (name: string, args: string): Row => ({
  title: `the command /${name}, which gives the agent work`,
  line: command(name, args),
  is: { kind: 'prompt', text: `/${name} ${args}`, human: true },
});
const ownCommand = (name: string, args?: string): Row => ({
  title: `the command /${name} ${args ?? ''}, which starts no turn`,
  line: command(name, args),
  is: { kind: 'other' },
});

/** Lines and fields of newer clients. */
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
  commandTurn('goal', 'reply with the word done'),
  commandTurn('plan', 'add a login page'),
  {
    title: 'a shell command, which may be stopped before its output begins a turn',
    line: user('<bash-input>echo hello</bash-input>', { rowSource: 'local' }),
    is: { kind: 'other', shell: '!echo hello' },
  },
  {
    title: 'the output of a shell command',
    line: user('<bash-stdout>hello</bash-stdout><bash-stderr></bash-stderr>', {
      rowSource: 'local',
      turnOrigin: 'human',
    }),
    is: { kind: 'other' },
  },
  ownCommand('goal'),
  ownCommand('goal', 'clear'),
  ownCommand('goal', 'Clear'),
  {
    title: 'output that is cut off',
    line: user('<bash-stdout>cut o'),
    is: { kind: 'other' },
  },
  {
    title: 'output beside an element that only a newer client writes',
    line: user('<bash-stdout>hello</bash-stdout><bash-exit-code>0</bash-exit-code>'),
    is: { kind: 'other' },
  },
  {
    title: 'a command beside a reminder for the model',
    line: user(
      '<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args></command-args>\n<system-reminder>r</system-reminder>',
    ),
    is: { kind: 'other' },
  },
  ownCommand('plan', 'open'),
  ownCommand('model', 'sonnet'),
  ownCommand('planet', 'earth'),
];
