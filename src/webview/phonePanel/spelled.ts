/** A matching code for who hears it: letter by letter. */
export const spelled = (code: string): string => code.replace(/\s/gu, '').split('').join(' ');
