/** What the demo's person has taught the board: setting `missionControl.rules`. */
export const demoRules = {
  version: 1,
  signals: [
    {
      name: 'store track',
      kind: 'release',
      command: 'publishReleaseBundle',
      output: 'Uploaded .* to track (?<track>\\w+)',
      ok: true,
    },
    {
      name: 'preview',
      kind: 'preview',
      command: '\\bpreview:deploy\\b',
      output: '(?<url>https://\\S+)',
      ok: true,
    },
  ],
  labels: [
    {
      name: 'Released',
      when: { signal: 'release', within: 'turn' },
      label: 'On the {track} track',
      icon: 'rocket',
      tone: 'green',
    },
    {
      name: 'Preview',
      when: { signal: 'preview' },
      badges: [{ text: 'Preview', icon: 'globe', tone: 'blue', href: '{url}' }],
    },
  ],
} as const;
