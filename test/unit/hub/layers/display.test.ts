import assert from 'node:assert/strict';
import { composeDisplay } from '../../../../src/extension/hub/layers/display';
import type { SourcedLabel } from '../../../../src/extension/hub/layers/layerSources';
import { displayLimits, displaySchema } from '../../../../src/shared/protocol/layers/display';
import { shownLayerLabel } from '../../../../src/shared/words/layerTexts';
import { setLanguage } from '../../../../src/shared/words/l10n';

/** A layer's label that need not match its type. */
function sourcedLabel(label: object, rest: Partial<SourcedLabel> = {}): SourcedLabel {
  return { layer: 'mine', ...rest, label };
}

const shown = (label: object) => composeDisplay([sourcedLabel(label)], true);
const href = (address: unknown) =>
  shown({ badges: [{ text: 'a', href: address }] })?.badges[0]?.href;

describe('The labels of layers on a card', () => {
  it('consist of the first label and at most four distinct badges of all layers', () => {
    const display = composeDisplay(
      [
        sourcedLabel({ badges: [{ text: 'one' }] }, { layer: 'a' }),
        sourcedLabel(
          {
            label: 'First',
            icon: 'rocket',
            tone: 'green',
            badges: [{ text: 'two' }, { text: 'one' }],
          },
          { layer: 'b', rule: '2 (First)', because: { text: 'matched fly', at: 0 } },
        ),
        sourcedLabel({
          label: 'Second',
          icon: 'book',
          badges: [{ text: '3' }, { text: '4' }, { text: '5' }],
        }),
      ],
      true,
    );
    assert.deepEqual(
      [display?.layer, display?.rule, display?.label?.text],
      ['b', '2 (First)', 'First'],
    );
    assert.deepEqual([display?.icon, display?.tone], ['rocket', 'green']);
    assert.deepEqual(
      display?.badges.map(({ text }) => text.text),
      ['one', 'two', '3', '4'],
    );
    assert.deepEqual(display?.because, { text: 'matched fly', at: '1970-01-01T00:00:00.000Z' });
  });

  it('consist of badges only if the state keeps its own label', () => {
    const label = {
      label: 'Done',
      icon: 'check',
      tone: 'green',
      detail: 'All',
      badges: [{ text: 'a' }],
    };
    const display = composeDisplay([sourcedLabel(label, { because: { text: 'b' } })], false);
    assert.deepEqual(display, {
      layer: 'mine',
      badges: [{ text: { key: 'asIs', values: ['a'], text: 'a' } }],
    });
    assert.equal(composeDisplay([sourcedLabel({ label: 'Done' })], false), undefined);
  });

  it('keep an urgency even without a label', () => {
    assert.deepEqual(composeDisplay([sourcedLabel({ urgency: 1 })], false), {
      layer: 'mine',
      urgency: 1,
      badges: [],
    });
    assert.equal(shown({ urgency: 2 }), undefined);
  });

  it('are truncated to their maximum lengths', () => {
    const long = 'word '.repeat(200);
    for (const text of [
      long,
      { message: 'Pushed {0}', args: [long] },
      { message: long, args: [] },
    ]) {
      const display = shown({ label: text, detail: text, badges: [{ text, tooltip: text }] });
      const [badge] = display?.badges ?? [];
      assert.ok((display?.label?.text.length ?? 99) <= displayLimits.label);
      assert.ok((badge?.text.text.length ?? 99) <= displayLimits.badge);
      assert.ok((badge?.tooltip?.text.length ?? 999) <= displayLimits.detail);
      assert.ok((display?.detail?.text.length ?? 999) <= displayLimits.detail);
      assert.deepEqual(displaySchema.parse(display), display);
    }
    assert.match(
      shown({ label: { message: 'Pushed {0}', args: [long] } })?.label?.text ?? '',
      /^Pushed word/,
    );
  });

  it('show characters that hide or reverse text as visible ones', () => {
    const text = 'a\u202Eb\u0007c\u200Bd';
    const hidden = ['\u202E', '\u0007', '\u200B'];
    const shownWhole = shown({ label: text })?.label?.text ?? '';
    assert.deepEqual(
      hidden.filter((one) => shownWhole.includes(one)),
      [],
    );
    const { values } = shown({ label: { message: 'Pushed {0}', args: [text] } })?.label ?? {};
    assert.deepEqual(
      hidden.filter((one) => String(values).includes(one)),
      [],
    );
  });

  it('have only https addresses', () => {
    assert.equal(href('https://example.com/a?b=c#d'), 'https://example.com/a?b=c#d');
    for (const address of [
      'http://example.com',
      'javascript:alert(1)',
      'command:workbench.action.quit',
      'file:///etc/passwd',
      '//example.com',
      'https://user:secret@example.com',
      `https://example.com/${'a'.repeat(2_000)}`,
      ' ',
      7,
      null,
      {},
    ])
      assert.equal(href(address), undefined, JSON.stringify(address));
  });

  it('lack values that cannot be shown', () => {
    const label = {
      label: 'Good',
      icon: 'skull',
      tone: 7,
      urgency: '1',
      badges: [null, 4, {}, { text: '' }, { text: ['a'] }, { text: { message: 'a', args: [{}] } }],
      detail: { message: 7 },
    };
    assert.deepEqual(shown(label), {
      layer: 'mine',
      label: { key: 'asIs', values: ['Good'], text: 'Good' },
      badges: [],
    });
    for (const nonsense of [null, 7, 'label', [], { label: null }, { label: '  ' }])
      assert.equal(
        composeDisplay([{ layer: 'a', label: nonsense } as unknown as SourcedLabel], true),
        undefined,
      );
  });

  it('are translated to the window’s language if their texts are built in', () => {
    const ours = shown({ label: { message: 'Pushed {0}', args: ['main'] } })?.label;
    const foreign = shown({ label: { message: 'Sent {0}', args: ['main'] } })?.label;
    assert.ok(ours !== undefined && foreign !== undefined);
    assert.deepEqual(
      [shownLayerLabel(ours), shownLayerLabel(foreign)],
      ['Pushed main', 'Sent main'],
    );
    setLanguage('de', { 'Pushed {0}': '{0} gepusht', 'Sent {0}': 'falsch' });
    try {
      assert.deepEqual(
        [shownLayerLabel(ours), shownLayerLabel(foreign)],
        ['main gepusht', 'Sent main'],
      );
    } finally {
      setLanguage('en', {});
    }
  });
});
