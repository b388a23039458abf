import type { LucideIcon } from 'lucide-react';
import type { CardIconName } from '../../../shared/board/displayLooks';
import * as stateIcons from './stateIcons';

const icons: Readonly<Record<CardIconName, LucideIcon>> = stateIcons;

interface Props {
  readonly name: CardIconName;
  readonly className?: string;
}

export function StateIcon({ name, className = '' }: Props) {
  const Icon = icons[name];
  return <Icon className={`icon ${className}`} aria-hidden="true" />;
}
