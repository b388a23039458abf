import { Story } from '../../../support/hub/story';

/**
 * The client writes its lines in batches; at the start of a transcript these are in reverse order.
 */
describe('A transcript line that is older than the one before it', () => {
  it('does not restart the failed turn', () => {
    new Story()
      .registry('idle')
      .after(100)
      .line({ kind: 'apiError', error: 'unknown', text: 'API Error: 400' })
      .after(-80)
      .prompted()
      .after(200)
      .is('needs_you', 'error', 'API Error: 400', 'registry');
  });

  it('does not revert an interrupt, or a tool that was opened since', () => {
    new Story()
      .registry('busy')
      .after(100)
      .called('Bash')
      .after(-80)
      .prompted()
      .after(200)
      .is('autonomous', 'acting', 'Running Bash', 'registry')
      .line({ kind: 'interrupted' })
      .registry('idle')
      .after(-80)
      .called('Read')
      .after(200)
      .is('needs_you', 'interrupted', 'Interrupted', 'registry');
  });
});
