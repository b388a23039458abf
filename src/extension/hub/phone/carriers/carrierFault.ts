import type { CarrierFaultCode } from '../../../../shared/phone/carrierSlugs';
import type { CarrierState } from '../../../../shared/protocol/phones';

type Fault = NonNullable<CarrierState['fault']>;

/** Maximum number of characters that are passed on from a text of another program or server. */
const maxDetailLength = 300;

/**
 * Reason why a carrier cannot be opened or does not lead to this hub. `carrierFaultText` returns
 * its text.
 */
export class CarrierFault extends Error {
  readonly fault: Fault;

  constructor(
    readonly code: CarrierFaultCode,
    { link, command, detail }: Omit<Fault, 'code'> = {},
  ) {
    super(`${code}${detail === undefined ? '' : `: ${detail}`}`);
    this.fault = {
      code,
      ...(link !== undefined && { link }),
      ...(command !== undefined && { command }),
      ...(detail !== undefined && { detail: detail.trim().slice(-maxDetailLength) }),
    };
  }
}
