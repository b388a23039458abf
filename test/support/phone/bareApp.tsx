import { useBoard, usePage } from '../../../src/webview/page';
import { useStore } from '../../../src/webview/store';
import type { PhoneModel } from '../../../src/webview/phone/model';

/** Shows a phone's state and offers its actions, without styles. */
export function PhoneApp({ model }: { readonly model: PhoneModel }) {
  const { phase, code, problem, boardAt, device } = useStore(model.state, (state) => state);
  const connection = useBoard((state) => state.connection);
  const sessions = useBoard((state) => state.sessions);
  const { board, decisions, prompts, drafts } = usePage();
  const draftCount = useStore(drafts.state, (all) => all.size);
  const refused = useStore(decisions.state, ({ sent }) => sent);
  return (
    <main
      data-shown={phase}
      data-board-at={boardAt}
      data-drafts={draftCount}
      data-scope={device?.scope}
    >
      <p>{code}</p>
      <p role="alert">{problem}</p>
      <p>Board: {connection}</p>
      <button type="button" onClick={() => void model.forget()}>
        Forget
      </button>
      <button type="button" onClick={() => model.reconnect()}>
        Reconnect
      </button>
      <button type="button" onClick={() => model.closeProblem()}>
        Close
      </button>
      {[...sessions.values()].map(({ sessionId, projectName, pendingRequest }) => (
        <article key={sessionId}>
          <h2>{projectName}</h2>
          <button
            type="button"
            onClick={() => {
              const { call, shown = '' } = pendingRequest ?? {};
              decisions.decide(sessionId, call?.id ?? '', shown, { kind: 'allow' });
            }}
          >
            Allow
          </button>
          <button
            type="button"
            onClick={() => prompts.write({ sessionId, title: 'A session' }, 'Go on')}
          >
            Write
          </button>
          <button type="button" onClick={() => prompts.send({ sessionId, title: 'A session' })}>
            Send
          </button>
          <button
            type="button"
            onClick={() =>
              board.post({ type: 'sessionCommand', command: 'interruptSession', sessionId })
            }
          >
            Interrupt
          </button>
          <p>{pendingRequest?.call?.answerable === true ? 'Asks' : 'Asks nothing'}</p>
          <p>{refused.get(pendingRequest?.call?.id ?? '')}</p>
        </article>
      ))}
    </main>
  );
}
