import { message } from './l10n';

/** What the reader says behind the author of a prompt that only the client's queue has. */
export const unreadPromptText = message('queued, not recorded as read');
