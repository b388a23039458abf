import assert from 'node:assert/strict';
import * as path from 'node:path';
import { routes } from '../../../../src/shared/protocol/protocol';
import { freePort } from '../../../support/hub/wire/freePorts';
import { tempHome } from '../../../support/hub/tempHome';
import { TestHub } from '../../../support/hub/testHub';
import { until } from '../../../support/until';

describe('The listener for phones', () => {
  it('says that its page is missing, and does not blame the ports', async () => {
    const home = await tempHome();
    const pageFolder = path.join(home, 'none');
    const hub = await TestHub.start(home, {
      phones: { pageFolder, ports: [await freePort()] },
    });
    try {
      const desk = await hub.window('desk');
      for (const [name, body] of [
        ['listen', {}],
        ['connect', { kind: 'editor', url: 'https://desk.example/' }],
      ] as const) {
        const answer = await hub.post(`${routes.phones}/${name}`, body);
        assert.equal(answer.status, 500);
        assert.match(answer.text, /page for phones is missing/);
      }
      await until(
        () => desk.messages.at(-1),
        (message = '') => assert.match(message, /"fault":"page"/),
      );
    } finally {
      await hub.dispose();
    }
  });
});
