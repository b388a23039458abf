import { CircleCheck, Circle } from 'lucide-react';
import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import type { SessionDetails } from '../../../shared/protocol/protocol';

/** The agent's own tasks, one by one. */
export function TaskList({ tasks }: { readonly tasks: SessionDetails['tasks'] }) {
  const done = tasks.filter(({ completed }) => completed).length;
  return (
    <>
      <progress
        className="task-progress"
        max={tasks.length}
        value={done}
        aria-label={t('Tasks completed')}
      />
      <ul className="task-list">
        {tasks.map(({ subject, completed }, index) => {
          const Icon = completed ? CircleCheck : Circle;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- tasks have no other name
            <li key={index} data-completed={completed}>
              <Icon className="icon" aria-hidden="true" />
              <span dir="auto">{plainTitle(subject, 200)}</span>
              {completed && <span className="visually-hidden"> completed</span>}
            </li>
          );
        })}
      </ul>
    </>
  );
}
