import * as path from 'node:path';
import type { FirstBoard } from '../board/firstBoard';
import type { Core } from '../core';
import type { JoinedBoard } from '../machines/joined/joinedBoard';
import { HubCarriers } from './carriers/hubCarriers';
import { carrierFile } from './carriers/storedCarrier';
import { PhoneBoard } from './phoneBoard';
import { Phones } from './phones';
import type { PushSources } from './push/pushes';

export interface PhoneFeatureParts extends Core {
  readonly joined: JoinedBoard;
  readonly first: FirstBoard;
  readonly warnings: PushSources['warnings'];
}

/** Creates the feature that serves phones. */
export function createPhonesFeature(parts: PhoneFeatureParts) {
  const {
    folder,
    log,
    losses,
    configHome,
    scripts,
    hub,
    joined: board,
    first,
    attendance,
    callSchedule,
    control,
  } = parts;
  const { vouched, phoneOffers, router, machine } = parts;
  const snapshot = () => first.snapshot();
  const { reach, isPushService, ...options } = parts.options.phones ?? {};
  const phones = new Phones({
    folder,
    log,
    configHome,
    losses,
    pageFolder: path.join(scripts, 'phone'),
    hub,
    machineId: () => machine.id,
    vouched,
    offers: control.offers,
    phoneOffers,
    board: new PhoneBoard({ onDidChange: board.onDidChange, snapshot }),
    muted: attendance.muted,
    cards: attendance.phoneCards,
    router: () => router,
    carriers: (challenge) =>
      new HubCarriers({
        folder,
        log,
        onLoss: losses.errorHandler(carrierFile),
        challenge,
        reach: { scripts, env: process.env, ...reach },
      }),
    send: parts.send,
    push: {
      board,
      inHand: () => attendance.windows.inHand,
      onDidChangePresence: attendance.onDidChangePresence,
      onDidAnswer: control.onDidAnswer,
      muted: attendance.muted,
      calls: callSchedule,
      warnings: parts.warnings,
      ...(isPushService !== undefined && { isPushService }),
    },
    ...options,
  });
  return {
    phones,
    calls: phones.calls,
    subscribers: [phones],
    start: () => phones.load(),
    leave: () => phones.close(),
  };
}
