import * as assert from 'node:assert/strict';
import {
  machineFaults,
  type MachineCard,
} from '../../../../src/shared/protocol/machines/machineNews';
import { settingKey } from '../../../../src/shared/protocol/machines/setting';
import { machineFaultText } from '../../../../src/shared/words/machineFaultText';

const ssh = settingKey({ ssh: 'gpu-box' });
const command = settingKey({ command: ['docker', 'exec', '-i', 'web'] });

const account = '/home/dev/.claude-work';

function textOf(card: Partial<MachineCard>) {
  return machineFaultText({ key: ssh, status: 'away', ...card });
}

describe('The text of a machine', () => {
  it('says what a person can do about each fault', () => {
    const texts = machineFaults.map((fault) =>
      textOf({ fault, ...(fault === 'home' && { account }) }),
    );
    assert.deepEqual(
      texts.filter(({ todo }) => todo === undefined),
      [],
    );
    assert.equal(new Set(texts.map(({ says }) => says)).size, machineFaults.length);
  });

  it('names the host that SSH asks about, and none if another command connects', () => {
    assert.match(textOf({ fault: 'hostKey' }).todo ?? '', /“ssh gpu-box”/u);
    assert.doesNotMatch(textOf({ fault: 'hostKey', key: command }).todo ?? '', /ssh/u);
    assert.match(textOf({ fault: 'command' }).says, /ssh/u);
    assert.match(
      textOf({ fault: 'command', key: command }).todo ?? '',
      /missionControl\.machines/u,
    );
    assert.doesNotMatch(textOf({ fault: 'auth', key: 'no JSON' }).todo ?? '', /ssh/u);
  });

  it('names a host that SSH does not know, and not one that could not be asked for', () => {
    const detail = (why: string) => `ssh: Could not resolve hostname gpu-bx: ${why}`;
    const textFor = (why: string) => textOf({ fault: 'unreachable', detail: detail(why) }).says;
    const known = [
      'Name or service not known',
      'nodename nor servname provided, or not known',
      'No such host is known. ',
    ].map(textFor);
    assert.deepEqual(new Set(known), new Set(['SSH knows no host “gpu-bx”.']));
    assert.equal(
      textFor('Temporary failure in name resolution'),
      'Nothing answers at its address.',
    );
  });

  it('shows the last words of a command as plain text, and a fault that it does not know by them', () => {
    const { says, todo } = textOf({ fault: 'newer', detail: 'bye\u202e\nforever' });
    assert.match(says, /^The connection ended: bye.*forever\.$/u);
    assert.doesNotMatch(says, /[\u202e\n]/u);
    assert.ok(todo);
  });

  it('says that it is connecting, connected, or that answers have no effect there yet', () => {
    assert.deepEqual(textOf({ status: 'connecting' }), { says: 'Connecting…' });
    assert.deepEqual(textOf({ status: 'connected', accepted: true }), { says: 'Connected.' });
    assert.ok(textOf({ status: 'connected', accepted: false }).todo);
  });

  it('names the folder of an account, and what to do if it can’t be read', () => {
    const ofHome = (detail: string) => textOf({ account, fault: 'home', detail });
    assert.deepEqual(ofHome('missing'), {
      says: 'There is no folder /home/dev/.claude-work.',
      todo: 'Connect its drive, or correct the setting “missionControl.configHomes”.',
    });
    const texts = ['missing', 'notAFolder', 'unused', 'unreadable'].map(ofHome);
    assert.equal(new Set(texts.map(({ says }) => says)).size, texts.length);
    for (const { says, todo } of texts) assert.ok(says.includes(account) && todo !== undefined);
  });

  it('describes an account neither as a computer nor as an SSH host', () => {
    for (const fault of machineFaults) {
      if (['auth', 'hostKey', 'unreachable', 'node', 'missing'].includes(fault)) continue;
      const { says, todo = '' } = textOf({ key: settingKey({ account }), account, fault });
      assert.doesNotMatch(`${says} ${todo}`, /ssh|asleep|computer|machines/iu, fault);
    }
    const untrusted = textOf({ account, status: 'connected', accepted: false });
    assert.match(untrusted.says, /Another editor/u);
  });
});
