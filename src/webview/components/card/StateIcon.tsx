import type { LucideIcon } from 'lucide-react';
import type { LucideName } from '../../../shared/presentation';
import * as stateIcons from './stateIcons';

const icons: Readonly<Record<LucideName, LucideIcon>> = stateIcons;

export function StateIcon({ name }: { readonly name: LucideName }) {
  const Icon = icons[name];
  return <Icon className="icon" aria-hidden="true" />;
}
