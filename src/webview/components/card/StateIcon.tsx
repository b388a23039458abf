import {
  AlertTriangle,
  Archive,
  Bell,
  Bot,
  CheckCircle,
  CircleDashed,
  CircleSlash,
  Clock,
  FileCheck,
  GitBranch,
  GitMerge,
  Hand,
  Hourglass,
  Loader,
  MessageCircle,
  Power,
  RefreshCw,
  Shield,
  Shrink,
  Sparkles,
  Terminal,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import type { LucideName } from '../../../shared/presentation';

/** Every icon that a look may name, one by one, so that the bundle holds no other. */
const icons: Readonly<Record<LucideName, LucideIcon>> = {
  AlertTriangle,
  Archive,
  Bell,
  Bot,
  CheckCircle,
  CircleDashed,
  CircleSlash,
  Clock,
  FileCheck,
  GitBranch,
  GitMerge,
  Hand,
  Hourglass,
  Loader,
  MessageCircle,
  Power,
  RefreshCw,
  Shield,
  Shrink,
  Sparkles,
  Terminal,
  Wallet,
};

export function StateIcon({ name }: { readonly name: LucideName }) {
  const Icon = icons[name];
  return <Icon className="icon" aria-hidden="true" />;
}
