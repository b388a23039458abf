import * as vscode from 'vscode';
import type { TagColor } from '../../../shared/text/tagColors';
import { extensionId } from '../../manifest';

interface Contributed {
  readonly id: string;
  readonly defaults: Readonly<Record<'dark' | 'light', string>>;
}

/**
 * A dot in the colour of a tag, with a check mark if the tag is set. It is an image, because quick
 * picks do not colour theme icons.
 */
export function tagIcon(color: TagColor, isSet: boolean): Record<'light' | 'dark', vscode.Uri> {
  const id = `missionControl.tag${color.charAt(0).toUpperCase()}${color.slice(1)}`;
  const all: readonly Contributed[] =
    vscode.extensions.getExtension(extensionId)?.packageJSON.contributes.colors ?? [];
  const { dark = '#888', light = '#888' } = all.find((one) => one.id === id)?.defaults ?? {};
  return {
    dark: picture(dark, isSet ? '#000' : undefined),
    light: picture(light, isSet ? '#fff' : undefined),
  };
}

function picture(color: string, check: string | undefined): vscode.Uri {
  const mark =
    check === undefined
      ? ''
      : `<path d="M5.2 8.2l2 2 3.6-4" fill="none" stroke="${check}" stroke-width="1.6"/>`;
  const spot = `<circle cx="8" cy="8" r="${check === undefined ? 4 : 6.5}" fill="${color}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">${spot}${mark}</svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
