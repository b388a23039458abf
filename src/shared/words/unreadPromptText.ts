import { message } from './l10n';

/** Note behind the author of a prompt that only the client's queue has. */
export const unreadPromptText = message('queued, not recorded as read');
