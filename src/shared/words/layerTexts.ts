import type { Label } from '../protocol/label';
import { message, t } from './l10n';

/** English texts of the included layers, which views translate. */
export const layerTexts = {
  deployed: message('Deployed'),
  deployedTo: message('Deployed to {0}'),
  mergedPull: message('Merged PR #{0}'),
  openedPull: message('Opened PR #{0}'),
  draftPull: message('Draft PR #{0}'),
  closedPull: message('Closed PR #{0}'),
  updatedPull: message('Updated PR #{0}'),
  pushed: message('Pushed {0}'),
  pushedSome: message('Pushed'),
  committedTo: message('Committed to {0}'),
  committedManyTo: message('Committed to {0} ({1} commits)'),
  committed: message('Committed'),
  committedMany: message('Committed ({0} commits)'),
  merged: message('Merged {0}'),
  testsFailing: message('Tests failing'),
  buildFailing: message('Build failing'),
  lintFailing: message('Lint failing'),
  deployFailed: message('Deployment failed'),
  pass: message('{0} pass'),
  fail: message('{0} fail'),
  testsPass: message('Tests pass'),
  testsFail: message('Tests fail'),
  uncommitted: message('{0} uncommitted'),
  onePassed: message('The only test passed in the last run.'),
  allPassed: message('All {0} tests passed in the last run.'),
  oneFailed: message('1 test failed in the last run, {0} passed.'),
  someFailed: message('{0} tests failed in the last run, {1} passed.'),
  testsPassed: message('The tests passed in the last run.'),
  testsFailed: message('Tests failed in the last run.'),
  onePassedBefore: message('1 test passed, but files were changed since.'),
  passedBefore: message('{0} tests passed, but files were changed since.'),
  oneFailedBefore: message('1 test failed, but files were changed since.'),
  failedBefore: message('{0} tests failed, but files were changed since.'),
  testedBefore: message('Files were changed since the tests ran.'),
  pull: message('Pull request #{0}.'),
  pullDraft: message('Pull request #{0} is a draft.'),
  pullOpen: message('Pull request #{0} is open.'),
  pullMerged: message('Pull request #{0} is merged.'),
  pullClosed: message('Pull request #{0} is closed.'),
  pullChecksFail: message('Checks of pull request #{0} are failing.'),
  pullChecksRun: message('Checks of pull request #{0} are running.'),
  pullChecksPass: message('Checks of pull request #{0} pass.'),
  pullChanges: message('Changes of pull request #{0} were requested.'),
  pullApproved: message('Pull request #{0} is approved.'),
  deployedAt: message('The last deployment is at {0}.'),
  ahead: message('The branch is ahead of {1} by {0}.'),
  behind: message('The branch is behind {1} by {0}.'),
  apart: message('The branch is ahead of {2} by {0} and behind it by {1}.'),
  files: message('Files with changes that are not committed: {0}.'),
  worktree: message('It works in the worktree {0}.'),
  draftOf: message('Draft {0} of {1}'),
  revised: message('Revised {1} · draft {0}'),
  exported: message('Exported {0}'),
  exportedSome: message('Exported'),
  draft: message('Draft {0}'),
  feedback: message('Feedback asked'),
  draftTurns: message('Turns in which {1} was written: {0}.'),
  feedbackAsked: message('The draft of {0} waits for your feedback.'),
  exportedAfter: message('It was exported after the last change of the draft.'),
} as const;

const known: ReadonlySet<string> = new Set(Object.values(layerTexts));

/** True for a text of the included layers, which every view can translate. */
export function isLayerText(text: string): boolean {
  return known.has(text);
}

/** A layer's label in the user's language; texts that are not ours are shown as received. */
export function shownLayerLabel({ key, values, text }: Label): string {
  return isLayerText(key) ? t(key, ...values) : text;
}
