import { use, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { t } from '../../../shared/words/l10n';
import { OpenCard, OpenTranscriptContext } from '../../components/card/openCard';
import { EditView } from '../../components/request/editView';
import { Announcements } from '../../components/Announcements';
import { useBoard, usePage, useView } from '../../page';
import { useStore } from '../../store';
import type { PhoneModel } from '../model';
import { OpenCarrierContext } from '../readerCarrier';
import { Connected } from './Connected';
import { EditDiff } from '../../diff/EditDiff';
import { PhoneContext, type PhoneView } from './phone';
import { Screens } from './screens';
import { StartScreen } from './start/StartScreen';
import './styles';

interface Props {
  readonly model: PhoneModel;
}

/** The page of a phone: connecting to a computer, then its board. */
export function PhoneApp({ model }: Props) {
  const [phone] = useState<PhoneView>(() => ({ model, screens: new Screens() }));
  const { screens } = phone;
  useEffect(() => screens.watch(), [screens]);
  useBlockWhileOffline(model);
  useReveal(screens);
  const current = useStore(screens.state, (screen) =>
    screen.kind === 'card' || screen.kind === 'review' ? screen.sessionId : undefined,
  );
  const opening = useMemo(
    () => ({
      isBeside: false,
      open: (sessionId: string) => screens.open({ kind: 'card', sessionId }),
      current,
    }),
    [screens, current],
  );
  const canRead = use(OpenCarrierContext) !== undefined;
  const read = useMemo(
    () =>
      canRead
        ? (sessionId: string, agentId?: string) =>
            screens.open({
              kind: 'transcript',
              sessionId,
              ...(agentId !== undefined && { agentId }),
            })
        : undefined,
    [screens, canRead],
  );
  const phase = useStore(model.state, (state) => state.phase);
  const hasLoaded = useBoard(({ connection }) => connection !== 'connecting');
  const hasBoard =
    phase === 'live' || (hasLoaded && (phase === 'offline' || phase === 'connecting'));
  return (
    <PhoneContext value={phone}>
      <OpenCard value={opening}>
        <EditView value={EditDiff}>
          <OpenTranscriptContext value={read}>
            <div className="phone stack shrinks clips">
              {hasBoard ? <Connected /> : <StartScreen />}
            </div>
          </OpenTranscriptContext>
          <Announcements />
        </EditView>
      </OpenCard>
    </PhoneContext>
  );
}

/**
 * Blocks all actions while the phone is not connected, without waiting until the host's silence is
 * detected.
 */
function useBlockWhileOffline(model: PhoneModel): void {
  const { pulse } = usePage();
  useLayoutEffect(() => {
    const update = (): void => {
      const isLive = model.state.get().phase === 'live';
      pulse.cutOff(isLive ? undefined : t('Not connected: nothing can be sent right now.'));
    };
    update();
    return model.state.subscribe(update);
  }, [model, pulse]);
}

/** Opens the card that the hub's `reveal` names. */
function useReveal(screens: Screens): void {
  const focusTarget = useView((state) => state.focusTarget);
  useEffect(() => {
    if (focusTarget) screens.open({ kind: 'card', sessionId: focusTarget.sessionId });
  }, [focusTarget, screens]);
}
