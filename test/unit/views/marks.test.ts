import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { findingRows } from '../../../src/extension/views/findSession/findingRows';
import {
  knownTags,
  ownTags,
  tagRows,
  type Tagged,
} from '../../../src/extension/views/marks/tagRows';
import { sessionMarkdown } from '../../../src/extension/views/sessionText';
import { sessionRow } from '../../../src/extension/views/tree/sessionRow';
import { parseFilter } from '../../../src/shared/board/filter/filterTokens';
import { createSessionMatcher } from '../../../src/shared/board/filter/sessionFilter';
import { tagColors } from '../../../src/shared/text/tagColors';
import { projectRoot } from '../../support/editor/paths';
import { aSession, builderNow } from '../../support/sessionBuilder';

const now = Date.parse(builderNow);
const hot = { word: 'hot', color: 'red' } as const;
const team = { word: 'team', color: 'blue', project: true };
const marked = aSession({
  title: 'Mine',
  originalTitle: 'Fix the login',
  pinned: true,
  tags: [hot, team],
});
const on = (...words: readonly string[]): Tagged => ({
  target: { scope: 'session', sessionId: words.join() },
  tags: words.map((word) => ({ word })),
});
const shown = (typed: string, ...tagged: readonly Tagged[]) =>
  tagRows(typed, [hot], tagged).map((row) =>
    row.kind === 'note' ? row.label : `${row.label}: ${row.description}`,
  );

describe('The menu of tags', () => {
  it('has each tag of the board once, by its word', () => {
    const other = aSession({
      tags: [
        { word: 'HOT', color: 'red' },
        { word: 'a', color: 'beige' },
      ],
    });
    assert.deepEqual(
      knownTags([marked, other]).map(({ word }) => word),
      ['HOT', 'team'],
    );
  });

  it('takes off what all have, and sets it on all where some have it', () => {
    assert.deepEqual(shown('', on('hot')), ['hot: set; choose it to remove it']);
    assert.deepEqual(shown('', on('hot'), on()), ['hot: set on 1 of 2']);
    const [row] = tagRows('', [hot], [on('hot'), on()]);
    assert.equal(row?.kind !== 'note' && row?.on, true);
  });

  it('offers a typed word in each colour, first in those that no tag has', () => {
    const offered = shown('new', on()).slice(1);
    assert.equal(offered.length, tagColors.length);
    assert.deepEqual([offered[0], offered.at(-1)], ['new: Tag in Orange', 'new: Tag in Red']);
    assert.ok(!shown(' Hot ', on()).includes('hot: Tag in Red'));
  });

  it('says why a text can be no tag', () => {
    assert.deepEqual(shown('x'.repeat(25), on()).slice(1), ['A tag has at most 24 characters.']);
    assert.match(shown('a\u202eb', on())[1] ?? '', /can’t be shown/);
    assert.deepEqual(tagRows('', [], [on()]).length, 1);
  });

  it('changes no tag of the project', () => {
    assert.deepEqual(ownTags(marked), [hot]);
  });
});

describe('What is marked', () => {
  it('says so in the tree, in words', () => {
    const row = sessionRow(marked, now);
    assert.match(row.description, /^<1m · pinned · hot \+1/);
    assert.match(row.accessibleLabel, /^Mine, .*pinned, tags hot, team$/);
    assert.match(row.contextValue, /\+pinned\b/);
    assert.doesNotMatch(
      sessionRow(aSession({ projectPinned: true }), now).contextValue,
      /\+pinned/,
    );
  });

  it('says in the hover what the title was', () => {
    const text = sessionMarkdown(marked, now, '/home/dev');
    for (const part of ['Mine', 'Fix the login', 'Pinned', 'hot, team'])
      assert.ok(text.includes(part));
  });

  it('is found by its tags, its name and its own title', () => {
    const matches = (typed: string) => createSessionMatcher(parseFilter(typed))(marked);
    for (const typed of ['tag:ho', 'tag:"team"', 'mine', 'login', 'hot'])
      assert.ok(matches(typed), typed);
    for (const typed of ['tag:"ho"', 'tag:x', 'tag:mine']) assert.ok(!matches(typed), typed);
  });

  it('is found among the living by what it is called and by its tags', () => {
    const findings = {
      hits: [],
      moreHits: false,
      missing: [],
      searching: false,
      problem: undefined,
    };
    const history = { sessions: [], total: 0, complete: true };
    for (const query of ['mine', 'login', 'team'])
      assert.equal(
        findingRows({ ...findings, history, query }, [marked], false, now).length,
        2,
        query,
      );
  });
});

describe('The colours of tags', () => {
  const written: { readonly contributes: { readonly colors: readonly Contributed[] } } = JSON.parse(
    readFileSync(path.join(projectRoot, 'package.json'), 'utf8'),
  );
  /** The backgrounds with the least contrast among the editor's built-in themes. */
  const grounds = {
    dark: ['#1f1f1f', '#181818', '#2b2b2b', '#333333'],
    light: ['#ffffff', '#f8f8f8', '#f3f3f3'],
    highContrast: ['#000000'],
    highContrastLight: ['#ffffff'],
  } as const;

  it('are those that the manifest has', () => {
    const ids = tagColors.map(
      (color) => `missionControl.tag${color[0]?.toUpperCase()}${color.slice(1)}`,
    );
    assert.deepEqual(
      written.contributes.colors.map(({ id }) => id),
      ids,
    );
  });

  it('stand out from every ground', () => {
    for (const { id, defaults } of written.contributes.colors)
      for (const [kind, these] of Object.entries(grounds))
        for (const ground of these) {
          const contrast = contrastOf(defaults[kind as keyof typeof grounds], ground);
          assert.ok(contrast >= 3, `${id} ${kind} on ${ground}: ${contrast.toFixed(2)}`);
        }
  });
});

interface Contributed {
  readonly id: string;
  readonly defaults: Readonly<
    Record<'dark' | 'light' | 'highContrast' | 'highContrastLight', string>
  >;
}

function contrastOf(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
