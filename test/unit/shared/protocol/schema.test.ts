import assert from 'node:assert/strict';
import * as control from '../../../../src/shared/protocol/control';
import * as pageMessages from '../../../../src/shared/messages/pageMessages';
import * as prices from '../../../../src/shared/protocol/settings/prices';
import * as prompts from '../../../../src/shared/protocol/prompts';
import * as protocol from '../../../../src/shared/protocol/protocol';
import * as readerMessages from '../../../../src/shared/messages/readerMessages';
import * as runner from '../../../../src/shared/protocol/runner';
import * as windows from '../../../../src/shared/protocol/windows';

const modules = {
  control,
  pageMessages,
  prices,
  prompts,
  protocol,
  readerMessages,
  runner,
  windows,
};

describe('the schemas of both sides', () => {
  it('say in words what is wrong with a value', () => {
    const { error } = pageMessages.fromPageSchema.safeParse({ type: 'revealed', sequence: '1' });
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      ['Invalid input: expected number, received string'],
    );
  });

  it('are built when the first value is held against them, not as a window starts', () => {
    const built = Object.entries(modules).flatMap(([file, exported]) =>
      Object.entries(exported).flatMap(([name, one]: readonly [string, unknown]) =>
        kindOf(one) === undefined || kindOf(one) === 'lazy' ? [] : [`${file}: ${name}`],
      ),
    );
    assert.deepEqual(built, []);
    assert.equal(kindOf(protocol.streamEventSchema), 'lazy');
  });
});

/** Kind of a schema; undefined for any other value. */
function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'type' in value && 'parse' in value
    ? value.type
    : undefined;
}
