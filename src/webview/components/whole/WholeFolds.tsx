import type { LiveSession } from '../../../shared/protocol/protocol';
import { t } from '../../../shared/words/l10n';
import { CardDetails } from '../card/CardDetails';
import { Disclosed } from '../card/Disclosed';
import { Why } from '../card/Why';

interface Props {
  readonly session: LiveSession;
  /** Prefix of element ids. */
  readonly id: string;
}

/** Parts of a session's full view that are collapsed until a person expands them. */
export function WholeFolds({ session, id }: Props) {
  const { sessionId } = session;
  return (
    <>
      <Disclosed
        of={`details/${sessionId}`}
        className="quiet section"
        name={t('Details')}
        isHeading
      >
        <CardDetails id={`${id}details`} session={session} />
      </Disclosed>
      <Disclosed
        of={`why/${sessionId}`}
        className="quiet section"
        name={t('Why this state?')}
        isHeading
      >
        <Why session={session} />
      </Disclosed>
    </>
  );
}
