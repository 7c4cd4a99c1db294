import type { DeskEvent } from '../state/change.ts';
import type { Around } from '../state/desk-state.ts';
import type { DeskStore } from './desk-store.ts';

/** The desk as what works for it sees it: its state, the world now, and how something happens to it. */
export type Link = { store: DeskStore; aroundNow: () => Around; send: (event: DeskEvent) => void };
