import type { PairingStep } from '../../../shared/messages/phonePanelMessages';
import type { CarrierKind, PhonesNews } from '../../../shared/protocol/phones';
import { plainLine } from '../../../shared/text/plainText';

/** A pairing that this window started. */
export interface StartedPairing {
  readonly way: CarrierKind;
  /** True once the hub has reported the pairing. */
  readonly isKnown: boolean;
}

export interface StepParts {
  readonly news: PhonesNews | undefined;
  readonly begun: StartedPairing | undefined;
  /** The phone that this window has accepted or refused last. */
  readonly judged: { readonly device: string; readonly isRefused: boolean } | undefined;
  /** The previous step; it determines why a pairing has ended. */
  readonly before: PairingStep;
}

/** The current step, from the hub's state and the pairing that this window started. */
export function pairingStep({ news, begun, judged, before }: StepParts): PairingStep {
  // While the hub restarts, as it does for the first phone, the step stays the same.
  if (news === undefined) return before;
  const { pairing, carrier, devices } = news;
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
    const { fault = { code: '' }, url } = carrier;
    return { type: 'faulty', way, fault, ...(url !== undefined && { url }) };
  }
  const { link, until } = pairing;
  if (link !== undefined) {
    const notice = carrier?.notice;
    return { type: 'scan', way, link, until, ...(notice !== undefined && { notice }) };
  }
  return { type: 'opening', way, ...(carrier?.step !== undefined && { step: carrier.step }) };
}

/** The name is chosen by the phone, so it is escaped. */
export function shownName(name: string): string {
  return plainLine(name, 60) || '?';
}
