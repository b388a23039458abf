import { useStore } from '../../store';
import { useBoard } from '../../page';
import type { PhoneModel } from '../model';
import '../../styles/tokens.css';
import '../../styles/base.css';

/** What a phone shows. */
export function PhoneApp({ model }: { readonly model: PhoneModel }) {
  const { phase, code, problem, machine } = useStore(model.state, (state) => state);
  const needsYou = useBoard((state) => state.summary.needsYouCount);
  const sessions = useBoard((state) => state.sessions);
  return (
    <main data-phase={phase}>
      <h1>{machine}</h1>
      {code !== undefined && <output>{code}</output>}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <p data-count>{needsYou}</p>
      <ul>
        {[...sessions.values()].map(({ sessionId, title }) => (
          <li key={sessionId}>{title}</li>
        ))}
      </ul>
    </main>
  );
}
