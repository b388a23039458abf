import { formatModel } from '../../shared/words/format';
import { t } from '../../shared/words/l10n';
import { plainTitle } from '../../shared/text/plainText';
import { cardLookOf } from '../../shared/board/displayLooks';
import { placeName } from '../../shared/board/texts/machineText';
import { layerLabel } from '../../shared/board/texts/displayText';
import type { LiveSession } from '../../shared/protocol/protocol';
import type { ReaderHead, ReaderTarget } from '../../shared/messages/readerMessages';
import { labelOf, subagentTitle, sessionTitle } from '../../shared/board/sessionNames';
import type { ReadableSession } from './readableSessions';

/**
 * Creates the head of a transcript's page. `live` is the session's card on the board; `known` may
 * be a session of the past.
 */
export function readerHead(
  { agentId }: ReaderTarget,
  known: ReadableSession | undefined,
  live: LiveSession | undefined,
): ReaderHead {
  const title = known === undefined ? t('Transcript') : sessionTitle(known);
  const subagent = known?.subagents?.find((one) => one.agentId === agentId);
  const isSubagent = agentId !== undefined;
  const appearance = live && cardLookOf(live);
  return {
    title: isSubagent ? (subagent && subagentTitle(subagent)) || t('Subagent') : title,
    ...(isSubagent && { parentTitle: title }),
    projectName: known === undefined ? '' : placeName(known, 80),
    gitBranch: plainTitle(known?.gitBranch ?? '', 80),
    model: isSubagent ? '' : plainTitle(formatModel(known?.model ?? ''), 60),
    ...(live !== undefined &&
      appearance !== undefined &&
      !isSubagent && {
        state: {
          label: layerLabel(live) ?? labelOf(live),
          icon: appearance.lucide,
          tone: appearance.tone,
        },
      }),
    onBoard: live !== undefined,
  };
}
