import type { PairingStep, PhoneWay } from '../../../shared/messages/phonePanelMessages';
import type { PhonesNews } from '../../../shared/protocol/phones';
import { plainLine } from '../../../shared/text/plainText';

/** A pairing that this window began. */
export interface BegunPairing {
  readonly way: PhoneWay;
  /** The hub has told of it. */
  readonly isKnown: boolean;
}

export interface StepParts {
  readonly news: PhonesNews | undefined;
  readonly begun: BegunPairing | undefined;
  /** The phone that was judged last here. */
  readonly judged: { readonly device: string; readonly isRefused: boolean } | undefined;
  /** The step before, which tells how a pairing came to its end. */
  readonly before: PairingStep;
}

/** How far a person is with a phone, by what the hub tells and what this window began. */
export function pairingStep({ news, begun, judged, before }: StepParts): PairingStep {
  const { pairing, carrier, devices = [] } = news ?? {};
  if (pairing?.asking !== undefined) {
    const { device, name, code } = pairing.asking;
    const isJudged = judged?.device === device;
    return { type: 'asking', device, name: shownName(name), code, isJudged };
  }
  if (judged !== undefined && devices.some(({ id }) => id === judged.device)) {
    return { type: 'connected', device: judged.device };
  }
  const way = begun?.way ?? carrier?.kind;
  if (begun !== undefined && !begun.isKnown) return { type: 'opening', way: begun.way };
  if (pairing === undefined || way === undefined) {
    if (before.type === 'choose' || before.type === 'connected') return { type: 'choose' };
    if (before.type === 'over') return before;
    const isAnswered = before.type === 'asking';
    const why = !isAnswered ? 'expired' : judged?.isRefused === true ? 'refused' : 'gone';
    return { type: 'over', why, way: begun?.way };
  }
  if (carrier?.status === 'faulty') {
    return { type: 'faulty', way, fault: carrier.fault ?? { code: '' } };
  }
  const { link, until } = pairing;
  if (link !== undefined) return { type: 'scan', way, link, until };
  return { type: 'opening', way, ...(carrier?.step !== undefined && { step: carrier.step }) };
}

/** A phone gives itself its name. */
export function shownName(name: string): string {
  return plainLine(name, 60) || '?';
}
