import * as vscode from 'vscode';
import { reviewScheme } from '../../manifest';
import { reviewAddress, type ReviewAddress } from './reviewAddress';

interface TwoSides {
  readonly original?: vscode.Uri;
  readonly modified?: vscode.Uri;
}

/** The review in a tab; undefined for any other tab. */
export function reviewOf(tab: vscode.Tab | undefined): ReviewAddress | undefined {
  for (const { original } of sidesOf(tab)) {
    const address = original?.scheme === reviewScheme ? reviewAddress(original) : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
}

export function reviewTabs(): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter((tab) => reviewOf(tab) !== undefined);
}

export function tabInFront(): vscode.Tab | undefined {
  return vscode.window.tabGroups.activeTabGroup.activeTab;
}

/** The documents of a review's tab, on both sides. */
export function urisOf(tab: vscode.Tab): readonly vscode.Uri[] {
  return sidesOf(tab).flatMap(({ original, modified }) =>
    [original, modified].filter((uri) => uri !== undefined),
  );
}

/**
 * The two sides of each file in a multi-file diff. The API has no public class for its input, so
 * the shape is checked.
 */
function sidesOf(tab: vscode.Tab | undefined): readonly TwoSides[] {
  const { input } = tab ?? {};
  if (typeof input !== 'object' || input === null || !('textDiffs' in input)) return [];
  return Array.isArray(input.textDiffs) ? (input.textDiffs as readonly TwoSides[]) : [];
}
