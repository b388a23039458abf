/** A matching code for screen readers, letter by letter. */
export const spellCode = (code: string): string => code.replace(/\s/gu, '').split('').join(' ');
