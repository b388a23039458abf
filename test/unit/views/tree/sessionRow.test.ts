import assert from 'node:assert/strict';
import { sessionRow } from '../../../../src/extension/views/tree/sessionRow';
import { aPendingRequest, aSession } from '../../../support/sessionBuilder';

describe('The menus of a row', () => {
  for (const [toolName, token] of [
    ['Bash', 'answerable'],
    ['Edit', 'answerable+edit'],
    ['AskUserQuestion', 'asks'],
    ['ExitPlanMode', 'plan'],
  ] as const)
    it(`offer what answers ${toolName}, while it can be answered`, () => {
      const tokens = (answerable: boolean): string => {
        const call = { id: 'c1', fate: 'open', answerable } as const;
        const pendingRequest = aPendingRequest({ toolName, call });
        return sessionRow(aSession({ pendingRequest }), 0).contextValue;
      };
      assert.ok(`${tokens(true)}+`.includes(`+${token}+`), tokens(true));
      assert.doesNotMatch(tokens(false), /\+(?:answerable|asks|plan)/);
    });
});
