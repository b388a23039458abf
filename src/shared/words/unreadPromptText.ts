import { message } from './l10n';

/**
 * Note after the author of a prompt that was queued in the client but never recorded as received.
 */
export const unreadPromptText = message('queued, not recorded as read');
