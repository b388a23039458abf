import { createContext, use } from 'react';
import { useStore } from '../../store';
import type { PhoneModel, PhoneState } from '../model';
import type { Screen, Screens } from './screens';

/** State that a phone's screens share in addition to the board's page. */
export interface PhoneView {
  readonly model: PhoneModel;
  readonly screens: Screens;
}

export const PhoneContext = createContext<PhoneView | undefined>(undefined);

export function usePhone(): PhoneView {
  const phone = use(PhoneContext);
  if (!phone) throw new Error('A component of the phone is used outside of it.');
  return phone;
}

export function usePhoneState<Part>(select: (state: PhoneState) => Part): Part {
  return useStore(usePhone().model.state, select);
}

export function useScreen(): Screen {
  return useStore(usePhone().screens.state, (screen) => screen);
}

/** True while a phone with scope `watch` must not offer actions. */
export function useIsWatchOnly(): boolean {
  return usePhoneState(({ device }) => device?.scope === 'watch');
}
