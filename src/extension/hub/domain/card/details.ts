import type { SessionDetails } from '../../../../shared/protocol/protocol';
import { sessionChanges } from '../facts/changes';
import { truncateText } from '../../../../shared/text/truncate';
import type { SessionFacts } from '../facts/session';
import { mergeTasks } from '../facts/tasks';

const maxTasks = 100;
const maxSubjectLength = 200;
const maxFiles = 40;

/** Details of a card for its expanded view. */
export function factDetails(facts: SessionFacts): Pick<SessionDetails, 'tasks' | 'changes'> {
  const tasks = mergeTasks(facts.hook?.tasks ?? [], facts.transcript?.tasks ?? []);
  return {
    tasks: tasks.slice(-maxTasks).map(({ subject, completedAt }) => ({
      subject: truncateText(subject, maxSubjectLength),
      completed: completedAt !== undefined,
    })),
    changes: sessionChanges(facts)
      .files.slice(-maxFiles)
      .map(([path, edits]) => ({ path, edits }))
      .toReversed(),
  };
}
