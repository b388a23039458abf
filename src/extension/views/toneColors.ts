import type { Tone } from '../../shared/presentation';

/** Ids of theme colours. */
export const toneColors: Readonly<Record<Tone, string>> = {
  red: 'charts.red',
  amber: 'editorWarning.foreground',
  gray: 'descriptionForeground',
  green: 'charts.green',
  blue: 'charts.blue',
};
