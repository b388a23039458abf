import { useMemo } from 'react';
import { t } from '../../../shared/words/l10n';
import type { FollowUpDraft } from '../../decide/followUpDraft';
import { useBoard } from '../../page';
import { foldersFor, isRepositoryFolder, uniqueFolderNames } from '../../text/newSessionFolders';
import { useTabIndex } from '../Button';
import { Labeled } from './Labeled';

interface Props {
  readonly draft: FollowUpDraft;
  readonly change: (part: Partial<FollowUpDraft>) => void;
}

/** Folder of the session that a follow-up starts, and whether it gets a worktree of its own. */
export function NewSessionChoice({ draft, change }: Props) {
  const tabIndex = useTabIndex();
  const sessions = useBoard((board) => board.sessions);
  const folders = useMemo(
    () => uniqueFolderNames(foldersFor(sessions, draft.folder)),
    [sessions, draft.folder],
  );
  const isRepository = isRepositoryFolder(sessions, draft.folder);
  return (
    <>
      <Labeled name={t('Folder')}>
        {(id) => (
          <select
            id={id}
            className="prompt-choice"
            tabIndex={tabIndex}
            value={draft.folder}
            onChange={({ target }) => change({ folder: target.value, worktree: false })}
          >
            {folders.map(({ folder, name }) => (
              <option key={folder} value={folder}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Labeled>
      {(isRepository || draft.worktree) && (
        <label className="across-inline gap-6">
          <input
            type="checkbox"
            tabIndex={tabIndex}
            checked={draft.worktree}
            onChange={({ target }) => change({ worktree: target.checked })}
          />
          {t('In a worktree of its own')}
        </label>
      )}
    </>
  );
}
