import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { rulesReportText } from '../../../src/extension/views/rules/rulesReportText';
import {
  rulesReportSchema,
  type RulesReport,
} from '../../../src/shared/protocol/layers/ruleReport';
import type { RuleSet, RulesOffer } from '../../../src/shared/protocol/layers/rules';
import { routes } from '../../../src/shared/protocol/protocol';
import { TestHub } from '../../support/hub/testHub';
import { TranscriptFile } from '../../support/hub/transcriptFile';
import { removeHome, tempHome } from '../../support/hub/tempHome';
import { until } from '../../support/until';

const deploy = {
  name: 'fly',
  kind: 'ship',
  command: String.raw`\bfly deploy\b`,
  output: String.raw`(?<url>https://\S+)`,
};
const deployed = {
  name: 'Deployed',
  when: { signal: 'ship', ok: true },
  label: 'Deployed {url} {nobody}',
  badges: [{ text: 'live', href: '{url}' }],
};
const none: RuleSet = { signals: [], labels: [] };

describe('Label rules of windows', function () {
  this.timeout(60_000);
  let home = '';
  let hub: TestHub;
  let file: TranscriptFile;

  beforeEach(async () => {
    home = await tempHome();
    file = TranscriptFile.of(home, 's1');
    await file.write(
      file.prompt('Ship it'),
      file.call('Bash', { command: 'ls' }, 't1', 'm1'),
      file.result('t1', 'README.md'),
      file.call('Bash', { command: 'fly deploy --now' }, 't2', 'm2'),
      file.result('t2', 'at https://shop.fly.dev'),
      file.answer('Done.', 'm3'),
      file.turnEnded(),
    );
    hub = await TestHub.start(home);
    await hub.running.complete;
    await hub.waitFor('s1', () => undefined);
  });
  afterEach(async () => {
    await hub.close();
    await removeHome(home);
  });

  const offer = async (window: string, rest: Partial<RulesOffer>): Promise<number> => {
    const { status } = await hub.post(routes.rules, {
      window,
      user: none,
      workspace: [],
      extensions: [],
      ...rest,
    });
    return status;
  };
  const test = async (request: object): Promise<RulesReport> => {
    const answer = await hub.post(`${routes.rules}/test`, request);
    assert.equal(answer.status, 200, answer.text);
    return rulesReportSchema.parse(JSON.parse(answer.text));
  };
  /** The report on the session, once the thread has read it. */
  const waitForReport = (assertion: (report: RulesReport) => void): Promise<RulesReport> =>
    until(() => test({ sessionId: 's1' }), assertion);

  it('find a signal and label the session, and their test reports both', async () => {
    await hub.window('w1');
    assert.equal(await offer('w1', { user: { signals: [deploy], labels: [deployed] } }), 204);
    // Even the first test is consistent: both of its parts use the same calls.
    const report = await test({ sessionId: 's1' });
    const [signal] = report.signals;
    assert.deepEqual(
      { ...signal, last: { ...signal?.last, at: '' } },
      {
        origin: 'user',
        rule: 'fly',
        kind: 'ship',
        tools: ['Bash'],
        calls: 2,
        matched: 1,
        last: {
          call: 'fly deploy --now',
          at: '',
          turn: 1,
          ok: true,
          data: { url: 'https://shop.fly.dev' },
        },
      },
    );
    const [label] = report.labels;
    assert.deepEqual(
      { ...label, because: label?.because?.text },
      {
        origin: 'user',
        rule: 'Deployed',
        label: 'Deployed https://shop.fly.dev {nobody}',
        badges: [{ text: 'live', href: 'https://shop.fly.dev/' }],
        unknown: ['nobody'],
        noLinks: [],
        late: false,
        because: 'matched `fly deploy`',
      },
    );
    const text = rulesReportText('Shop', report, []);
    assert.match(text, /✓ \*\*fly\*\* → `ship`: matched 1 call; the last one: `fly deploy --now`/);
    assert.match(
      text,
      /✓ \*\*Deployed\*\*: it says `Deployed https:\/\/shop\.fly\.dev \{nobody\}`/,
    );
    assert.match(text, /Nothing fills in `\{nobody\}`/);
    assert.match(text, /Badge: `live` → `https:\/\/shop\.fly\.dev\/`$/m);
  });

  it('are reported with the nearest call and the first condition that failed', async () => {
    await hub.window('w1');
    await offer('w1', {
      user: {
        signals: [
          { ...deploy, output: 'http://never' },
          { kind: 'chapter', tool: 'Write', input: 'md' },
        ],
        labels: [
          { when: { state: 'acting' }, label: 'x' },
          { when: { signal: 'chapter' }, label: 'y' },
        ],
      },
    });
    const report = await test({ sessionId: 's1' });
    const [first, second] = report.signals;
    assert.deepEqual(
      [first?.matched, first?.nearest?.call, first?.nearest?.failed, first?.expected],
      [0, 'fly deploy --now', 'output', 'http://never'],
    );
    assert.equal(second?.calls, 0);
    assert.deepEqual(
      report.labels.map(({ rule, failed }) => [rule, failed?.condition]),
      [
        ['rule 1', 'state'],
        ['rule 2', 'signal'],
      ],
    );
    const text = rulesReportText('Shop', report, []);
    assert.match(
      text,
      /no call of `Bash` matched `output` `http:\/\/never`; nearest: `fly deploy --now`/,
    );
    assert.match(text, /✗ \*\*signal 2\*\* → `chapter`: there is no call of `Write`/);
    assert.match(text, /✗ \*\*rule 1\*\*: the state is `\w+`, not `acting`/);
  });

  it('can be tested on pasted output', async () => {
    await hub.window('w1');
    const late = { label: 'Also', badges: [{ text: 'no', href: 'https://{nobody}' }] };
    await offer('w1', { user: { signals: [deploy], labels: [deployed, late] } });
    const pasted = { command: 'fly deploy', output: 'https://pasted.dev', folder: '/x/y' };
    const report = await test({ pasted });
    assert.deepEqual(
      report.labels.map(({ label, late: isLate }) => [label, isLate]),
      [
        ['Deployed https://pasted.dev {nobody}', false],
        ['Also', true],
      ],
    );
    assert.deepEqual(report.labels[1]?.noLinks, ['https://{nobody}']);
    const text = rulesReportText('Pasted', report, []);
    assert.match(text, /Badge: `no`$/m);
    assert.match(text, /`https:\/\/\{nobody\}` is no https address: the badge has no link\./);
    const failed = await test({ pasted: { ...pasted, output: 'Exit code 1\nhttps://pasted.dev' } });
    assert.equal(failed.labels[0]?.failed?.condition, 'ok');
  });

  it('of a workspace apply to its folders, and are removed with its window', async () => {
    const stream = await hub.window('w1');
    const rules = { signals: [deploy], labels: [deployed] };
    await offer('w1', { workspace: [{ folders: ['/home/dev/other'], rules }] });
    assert.deepEqual(await test({ sessionId: 's1' }).then(({ signals }) => signals), []);
    await offer('w1', { workspace: [{ folders: ['/home/dev/shop'], rules }] });
    await waitForReport(({ labels }) => assert.ok(labels[0]?.label));
    stream.close();
    await waitForReport(({ labels }) => assert.deepEqual(labels, []));
  });

  it('are not matched again after a restart of the hub', async () => {
    const waitForDeployed = (url: string) =>
      waitForReport(({ labels }) => assert.equal(labels[0]?.label, `Deployed ${url} {nobody}`));
    const rules = { user: { signals: [deploy], labels: [deployed] } };
    await hub.window('w1');
    await offer('w1', rules);
    await waitForDeployed('https://shop.fly.dev');
    await hub.close();
    // Different content that only another read of the file would reveal, since time and length are
    // unchanged.
    const { mtime } = fs.statSync(file.file);
    const text = fs.readFileSync(file.file, 'utf8').replace('https://shop.fly', 'https://read.fly');
    fs.writeFileSync(file.file, text);
    fs.utimesSync(file.file, mtime, mtime);
    hub = await TestHub.start(home);
    await hub.window('w1');
    await offer('w1', rules);
    await waitForDeployed('https://shop.fly.dev');
    await offer('w1', { user: { ...rules.user, signals: [{ ...deploy, ok: true }] } });
    await waitForDeployed('https://read.fly.dev');
  });

  it('use the other copy of a transcript once the newer one was deleted', async () => {
    const waitForLabel = (label: string | undefined) =>
      waitForReport(({ labels }) => assert.equal(labels[0]?.label, label));
    const other = TranscriptFile.of(home, 's1', '-home-dev-copy');
    await other.write(
      other.prompt('Ship it elsewhere'),
      other.call('Bash', { command: 'fly deploy --copy' }, 't9', 'm9'),
      other.result('t9', 'at https://copy.fly.dev'),
    );
    await hub.waitFor('s1', (card) => assert.equal(card.transcriptPath, other.file));
    await hub.window('w1');
    await offer('w1', { user: { signals: [deploy], labels: [deployed] } });
    await waitForLabel('Deployed https://copy.fly.dev {nobody}');
    await file.write(file.prompt('Go on'));
    await waitForLabel('Deployed https://shop.fly.dev {nobody}');
    fs.rmSync(file.file);
    await hub.waitFor('s1', (card) => assert.equal(card.transcriptPath, other.file));
    await waitForLabel('Deployed https://copy.fly.dev {nobody}');
  });

  it('are ignored if their expressions are invalid', async () => {
    await hub.window('w1');
    const none = { name: 'none', kind: 'x', command: '(?=fly)' };
    assert.equal(await offer('w1', { user: { signals: [none, deploy], labels: [] } }), 204);
    const { signals } = await test({ sessionId: 's1' });
    assert.deepEqual(
      signals.map(({ rule, matched }) => [rule, matched]),
      [['fly', 1]],
    );
  });

  it('are refused if they are malformed or their window is unknown', async () => {
    assert.equal(await offer('stranger', {}), 409);
    await hub.window('w1');
    const bad = { signals: [{ kind: 'x', command: '' }], labels: [] };
    assert.equal(await offer('w1', { user: bad }), 400);
    const unknown = await hub.post(`${routes.rules}/test`, { sessionId: 'nobody' });
    assert.equal(unknown.status, 404);
  });
});
