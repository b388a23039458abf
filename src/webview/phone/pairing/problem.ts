/** A failure whose message is a sentence for the person. */
export class PhoneProblem extends Error {
  constructor(
    message: string,
    /** True where the ticket was not used, so that the person may try again. */
    readonly isWorthAgain = false,
  ) {
    super(message);
  }
}
