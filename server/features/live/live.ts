import { changesSince } from '../../live/changes.ts';
import type { Feature } from '../feature.ts';

/** What changed since a position, for a client without the live channel (D-13). */
const getChanges: Feature<'getChanges'> = ({ tx, me, query: { after } }) => changesSince(tx, me, after);

export const liveFeatures = { getChanges };
