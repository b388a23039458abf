import { createContext, useContext } from 'react';
import type {
  FromPhonePanel,
  PhonePanelState,
  ToPhonePanel,
} from '../../shared/messages/phonePanelMessages';
import { acquireHostConnection } from '../hostConnection';
import { createStore, type Store, useStore } from '../store';

/** The panel page's state from the window, and its connection for requests. */
export interface Panel {
  readonly state: Store<PhonePanelState | undefined>;
  readonly post: (message: FromPhonePanel) => void;
  /** Current time of the window's machine in ms since 1970; the page may run on a different one. */
  readonly now: () => number;
}

/** Connects to the editor; to be called once. */
export function connectPanel(): Panel {
  const editor = acquireHostConnection<FromPhonePanel, ToPhonePanel>();
  const state = createStore<PhonePanelState | undefined>(undefined);
  let offset = 0;
  editor.onMessage((message) => {
    offset = message.state.now - Date.now();
    state.set(message.state);
  });
  editor.post({ type: 'ready' });
  return { state, post: editor.post, now: () => Date.now() + offset };
}

export const PanelContext = createContext<Panel | undefined>(undefined);

export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (panel === undefined) throw new Error('There is no panel around this.');
  return panel;
}

export function usePanelState<Part>(select: (state: PhonePanelState) => Part): Part | undefined {
  return useStore(usePanel().state, (state) => (state === undefined ? undefined : select(state)));
}
