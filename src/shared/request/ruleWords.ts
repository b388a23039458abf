import { isServerTool, serverOfRule, serverTool } from '../agents/inputs';
import type { ToolKind } from '../agents/tool';
import { isFileEdit, isShellTool, toolKind } from '../agents/tools';
import { formatPath } from '../words/format';
import { t } from '../words/l10n';
import { shownText } from '../text/plainText';
import { anyCommandText, commandRisk, mayBeRisky } from './commandRisk';
import { pathRisk } from './pathRisk';

/** A permission rule of the client as text, with a warning if it is broad. */
export interface RuleWords {
  readonly text: string;
  /** Warning about a broad rule; empty if the rule is narrow. */
  readonly warning: string;
}

/** Longest rule that is offered, in characters; nobody would read a longer one. */
const maxRuleLength = 2_000;

/** Texts for what the tools do to files. */
const fileTools: Readonly<Partial<Record<ToolKind, (files: string) => string>>> = {
  edit: (files) => t('changing {0}', files),
  editNotebook: (files) => t('changing {0}', files),
  find: (files) => t('finding {0}', files),
  list: (files) => t('listing {0}', files),
  read: (files) => t('reading {0}', files),
  search: (files) => t('searching {0}', files),
  write: (files) => t('writing {0}', files),
};

/** Describes a rule; undefined if the description could not show all of it. */
export function ruleWords(
  tool: string,
  content: string | undefined,
  home: string,
): RuleWords | undefined {
  if (tool === '' || !isShowable(tool) || (content !== undefined && !isShowable(content)))
    return undefined;
  const text = content?.trim() ?? '*';
  if (text === '') return undefined;
  if (isShellTool(tool)) return commandWords(tool, text);
  if (isServerTool(tool)) return mcpWords(tool, text);
  if (text === '*') return wholeToolWords(tool);
  const kind = toolKind(tool);
  const files = fileTools[kind];
  if (files !== undefined) return fileWords(tool, files, text, home);
  if (kind === 'fetch' && text.startsWith('domain:')) return domainWords(text.slice(7));
  return { text: t('{0} of “{1}”', tool, text), warning: '' };
}

/**
 * True for text that is shown unchanged and uncut, so that a person reads exactly what the client
 * receives.
 */
export function isShowable(text: string): boolean {
  return (
    text.length <= maxRuleLength && shownText(text.trim(), Infinity).whole && !/[“”]/.test(text)
  );
}

function wholeToolWords(tool: string): RuleWords {
  return {
    text: t('every use of {0}', tool),
    warning: t('This is everything that {0} can do.', tool),
  };
}

function commandWords(tool: string, text: string): RuleWords {
  const beginning = /^(.*?)(?::\*| \*)$/su.exec(text)?.[1]?.trim();
  if (text === '*' || beginning === '' || beginning === '*')
    return { text: t('every {0} command', tool), warning: anyCommandText() };
  if (beginning !== undefined && !beginning.includes('*'))
    return {
      text: t('any command that begins with “{0}”', beginning),
      warning: commandRisk(beginning),
    };
  if (text.includes('*'))
    return {
      text: t('any command like “{0}”, where * stands for anything', text),
      warning: wildcardWarning(text.slice(0, text.indexOf('*'))),
    };
  return { text: t('the command “{0}”', text), warning: '' };
}

/**
 * Warning for a pattern, by its text before the first star. The star may continue the program's
 * name.
 */
function wildcardWarning(beginning: string): string {
  if (/\S/.test(beginning) && !/\s/.test(beginning.trimStart()) && mayBeRisky(beginning.trim()))
    return anyCommandText();
  return commandRisk(beginning.trim());
}

function mcpWords(tool: string, text: string): RuleWords {
  const { server, tool: one } = serverTool(tool) ?? { server: serverOfRule(tool), tool: '*' };
  if (text !== '*') return { text: t('{0} of “{1}”', tool, text), warning: '' };
  return one === '*'
    ? {
        text: t('every tool of the MCP server {0}', server),
        warning: t('These are all tools of that server, those to come as well.'),
      }
    : { text: t('every use of {0} of the MCP server {1}', one, server), warning: '' };
}

function domainWords(domain: string): RuleWords {
  if (/^[*.]*$/.test(domain))
    return { text: t('fetching any page'), warning: t('These are all pages of the web.') };
  const [, end] = /^(?:.*\*)\.?([^.*]*)$/su.exec(domain) ?? [];
  return {
    text: t('fetching pages from {0}', domain),
    warning: end === undefined ? '' : t('These are all sites whose names end in “{0}”.', end),
  };
}

/**
 * Text for a rule about paths, in which `//` starts an absolute path and `/` a path in the project.
 */
function fileWords(
  tool: string,
  describeFiles: (files: string) => string,
  pattern: string,
  home: string,
): RuleWords {
  const [, folder] = /^(.*?)\/?\*\*(?:\/\*)?$/su.exec(pattern) ?? [];
  const path = (folder ?? pattern).replace(/^\/\//, '/');
  const isAbsolute = /^(?:\/\/|~|[a-z]:)/i.test(pattern);
  const risk = pathRisk(folder ?? pattern, isFileEdit(tool));
  if (folder === undefined || folder.includes('*')) {
    // All files that the pattern matches lie in the folder above the first name with a star.
    const before = path.slice(0, path.indexOf('*'));
    const above = before.slice(0, Math.max(before.lastIndexOf('/'), before.lastIndexOf('\\')) + 1);
    const reach = isAbsolute && path.includes('*') ? folderWarning(formatPath(above, home)) : '';
    return {
      text: describeFiles(t('“{0}”', pattern.startsWith('//') ? formatPath(path, home) : pattern)),
      warning: risk || reach,
    };
  }
  if (isAbsolute || folder.startsWith('..')) {
    const shown = path === '' ? '/' : formatPath(path, home);
    return {
      text: describeFiles(t('everything in {0}', shown)),
      warning: folderWarning(shown) || risk,
    };
  }
  const inside = folder.replace(/^\.?\//, '');
  return {
    text: describeFiles(
      inside === '' || inside === '.'
        ? t('everything in the project')
        : t('everything in {0} of the project', inside),
    ),
    warning: risk,
  };
}

/** Warning for the root, a home folder, or a folder directly below the root. */
export function folderWarning(folder: string): string {
  const slashed = folder.replaceAll('\\', '/');
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.');
  let end = slashed.length;
  while (slashed.charAt(end - 1) === '/') end -= 1;
  const path = slashed.slice(0, end);
  const isHome = path === '~' || /^\/(?:home|Users)\/[^/]+$/i.test(path) || path === '/root';
  if (isHome) return t('This is a whole home folder.');
  if (/^(?:[a-z]:|~)/i.test(path)) return parts.length < 2 ? wholeDisk() : '';
  if (parts.includes('..')) return t('This leads out of the project.');
  return path === '' || (path.startsWith('/') && parts.length < 2) ? wholeDisk() : '';
}

const wholeDisk = () => t('This is a large part of the disk.');
