import { count } from '../format.ts';

/** Why an entry is not deleted, in the server's words. */
export const inUse = (uses: number): string => `This setting is in use by ${count(uses, 'record')}`;
