import assert from 'node:assert/strict';
import { planPath } from '../../../../src/extension/views/plan/planAddress';

const tabOf = (plan: string, title: string): string => planPath(plan, title).split('/').pop() ?? '';

describe('The tab of a plan', () => {
  it('has the plan’s own heading as its name, or else the title of its session', () => {
    assert.equal(tabOf('Before.\n\n## Add a cart\n\n1. Draw it.', 'Shop'), 'Plan – Add a cart.md');
    assert.equal(tabOf('# Plan: Add a cart', 'Shop'), 'Plan – Add a cart.md');
    assert.equal(tabOf('1. Draw it.\n#no heading', 'Mend the shop'), 'Plan – Mend the shop.md');
    assert.equal(tabOf('# Plan', ''), 'Plan.md');
  });

  it('has a name that is valid on every system, on one line', () => {
    assert.equal(tabOf('# a/b:c\\d "e"', ''), 'Plan – a b c d e.md');
    assert.ok(tabOf(`# ${'long '.repeat(50)}`, '').length < 60);
  });

  it('has a different address each time', () => {
    assert.notEqual(planPath('# A', ''), planPath('# A', ''));
  });
});
