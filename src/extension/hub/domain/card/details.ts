import type { SessionDetails } from '../../../../shared/protocol/protocol';
import { sessionChanges } from '../facts/changes';
import { truncateText } from '../words/clip';
import type { SessionFacts } from '../facts/session';
import { mergeTasks } from '../facts/tasks';

const mostTasks = 100;
const longestSubject = 200;
const mostFiles = 40;

/** Details of a card for its expanded view. */
export function factDetails(facts: SessionFacts): Pick<SessionDetails, 'tasks' | 'changes'> {
  const tasks = mergeTasks(facts.hook?.tasks ?? [], facts.transcript?.tasks ?? []);
  return {
    tasks: tasks.slice(-mostTasks).map(({ subject, completedAt }) => ({
      subject: truncateText(subject, longestSubject),
      completed: completedAt !== undefined,
    })),
    changes: sessionChanges(facts)
      .files.slice(-mostFiles)
      .map(([path, edits]) => ({ path, edits }))
      .toReversed(),
  };
}
