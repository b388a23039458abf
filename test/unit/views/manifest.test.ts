import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import * as manifest from '../../../src/extension/manifest';
import { sessionActions } from '../../../src/shared/actions/sessionActions';
import { manifestFiles } from '../../support/manifest/manifestFiles';

const root = path.resolve(__dirname, '../../..');

const menuItem = z.object({
  command: z.string().optional(),
  submenu: z.string().optional(),
  when: z.string(),
  group: z.string().optional(),
});
const packageSchema = z.object({
  name: z.string(),
  publisher: z.string(),
  icon: z.string(),
  activationEvents: z.array(z.string()),
  extensionKind: z.array(z.string()),
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), category: z.string(), title: z.string() })),
    menus: z.record(z.string(), z.array(menuItem)),
    submenus: z.array(z.object({ id: z.string(), label: z.string() })),
    viewsContainers: z.object({
      activitybar: z.array(z.object({ id: z.string(), icon: z.string() })),
    }),
    views: z.record(z.string(), z.array(z.object({ id: z.string(), icon: z.string() }))),
    viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string(), when: z.string() })),
    keybindings: z.array(
      z.object({ command: z.string(), key: z.string(), mac: z.string(), when: z.string() }),
    ),
    configurationDefaults: z.record(z.string(), z.unknown()),
    walkthroughs: z.array(
      z.object({
        id: z.string(),
        icon: z.string(),
        steps: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            description: z.string(),
            media: z.object({ svg: z.string(), altText: z.string() }),
            completionEvents: z.array(z.string()),
          }),
        ),
      }),
    ),
    configuration: z.object({
      properties: z.record(z.string(), z.object({ scope: z.string(), order: z.number() })),
    }),
  }),
});

const packageText = readFileSync(path.join(root, 'package.json'), 'utf8');
const nls = readTexts('package.nls.json');
/** The manifest as the editor reads it, with texts in place of their keys. */
const written = packageSchema.parse(
  JSON.parse(packageText, (_, value: unknown) =>
    typeof value === 'string' ? (nls[value.replace(/^%(.*)%$/, '$1')] ?? value) : value,
  ),
);

function readTexts(file: string): Readonly<Record<string, string>> {
  const text = readFileSync(path.join(root, file), 'utf8');
  return z.record(z.string(), z.string()).parse(JSON.parse(text));
}
const { contributes } = written;

/** Commands that need an argument from a tree row or a document, and are not in the palette. */
const needArgument: readonly string[] = [
  ...sessionActions.flatMap(({ command, palette }) =>
    command !== undefined && (palette === undefined || palette.listed === 'never')
      ? [`missionControl.${command.id}`]
      : [],
  ),
  manifest.commandIds.openRow,
  // Muting for an hour is in the menu of the tree and in Mute Notifications….
  manifest.commandIds.muteForAnHour,
  manifest.commandIds.addComment,
  manifest.commandIds.editComment,
  manifest.commandIds.saveComment,
  manifest.commandIds.cancelComment,
  manifest.commandIds.deleteComment,
  manifest.commandIds.deleteCommentThread,
];

/** Commands that are offered only under a condition, with its `when` clause. */
const offeredWhen: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    sessionActions.flatMap(({ command, palette }) => {
      const { listed } = palette ?? {};
      if (command === undefined || listed === undefined || listed === 'never') return [];
      return [[`missionControl.${command.id}`, listed.when]];
    }),
  ),
  [manifest.commandIds.clearFilter]: manifest.contextKeys.filtered,
  [manifest.commandIds.resumeStranded]: manifest.contextKeys.stranded,
  [manifest.commandIds.startAgain]: manifest.contextKeys.off,
  [manifest.commandIds.askToAnswer]: `${manifest.contextKeys.control} != on`,
  [manifest.commandIds.installShownHooks]: `${manifest.contextKeys.askedChange} == install`,
  [manifest.commandIds.removeShownHooks]: `${manifest.contextKeys.askedChange} == remove`,
  [manifest.commandIds.addShownRule]: `${manifest.contextKeys.askedChange} == allow`,
  [manifest.commandIds.changeNothing]: manifest.contextKeys.askedChange,
  [manifest.commandIds.leaveStranded]: manifest.contextKeys.stranded,
  [manifest.commandIds.showGrants]: manifest.contextKeys.granted,
  [manifest.commandIds.showGrantUses]: manifest.contextKeys.grantsUsed,
  [manifest.commandIds.exportAllowedRequests]: manifest.contextKeys.grantsUsed,
  [manifest.commandIds.nextReviewFiles]: manifest.contextKeys.reviewPart,
  [manifest.commandIds.previousReviewFiles]: manifest.contextKeys.reviewPart,
  [manifest.commandIds.stageReviewed]:
    `${manifest.contextKeys.review} && !${manifest.contextKeys.reviewElsewhere}`,
  [manifest.commandIds.stageAllReviewed]:
    `${manifest.contextKeys.review} && !${manifest.contextKeys.reviewElsewhere}`,
  [manifest.commandIds.revertReviewed]:
    `${manifest.contextKeys.review} && !${manifest.contextKeys.reviewElsewhere}`,
  [manifest.commandIds.commitReviewed]:
    `${manifest.contextKeys.review} && !${manifest.contextKeys.reviewElsewhere}`,
  [manifest.commandIds.sendReviewComments]: manifest.contextKeys.review,
  [manifest.commandIds.allowShownRequest]:
    `resourceScheme == ${manifest.requestScheme} && resource in ${manifest.contextKeys.answerableDiffs}`,
  ...Object.fromEntries(
    ['approvePlan', 'approvePlanAcceptEdits', 'sendBackPlan'].map((name) => [
      `missionControl.${name}`,
      `resourceScheme == ${manifest.planScheme} && resource in ${manifest.contextKeys.answerablePlans}`,
    ]),
  ),
  ...Object.fromEntries(
    ['sendPlanWords', 'copyPlanWords', 'discardPlanWords'].map((name) => [
      `missionControl.${name}`,
      `resourceScheme == ${manifest.planScheme} && resource in ${manifest.contextKeys.writtenPlans}`,
    ]),
  ),
};

function sorted(values: Iterable<string>): readonly string[] {
  return [...values].sort();
}

describe('package.json and manifest.ts', () => {
  it('name the same extension', () => {
    assert.equal(`${written.publisher}.${written.name}`, manifest.extensionId);
  });

  it('say of actions on sessions what their table says', async () => {
    const stale = (await manifestFiles()).filter(
      ({ written: text, text: meant }) => text !== meant,
    );
    assert.deepEqual(
      stale.map(({ name }) => name),
      [],
      'run: npm run manifest',
    );
  });

  it('name the same commands, each once', () => {
    assert.deepEqual(
      sorted(contributes.commands.map(({ command }) => command)),
      sorted(Object.values(manifest.commandIds)),
    );
  });

  it('name the same views', () => {
    assert.deepEqual(
      contributes.viewsContainers.activitybar.map(({ id }) => id),
      [manifest.viewIds.container],
    );
    assert.deepEqual(Object.keys(contributes.views), [manifest.viewIds.container]);
    assert.deepEqual(
      contributes.views[manifest.viewIds.container]?.map(({ id }) => id),
      [manifest.viewIds.sessions, manifest.viewIds.boardView],
    );
  });

  it('put only what opens or leads somewhere on a row of the tree, which may move under the pointer', () => {
    const icons = (contributes.menus['view/item/context'] ?? []).filter(({ group }) =>
      group?.startsWith('inline'),
    );
    const { commandIds } = manifest;
    assert.deepEqual(
      sorted(new Set(icons.map(({ command = '' }) => command))),
      sorted([
        commandIds.goToTerminal,
        commandIds.revealInBoard,
        commandIds.reviewChanges,
        commandIds.reviewRequest,
      ]),
    );
  });

  it('name the same settings', () => {
    assert.deepEqual(
      sorted(Object.keys(contributes.configuration.properties)),
      sorted(Object.values(manifest.settingIds)),
    );
  });

  it('are restored with what they show', () => {
    const restored = [
      `onWebviewPanel:${manifest.viewIds.boardPanel}`,
      `onFileSystem:${manifest.planScheme}`,
      `onFileSystem:${manifest.reviewScheme}`,
    ];
    for (const event of restored) assert.ok(written.activationEvents.includes(event), event);
  });

  it('ask only for context keys that are set', () => {
    const clauses = [
      ...Object.values(contributes.menus).flatMap((items) => items.map(({ when }) => when)),
      ...contributes.viewsWelcome.map(({ when }) => when),
    ];
    const known = new Set<string>([
      ...contributes.submenus.map(({ id }) => id),
      ...Object.values(manifest.contextKeys),
      ...Object.values(manifest.viewIds),
    ]);
    for (const key of clauses.flatMap((clause) => clause.match(/missionControl[.\w]*/g) ?? [])) {
      assert.ok(known.has(key), key);
    }
  });

  it('bind keys to known commands, in a terminal too', () => {
    const known: readonly string[] = Object.values(manifest.commandIds);
    const bound = contributes.keybindings.map(({ command }) => command);
    for (const command of bound) assert.ok(known.includes(command), command);
    assert.deepEqual(
      contributes.configurationDefaults['terminal.integrated.commandsToSkipShell'],
      bound,
    );
  });

  it('put only known commands into menus, in groups, and links of known commands into welcomes', () => {
    const known: readonly string[] = Object.values(manifest.commandIds);
    const submenus = new Set(contributes.submenus.map(({ id }) => id));
    for (const [menu, items] of Object.entries(contributes.menus)) {
      for (const { command = '', submenu = '', group } of items) {
        assert.ok(known.includes(command) || submenus.has(submenu), command + submenu);
        if (menu !== 'commandPalette') assert.ok(group !== undefined, `${menu} ${command}`);
      }
    }
    for (const { contents } of contributes.viewsWelcome) {
      for (const [, command = ''] of contents.matchAll(/\(command:([^)]+)\)/g)) {
        assert.ok(known.includes(command), command);
      }
    }
  });

  it('lead through at most five steps, each with an action and an event that ends it', () => {
    const own: readonly string[] = [
      ...Object.values(manifest.commandIds),
      'workbench.action.openSettings',
    ];
    const events = new Set([
      ...own.map((command) => `onCommand:${command}`),
      `onContext:${manifest.contextKeys.hooks} == installed`,
    ]);
    const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    assert.ok(steps.length > 0 && steps.length <= 5);
    for (const { id, description, completionEvents } of steps) {
      const [, command = ''] = /\(command:([^)?]+)[^)]*\)$/.exec(description) ?? [];
      assert.ok(own.includes(command), `${id} ${command}`);
      assert.ok(completionEvents.length > 0 && completionEvents.every((one) => events.has(one)));
    }
  });

  it('lead with answering from here where hooks are offered', () => {
    for (const key of ['welcome.hooksMissing', 'walkthrough.hooks.title'])
      assert.match(nls[key] ?? '', /^(?:Allow and answer|Answer) from here/, key);
  });

  it('keep commands that need an argument, or have nothing to do, out of the palette', () => {
    assert.deepEqual(
      sorted((contributes.menus['commandPalette'] ?? []).map(({ command = '' }) => command)),
      sorted([...needArgument, ...Object.keys(offeredWhen)]),
    );
    for (const { command = '', when } of contributes.menus['commandPalette'] ?? []) {
      assert.equal(when, offeredWhen[command] ?? 'false');
    }
  });

  it('list about thirty commands in the palette of any window, and none that needs a row', () => {
    const rows = contributes.menus['commandPalette'] ?? [];
    const hidden = new Set(rows.map(({ command = '' }) => command));
    const listed = contributes.commands.filter(({ command }) => !hidden.has(command));
    assert.ok(listed.length <= 33, String(listed.length));
    const titles = listed.map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
    for (const ofRow of ['Pin Session', 'Unpin Session', 'Dismiss', 'Restore', 'Retry'])
      assert.ok(!titles.includes(ofRow), ofRow);
    assert.ok(!titles.includes('New Session Here'));
    assert.ok(titles.includes('Pin or Unpin Session'));
  });

  it('keep the ids that were listed before, for keys that are bound to them', () => {
    const ids = new Set(contributes.commands.map(({ command }) => command));
    for (const name of [
      'pinSession',
      'unpinSession',
      'pinProject',
      'unpinProject',
      'tagProject',
      'denyRequest',
      'answerQuestion',
      'reviewPlan',
      'showRequestDiff',
      'retrySession',
      'newSession',
      'openProject',
      'copySessionId',
    ])
      assert.ok(ids.has(`missionControl.${name}`), name);
  });

  it('keep a workspace from choosing executables, paths or ports, and follow a person where they are theirs', () => {
    const scopes = Object.entries(contributes.configuration.properties).map(([id, { scope }]) => [
      id.replace('missionControl.', ''),
      scope,
    ]);
    assert.deepEqual(Object.fromEntries(scopes), {
      configHome: 'machine',
      configHomes: 'machine',
      agents: 'machine',
      claudeCommand: 'machine',
      'control.enabled': 'machine',
      'control.disabledProjects': 'machine',
      'control.holdCodexRequests': 'machine',
      notifications: 'application',
      notificationSound: 'application',
      'budget.perSession': 'application',
      'budget.perDay': 'application',
      'phone.pingUrl': 'machine',
      'phone.pushAfterSeconds': 'application',
      'phone.pushText': 'application',
      layers: 'application',
      projectLayers: 'application',
      prices: 'application',
      machines: 'machine',
      'mcp.showTexts': 'application',
      'phone.url': 'machine',
      // A workspace's value counts only in trusted windows, for its own folders.
      rules: 'resource',
      pullRequests: 'machine',
      keepAwakeWhileAgentsRun: 'machine',
    });
  });

  it('draw the walkthrough without styles of their own, which the editor blocks there', () => {
    for (const { media } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      const picture = readFileSync(path.join(root, media.svg), 'utf8');
      assert.doesNotMatch(picture, /style|class=/, media.svg);
      assert.match(picture, /fill="var\(--vscode-/, media.svg);
    }
  });

  it('have every text in English and German, and no other', () => {
    const used = new Set([...packageText.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key));
    assert.deepEqual(sorted(Object.keys(nls)), sorted(used));
    assert.deepEqual(sorted(Object.keys(readTexts('package.nls.de.json'))), sorted(used));
  });

  it('leave no text without a key', () => {
    const texts =
      /"(?:title|description|markdownDescription|name|contents|label)": "([^%"][^"]*)"/g;
    const found = [...packageText.matchAll(texts)].map(([, text]) => text);
    assert.deepEqual(
      found.filter((text) => text !== written.name && text !== 'Mission Control'),
      [],
    );
  });

  it('say the same commands behind links in both languages', () => {
    const links = (text: string) => text.match(/\(command:[^)]*\)/g) ?? [];
    for (const [key, text] of Object.entries(readTexts('package.nls.de.json'))) {
      assert.deepEqual(links(text), links(nls[key] ?? ''), key);
    }
  });

  it('run the extension where the sessions are', () => {
    assert.deepEqual(written.extensionKind, ['workspace']);
  });

  it('name files that exist', () => {
    const files = [
      written.icon,
      ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
      ...Object.values(contributes.views).flatMap((views) => views.map(({ icon }) => icon)),
      ...contributes.walkthroughs.flatMap(({ icon, steps }) => [
        icon,
        ...steps.map(({ media }) => media.svg),
      ]),
    ];
    for (const file of files) assert.ok(existsSync(path.join(root, file)), file);
  });
});
