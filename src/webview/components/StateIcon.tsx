import {
  AlertTriangle,
  Archive,
  Bell,
  CheckCircle,
  Clock,
  FileCheck,
  GitBranch,
  Loader,
  MessageCircle,
  Power,
  Shield,
  Sparkles,
  Terminal,
  type LucideIcon,
} from 'lucide-react';

/** Every icon that a state's look may name, one by one, so that the bundle holds no other. */
const icons: Readonly<Record<string, LucideIcon>> = {
  AlertTriangle,
  Archive,
  Bell,
  CheckCircle,
  Clock,
  FileCheck,
  GitBranch,
  Loader,
  MessageCircle,
  Power,
  Shield,
  Sparkles,
  Terminal,
};

export function StateIcon({ name }: { readonly name: string }) {
  const Icon = icons[name] ?? Bell;
  return <Icon className="icon" aria-hidden="true" />;
}
