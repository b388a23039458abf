import { clientNames, clientRooms } from './clientNames.mjs';
import { clientRule } from './clientRule.mjs';
import { delayRule } from './delayRule.mjs';
import { importRule } from './importRule.mjs';
import { jsonRule } from './jsonRule.mjs';
import { keptRule } from './keptRule.mjs';
import { rooms } from './rooms.mjs';

export default {
  meta: { name: 'rooms' },
  rules: {
    client: clientRule(clientNames, clientRooms),
    delay: delayRule,
    imports: importRule(rooms),
    json: jsonRule,
    kept: keptRule,
  },
};
