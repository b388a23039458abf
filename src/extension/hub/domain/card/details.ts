import type { SessionDetails } from '../../../../shared/protocol/protocol';
import { changesInTurn, mergeChanges, noChanges, type FileChanges } from '../facts/changes';
import { firstOf } from '../words/clip';
import type { SessionFacts } from '../facts/session';
import { turnAt } from '../facts/signals';
import { mergeTasks } from '../facts/tasks';

const mostTasks = 100;
const longestSubject = 200;

/** The files that a session changed, its subagents' included. */
export function sessionChanges(facts: SessionFacts): FileChanges {
  const { transcript, subagentFiles } = facts;
  const all = [...subagentFiles.values()]
    .filter(({ changes }) => changes.edits > 0)
    .map(({ changes, lastAt }) => changesInTurn(changes, turnAt(facts, changes.lastAt ?? lastAt)));
  if (transcript !== undefined) all.unshift(transcript.changes);
  const [first, second] = all.filter(({ edits }) => edits > 0);
  return second === undefined ? (first ?? noChanges) : mergeChanges(all);
}

/** The details of a card for a person who looks closer. */
export function factDetails(facts: SessionFacts): Pick<SessionDetails, 'tasks' | 'changes'> {
  const tasks = mergeTasks(facts.hook?.tasks ?? [], facts.transcript?.tasks ?? []);
  return {
    tasks: tasks.slice(-mostTasks).map(({ subject, completedAt }) => ({
      subject: firstOf(subject, longestSubject),
      completed: completedAt !== undefined,
    })),
    changes: sessionChanges(facts)
      .files.map(([path, edits]) => ({ path, edits }))
      .toReversed(),
  };
}
