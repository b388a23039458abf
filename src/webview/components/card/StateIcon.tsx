import type { LucideIcon } from 'lucide-react';
import type { CardIconName } from '../../../shared/board/displayLooks';
import * as stateIcons from './stateIcons';

const icons: Readonly<Record<CardIconName, LucideIcon>> = stateIcons;

export function StateIcon({ name }: { readonly name: CardIconName }) {
  const Icon = icons[name];
  return <Icon className="icon" aria-hidden="true" />;
}
