/** The colours of tags; `package.json` gives each a value for every kind of theme. */
export const tagColors = [
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const;
export type TagColor = (typeof tagColors)[number];
