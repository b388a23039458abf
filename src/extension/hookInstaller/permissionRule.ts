import type { Node } from 'jsonc-parser';
import { t } from '../../shared/words/l10n';
import { appendChild, jsonStyle } from './jsonText';
import { emptySettings } from './settingsEdit';
import { settingsErrorAt } from '../agents/claude/settings/settingsError';
import { isBlank, parseSettings, propertyNode } from '../agents/claude/settings/settingsTree';

/** The settings with a rule in `permissions.allow`; unchanged if the rule is already there. */
export function allowRule(before: string, rule: string): string {
  const style = jsonStyle(before);
  const text = isBlank(before) ? emptySettings(before, style) : before;
  const root = parseSettings(text);
  const permissions = propertyNode(root, 'permissions');
  if (permissions === undefined) {
    return appendChild(text, root, { allow: [rule] }, style, 'permissions');
  }
  requireType(text, permissions, 'object', t('"permissions" is not an object'));
  const allow = propertyNode(permissions, 'allow');
  if (allow === undefined) return appendChild(text, permissions, [rule], style, 'allow');
  requireType(text, allow, 'array', t('"permissions.allow" is not a list'));
  const isThere = (allow.children ?? []).some(({ value }) => value === rule);
  return isThere ? before : appendChild(text, allow, rule, style);
}

function requireType(text: string, node: Node, type: Node['type'], what: string): void {
  if (node.type !== type) throw settingsErrorAt('wrong-type', what, text, node.offset);
}
