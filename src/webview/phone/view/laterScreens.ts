/** Screens that the page loads after its first paint, because each follows a tap on the board. */
export { CardScreen } from './card/CardScreen';
export { DayScreen } from './DayScreen';
export { ReviewScreen } from './review/ReviewScreen';
export { SettingsSheet } from './settings/SettingsSheet';
export { TranscriptAnswer } from './TranscriptAnswer';
