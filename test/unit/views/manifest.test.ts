import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import * as manifest from '../../../src/extension/manifest';

const root = path.resolve(__dirname, '../../..');

const menuItem = z.object({ command: z.string(), when: z.string(), group: z.string().optional() });
const packageSchema = z.object({
  name: z.string(),
  publisher: z.string(),
  icon: z.string(),
  activationEvents: z.array(z.string()),
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), category: z.string(), title: z.string() })),
    menus: z.record(z.string(), z.array(menuItem)),
    viewsContainers: z.object({
      activitybar: z.array(z.object({ id: z.string(), icon: z.string() })),
    }),
    views: z.record(z.string(), z.array(z.object({ id: z.string(), icon: z.string() }))),
    viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string(), when: z.string() })),
    languages: z.array(
      z.object({
        id: z.string(),
        filenamePatterns: z.array(z.string()),
        configuration: z.string(),
        icon: z.record(z.string(), z.string()),
      }),
    ),
    grammars: z.array(z.object({ language: z.string(), path: z.string() })),
    configuration: z.object({
      properties: z.record(z.string(), z.object({ scope: z.string(), order: z.number() })),
    }),
  }),
});

const written = packageSchema.parse(
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
);
const { contributes } = written;

/** Commands that cannot be called by themselves; they belong to a row or a document. */
const needArgument: readonly string[] = [
  manifest.commandIds.openRawTranscript,
  manifest.commandIds.revealInBoard,
  manifest.commandIds.openProject,
  manifest.commandIds.copySessionId,
  manifest.commandIds.dismissSession,
  manifest.commandIds.restoreSession,
  manifest.commandIds.showMoreDone,
];

function sorted(values: Iterable<string>): readonly string[] {
  return [...values].sort();
}

describe('package.json and manifest.ts', () => {
  it('name the same extension', () => {
    assert.equal(`${written.publisher}.${written.name}`, manifest.extensionId);
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
      [manifest.viewIds.sessions],
    );
  });

  it('name the same settings', () => {
    assert.deepEqual(
      sorted(Object.keys(contributes.configuration.properties)),
      sorted(Object.values(manifest.settingIds)),
    );
  });

  it('name the same language and scheme', () => {
    assert.deepEqual(
      contributes.languages.map(({ id }) => id),
      [manifest.transcriptLanguageId],
    );
    assert.deepEqual(
      contributes.grammars.map(({ language }) => language),
      [manifest.transcriptLanguageId],
    );
    const restored = [
      `onWebviewPanel:${manifest.viewIds.boardPanel}`,
      `onFileSystem:${manifest.transcriptScheme}`,
    ];
    for (const event of restored) assert.ok(written.activationEvents.includes(event), event);
  });

  it('ask only for context keys that are set', () => {
    const clauses = [
      ...Object.values(contributes.menus).flatMap((items) => items.map(({ when }) => when)),
      ...contributes.viewsWelcome.map(({ when }) => when),
    ];
    const known = new Set<string>([
      ...Object.values(manifest.contextKeys),
      ...Object.values(manifest.viewIds),
    ]);
    for (const key of clauses.flatMap((clause) => clause.match(/missionControl[.\w]*/g) ?? [])) {
      assert.ok(known.has(key), key);
    }
  });

  it('put only known commands into menus, in groups, and links of known commands into welcomes', () => {
    const known: readonly string[] = Object.values(manifest.commandIds);
    for (const [menu, items] of Object.entries(contributes.menus)) {
      for (const { command, group } of items) {
        assert.ok(known.includes(command), command);
        if (menu !== 'commandPalette') assert.ok(group !== undefined, `${menu} ${command}`);
      }
    }
    for (const { contents } of contributes.viewsWelcome) {
      for (const [, command = ''] of contents.matchAll(/\(command:([^)]+)\)/g)) {
        assert.ok(known.includes(command), command);
      }
    }
  });

  it('keep commands that need an argument out of the palette', () => {
    assert.deepEqual(
      sorted((contributes.menus['commandPalette'] ?? []).map(({ command }) => command)),
      sorted(needArgument),
    );
    for (const { when } of contributes.menus['commandPalette'] ?? []) assert.equal(when, 'false');
  });

  it('keep a workspace from choosing executables, paths or ports', () => {
    for (const { scope } of Object.values(contributes.configuration.properties)) {
      assert.equal(scope, 'machine');
    }
  });

  it('name files that exist', () => {
    const files = [
      written.icon,
      ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
      ...Object.values(contributes.views).flatMap((views) => views.map(({ icon }) => icon)),
      ...contributes.languages.flatMap(({ configuration, icon }) => [
        configuration,
        ...Object.values(icon),
      ]),
      ...contributes.grammars.map((grammar) => grammar.path),
    ];
    for (const file of files) assert.ok(existsSync(path.join(root, file)), file);
  });
});
