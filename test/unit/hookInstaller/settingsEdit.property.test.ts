import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parse, visit } from 'jsonc-parser';
import {
  emptyContainers,
  installedHooks,
  installHooks,
  removeHooks,
} from '../../../src/extension/hookInstaller/settingsEdit';
import { settingsText } from './settingsText';
import { wantedHooks } from './wantedHooks';

const wanted = wantedHooks(['SessionStart', 'PermissionRequest', 'Stop', 'PreCompact']);

/**
 * Compared as text, because objects whose prototype was set by a `__proto__` key are never equal.
 */
function read(text: string): string {
  return JSON.stringify(parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }));
}

describe('An edit of any settings', () => {
  it('is undone by a removal, to the byte', () => {
    fc.assert(
      fc.property(settingsText, (text) => {
        const kept = emptyContainers(text);
        assert.equal(removeHooks(installHooks(text, wanted), kept), text);
      }),
      { numRuns: 300 },
    );
  });

  it('is undone to the byte also where something else was changed since', () => {
    fc.assert(
      fc.property(settingsText, (text) => {
        const changed = (before: string): string =>
          before.replace(/^\uFEFF?/, (mark) => `${mark}// changed\n`).replaceAll('Bash', 'Edit');
        const after = changed(installHooks(text, wanted));
        assert.equal(removeHooks(after, emptyContainers(text)), changed(text));
      }),
      { numRuns: 300 },
    );
  });

  it('is undone to the byte by somebody who knows of no install, where nothing was empty', () => {
    fc.assert(
      fc.property(settingsText, (text) => {
        const back = removeHooks(installHooks(text, wanted));
        if (emptyContainers(text).size === 0) assert.equal(back, text);
        // Otherwise only empty parts are lost: hooks, events in it, and blanks between brackets.
        assert.ok(isSubsequence(back, text));
        assert.equal(withoutEmptyHooks(back), withoutEmptyHooks(text));
        assert.deepEqual(commentsIn(back), commentsIn(text));
      }),
      { numRuns: 300 },
    );
  });

  it('adds ours, and keeps every character of the rest in its order', () => {
    fc.assert(
      fc.property(settingsText, (text) => {
        const after = installHooks(text, wanted);
        for (const [event, hook] of wanted) {
          assert.deepEqual(installedHooks(after).get(event), [hook]);
        }
        assert.ok(isSubsequence(text, after));
      }),
    );
  });

  it('is the same done twice', () => {
    fc.assert(
      fc.property(settingsText, (text) => {
        const once = installHooks(text, wanted);
        assert.equal(installHooks(once, wanted), once);
      }),
    );
  });

  it('renews what an older version installed elsewhere', () => {
    const older = wantedHooks(['Stop', 'Setup', 'PermissionRequest'], '/somewhere/else');
    fc.assert(
      fc.property(settingsText, (text) => {
        const kept = emptyContainers(text);
        const renewed = installHooks(installHooks(text, older), wanted, kept);
        assert.deepEqual(
          Object.fromEntries(installedHooks(renewed)),
          Object.fromEntries(Array.from(wanted, ([event, hook]) => [event, [hook]])),
        );
        assert.equal(read(removeHooks(renewed, kept)), read(text));
      }),
    );
  });
});

function commentsIn(text: string): readonly string[] {
  const comments: string[] = [];
  const report = (offset: number, length: number): void => {
    comments.push(text.slice(offset, offset + length).trimEnd());
  };
  visit(text.replace(/^\uFEFF/, ' '), { onComment: report });
  return comments;
}

function withoutEmptyHooks(text: string): string {
  const settings = JSON.parse(read(text)) as { hooks?: Record<string, unknown> };
  for (const [event, groups] of Object.entries(settings.hooks ?? {})) {
    if (Array.isArray(groups) && groups.length === 0) delete settings.hooks?.[event];
  }
  if (Object.keys(settings.hooks ?? {}).length === 0) delete settings.hooks;
  return JSON.stringify(settings);
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === part[at]) at++;
  return at === part.length;
}
