const transcript =
  'resourceScheme == claude-transcript || activeWebviewPanelId == missionControl.transcript';

/**
 * Listed in the Command Palette while a request can be answered from here. In an untrusted
 * workspace always listed, because the commands then explain why they do nothing.
 */
export const whileAnswerable = { when: 'missionControl.asked' } as const;

/** Listed in a window that has control over sessions. */
export const inControl = { when: 'missionControl.control == on' } as const;

/** Listed while a transcript is active; the command then applies to its session. */
export const inTranscript = { when: transcript } as const;

/** Listed while a transcript or a review is active. */
export const inTranscriptOrReview = {
  when: `${transcript} || activeEditor == multiDiffEditor && missionControl.review`,
} as const;
