import type { ActionCommand } from '../../../src/shared/actions/sessionActions';

/** Descriptions in the manual’s command list that no page of the product shows. */
export const commandTexts: Readonly<Partial<Record<ActionCommand, string>>> = {
  openTranscript: 'Picks a session and opens its transcript, rendered for reading.',
  openTranscriptAsText:
    'The whole of it as one Markdown text, as it is at that moment; to copy or save.',
  reviewRequest: 'Leads to where a request is read and answered: its card, or its plan.',
  allowRequest: 'Picks a request that waits, shows all of it, and allows what you saw.',
  denyRequest: 'Denies; the agent goes on. With Message: it reads what to do instead.',
  answerQuestion: 'Shows the form of a session that asks a question.',
  showRequestDiff: 'Compares the file as it is with what the session asks to make of it.',
  reviewPlan: 'Opens a plan that waits in the editor, to change, comment, approve or send back.',
  sendPrompt: 'Writes the next prompt for a session, wherever it runs.',
  followUp: 'Opens the prompt box of a session, to write what follows on a condition.',
  retrySession: 'Lets a session go on after a turn that failed.',
  allowBlockedCall:
    'Adds a rule for a command that auto mode blocked, once you accepted it as a diff.',
  openPermissions: "Opens Claude Code's own list in the session's terminal, at rest.",
  interruptSession: "Presses Escape in the session's terminal, in whatever window.",
  explainState: 'Opens the board at a session and says what its state is based on.',
  reviewChanges: 'Opens what a session changed, in its last turn or in all, as one comparison.',
  markReviewed: 'The card says so until the session changes something again; also takes it back.',
  goToTerminal:
    'Shows the terminal that runs a session, in its window, or says where the session runs.',
  giveBackRequest: 'Leaves a request to its terminal after ten seconds; Undo keeps it on its card.',
  forkSession: 'Starts another session with what was said in this one, which may go on.',
  newSession: 'Starts Claude Code in a terminal, in the folder of a session.',
  newSessionInWorktree:
    'Starts it in a git worktree of its own, so that two agents don’t meet in one file.',
  openWorktree: 'Opens the worktree in which a session works.',
  removeWorktree:
    'Takes away a worktree in which nothing would be lost, after a question; with Undo.',
  openProject: 'Opens the folder of a session.',
  openPullRequest:
    'Opens the pull request of a session in the browser, by choice where there are several.',
  togglePin: 'Keeps its card on the board, first among those of its urgency, or no longer.',
  renameSession: 'Gives a session a name of your own; an empty one gives its title back.',
  tagSession: 'Sets a coloured word on a session, or takes it off.',
  pinProject: 'Puts a project first where cards are grouped by project.',
  tagProject: 'The same word on all sessions of a project.',
  openRawTranscript: "Opens the session's JSONL file itself.",
  revealTranscriptFile: "Shows the session's JSONL file in the system's file manager.",
  copySessionId: 'For `claude --resume` and the like.',
  controlProject: "Keeps a project to its terminals, or takes that back; also in a card's menu.",
  mute: 'Asks what to mute, and for how long.',
  unmute: 'Lists what is muted, and takes it back.',
  endSession: 'Leaves Claude Code as at its terminal, or asks its process to end.',
};
