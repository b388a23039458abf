import type { PhoneDevice } from '../../../src/shared/protocol/phones';

/** A paired, connected phone that may answer, as windows receive it. */
export function aPhone(change: Partial<PhoneDevice> = {}): PhoneDevice {
  return {
    id: 'A'.repeat(22),
    name: 'iPhone, Safari',
    scope: 'answer',
    signingKey: `B${'K'.repeat(86)}`,
    agreementKey: `B${'A'.repeat(86)}`,
    pairedAt: Date.UTC(2030, 0, 1),
    lastUse: Date.UTC(2030, 0, 1),
    isConnected: true,
    isConfirmed: true,
    ...change,
  };
}
