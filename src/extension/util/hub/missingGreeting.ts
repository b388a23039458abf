/**
 * First word of the line by which a machine or account reports what is missing, instead of the
 * greeting; the name of the missing thing follows.
 */
export const missingGreeting = 'mission-control-missing/1';
