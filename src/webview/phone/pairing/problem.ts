/** A failure whose message is a sentence for the person. */
export class PhoneProblem extends Error {
  constructor(
    message: string,
    /** True if the ticket was not used, so that pairing can be retried. */
    readonly canPairAgain = false,
  ) {
    super(message);
  }
}
