import { t } from '../../../shared/words/l10n';
import { plainTitle } from '../../../shared/text/plainText';
import type { LiveSession, SessionDetails } from '../../../shared/protocol/protocol';
import { shortPath } from '../../text/doing';

interface Props {
  readonly session: LiveSession;
  readonly changes: SessionDetails['changes'];
}

/** The files that the session's tools changed, the last one first. */
export function ChangedFiles({ session, changes }: Props) {
  const hidden = (session.changes?.files ?? 0) - changes.length;
  return (
    <ul className="changed-files">
      {changes.map(({ path, edits }) => (
        <li key={path} title={plainTitle(path, 400)}>
          <bdi className="changed-file">{plainTitle(shortPath(path, session), 300)}</bdi>
          {edits > 1 && <span className="muted figure">{` ${t('{0} edits', edits)}`}</span>}
        </li>
      ))}
      {hidden > 0 && <li className="muted">{t('and {0} more', hidden)}</li>}
    </ul>
  );
}
