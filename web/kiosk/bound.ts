import { stored } from '../api/storage.ts';

/** Key of the last state of the kiosk; stored exactly while this browser is the tablet of one, as far as it knows. */
export const KIOSK_STATE = 'keyhold.kiosk';
export const isBoundTablet = (): boolean => stored(KIOSK_STATE) !== null;
