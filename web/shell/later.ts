import type { ComponentType } from 'react';
import { sharedValue } from '../ui/shared-value.ts';

/** What is loaded after the first screen (begin-later.ts), as without signal it could not be: null until then. */
export const chip = sharedValue<ComponentType | null>(null);
export const outOfDate = sharedValue<ComponentType | null>(null);
/** Whether a sign-out waits for the user's decision about entries that are not sent. */
export const signOutAsked = sharedValue(false);
/** The dashboard's notices about the app itself. */
export const appNotices = sharedValue<ComponentType | null>(null);
