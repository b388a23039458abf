import * as os from 'node:os';
import * as vscode from 'vscode';
import { sessionTitle } from '../../../shared/board/sessionNames';
import type { GrantRule, GrantTerms } from '../../../shared/protocol/work/grants';
import type { LiveSession, PendingRequest } from '../../../shared/protocol/protocol';
import {
  durationName,
  grantButton,
  grantDurations,
  grantOffer,
  isOfSubagent,
} from '../../../shared/board/grantOffer';
import { grantText } from '../../../shared/request/grantText';
import { plainLine } from '../../../shared/text/plainText';
import { sentenceCase } from '../../../shared/text/sentenceCase';
import { formatPath } from '../../../shared/words/format';
import { t } from '../../../shared/words/l10n';
import { requestDigest } from '../../util/keys/signing';
import { escapeIcons } from '../markdown';
import {
  askUntilRead,
  kindOf,
  sessionFor,
  showFailure,
  type ControlCommandParts,
} from './requestDialogs';
import { requestDetail } from './requestText';

/**
 * Asks for the rule, the time and the sessions, then shows the complete request, which has to be
 * read before it is allowed.
 */
export async function allowForAWhile(parts: ControlCommandParts, argument: unknown): Promise<void> {
  const { hub, asked, showAnswer } = parts;
  const session = await sessionFor(parts, argument, 'allowForAWhile');
  if (session === undefined) return;
  const { sessionId } = session;
  if (kindOf(session) !== 'tool') return showAnswer(sessionId);
  const request = await hub.call('request', { sessionId });
  const { rules, none } = grantOffer(session, request);
  if (none !== undefined) return void vscode.window.showInformationMessage(none);
  const terms = await asked.listWhileOpen(sessionId, () => askTerms(session, request, rules));
  if (terms !== undefined) await confirmGrant(parts, session, request, terms);
}

/** The terms that the person chooses in up to three lists; undefined if one is dismissed. */
async function askTerms(
  session: LiveSession,
  request: PendingRequest,
  rules: readonly GrantRule[],
): Promise<GrantTerms | undefined> {
  const rule = await choose(
    rules.map((value) => ({ label: grantText(value, ''), description: placeOf(value), value })),
    t('What is allowed for a while'),
  );
  if (rule === undefined) return undefined;
  const duration = await choose(
    grantDurations.map((ms) => ({ label: durationName(ms), description: '', value: { ms } })),
    t('How long it is allowed'),
  );
  if (duration === undefined) return undefined;
  const { ms } = duration;
  const project = plainLine(session.projectName, 60);
  const scopes = [
    {
      label: t('this session'),
      description: plainLine(sessionTitle(session), 80),
      value: 'session',
    },
    { label: t('all sessions of {0}', project), description: '', value: 'project' },
  ] as const;
  // Without a time, it would not be clear with which session it ends.
  const scope = ms === undefined ? 'session' : await choose(scopes, t('Where it is allowed'));
  if (scope === undefined) return undefined;
  return {
    rule,
    scope,
    project: session.projectPath,
    ...(ms !== undefined && { ms }),
    ...(isOfSubagent(request) && { subagents: true }),
  };
}

/** Folder of a rule for commands, whose text does not name it. */
function placeOf(rule: GrantRule): string {
  if (rule.kind === 'folder') return '';
  return t('Only in {0}', plainLine(formatPath(rule.cwd, os.homedir()), 200));
}

async function choose<Value>(
  rows: readonly { readonly label: string; readonly description: string; readonly value: Value }[],
  placeHolder: string,
): Promise<Value | undefined> {
  const items = rows.map(({ label, description, value }) => ({
    label: escapeIcons(sentenceCase(label)),
    description: escapeIcons(description),
    value,
  }));
  const title = t('Allow for a while');
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.value;
}

async function confirmGrant(
  { decider, asked, showAnswer }: ControlCommandParts,
  session: LiveSession,
  request: PendingRequest,
  terms: GrantTerms,
): Promise<void> {
  const { sessionId } = session;
  const call = request.call?.id;
  if (call === undefined)
    return showFailure(Promise.resolve(t('This request is no longer waiting.')));
  const { text, isWhole } = requestDetail(request, os.homedir());
  // The dialog has no room for the complete request, but the card shows it.
  if (!isWhole) return showAnswer(sessionId);
  decider.shown(sessionId, call, 'dialog');
  const rule = grantText(terms.rule, '');
  const subagents = terms.subagents === true ? t('also for subagents') : '';
  const question = t('Allow in {0}: {1}', grantPlaceText(session, terms), rule);
  const detail = [text, subagents].filter((part) => part !== '').join('\n\n');
  const allow = grantButton(terms);
  const show = (): Thenable<string | undefined> =>
    vscode.window.showWarningMessage(question, { modal: true, detail }, allow);
  const answer = await asked.listWhileOpen(sessionId, () => askUntilRead(allow, show));
  if (answer !== allow) return;
  const target = { sessionId, call, shown: requestDigest(request) };
  await showFailure(decider.giveGrant(target, terms));
}

function grantPlaceText(session: LiveSession, { scope }: GrantTerms): string {
  return scope === 'session'
    ? sessionTitle(session)
    : t('all sessions of {0}', plainLine(session.projectName, 60));
}
