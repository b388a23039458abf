const dayMs = 24 * 60 * 60_000;

/**
 * All files in our folder that the hub keeps over restarts, as `docs/manual/privacy.md` lists them.
 * Entries are dropped beyond `cap` entries, and after `ms` milliseconds, counted from a time that
 * each file defines.
 */
export const keptFiles = {
  // Entries beyond these caps belong to sessions or pull requests that are history.
  'archived.json': { cap: 5_000 },
  'collisions.json': { cap: 500, ms: 30 * dayMs },
  'grants.json': { cap: 200, ms: dayMs },
  'looks.json': { cap: 500 },
  'marks.json': { cap: 5_000 },
  'mutes.json': { cap: 1_000 },
  'notified.json': { cap: 500 },
  'phone-carrier.json': {},
  'phone-keys.json': {},
  'phone-settings.json': {},
  // More phones than one person has.
  'phones.json': { cap: 20, ms: 30 * dayMs },
  'prompts.json': { ms: dayMs },
  'pulls.json': { cap: 500 },
  'push-keys.json': {},
  'pushed.json': { cap: 500 },
  'reviews.json': { cap: 1_000, ms: 90 * dayMs },
  'stranded.json': { ms: 7 * dayMs },
} as const;

export type KeptFileName = keyof typeof keptFiles;
