/** Characters of a search; the host takes no more. */
export const maxQueryLength = 300;
