import type { CarrierFaultCode } from '../../../../shared/phone/carrierSlugs';
import type { CarrierState } from '../../../../shared/protocol/phones';

type Fault = NonNullable<CarrierState['fault']>;

/** Longest text of another program or server that is passed on, in characters. */
const longestDetail = 300;

/** Reason why a carrier can't be opened, or does not lead to this hub. `carrierFaultText` has the texts. */
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
      ...(detail !== undefined && { detail: detail.trim().slice(-longestDetail) }),
    };
  }
}
