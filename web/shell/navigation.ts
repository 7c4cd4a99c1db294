import {
  Bell,
  BookUser,
  Building2,
  ClipboardCheck,
  Clock3,
  Hand,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  MapPin,
  ScanLine,
  ScrollText,
  Settings,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { any, type Needs } from '../../shared/permissions.ts';
import type { Icon } from '../ui/classes.ts';

export type NavItem = {
  label: string;
  to:
    | '/'
    | '/desk'
    | '/mine'
    | '/outbox'
    | '/key-bunches'
    | '/out'
    | '/people'
    | '/premises'
    | '/locations'
    | '/history'
    | '/audit'
    | '/profile'
    | '/settings'
    | '/activity'
    | '/users'
    | '/notifications';
  icon: Icon;
  needs: Needs;
  /** In the user menu below 1024 px, so that the specified items fit. */
  wideOnly?: boolean;
  /** Path pattern of pages that belong to the item. */
  within?: RegExp;
};

/** Top navigation, in order. Items besides the specified ones can be `wideOnly`. */
export const NAVIGATION: readonly NavItem[] = [
  { label: 'Dashboard', to: '/', icon: LayoutDashboard, needs: 'company' },
  {
    label: 'Desk',
    to: '/desk',
    icon: ScanLine,
    needs: any('key:issue', 'key:return'),
    within: /^\/(receipts\/|room-handovers)/,
  },
  {
    label: 'Keys',
    to: '/key-bunches',
    icon: KeyRound,
    needs: 'key:view',
    within: /^\/(key-history\/|labels$|import)/,
  },
  {
    label: 'Premises',
    to: '/premises',
    icon: Building2,
    needs: 'key:view',
    within: /^\/premises\//,
    wideOnly: true,
  },
  {
    label: 'Out now',
    to: '/out',
    icon: Clock3,
    needs: 'key:view',
    within: /^\/reserved$/,
    wideOnly: true,
  },
  {
    label: 'People',
    to: '/people',
    icon: BookUser,
    needs: any('key:issue', 'key:return', 'user:view'),
    within: /^\/people\//,
    wideOnly: true,
  },
  {
    label: 'Locations',
    to: '/locations',
    icon: MapPin,
    needs: 'location:view',
    within: /^\/(location-report\/|bulk-move-keys$)/,
  },
  { label: 'History', to: '/history', icon: History, needs: 'history:view' },
  { label: 'Audit', to: '/audit', icon: ClipboardCheck, needs: 'audit:create' },
];

/** In the user menu; on a phone after the desk. The Outbox shows how much waits. */
export const OWN: readonly NavItem[] = [
  { label: 'My keys', to: '/mine', icon: Hand, needs: 'key:view' },
  { label: 'Outbox', to: '/outbox', icon: Inbox, needs: 'company' },
];

/** User menu, in order; Activity is added to the specified items. Logout comes last. */
export const USER_MENU: readonly NavItem[] = [
  { label: 'My Profile', to: '/profile', icon: UserRound, needs: 'company' },
  { label: 'User Management', to: '/users', icon: UsersRound, needs: 'user:view' },
  { label: 'Activity', to: '/activity', icon: ScrollText, needs: 'system:admin' },
  { label: 'Settings', to: '/settings', icon: Settings, needs: 'system:admin' },
];

/** Linked from the mobile menu only. */
export const MOBILE_ONLY: readonly NavItem[] = [
  { label: 'Notifications Demo', to: '/notifications', icon: Bell, needs: 'company' },
];
