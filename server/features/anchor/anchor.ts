import { proofOf } from '../../anchor/proof.ts';
import { refuse } from '../../refusal.ts';
import { stampsOf } from '../company/company.ts';
import type { AnchorFeature, ZipFeature } from './feature.ts';

const getAnchor: AnchorFeature<'getAnchor'> = ({ anchors, me }) => anchors.stateOf(me.companyId);

/** The ends of the history, for paper. Anchored for every caller, shown to those with all locations. */
const anchorHistory: AnchorFeature<'anchorHistory'> = async ({ anchors, tx, me }) => {
  const anchor = await anchors.write(await anchors.look(tx, me.companyId));
  return { anchor: me.locations ? null : anchor };
};

/** Every anchor of the company by this server, with what is needed to check an export. */
const exportAnchors: ZipFeature<'exportAnchors'> = async ({ anchors, me, read }) => {
  const { key } = await anchors.stateOf(me.companyId);
  if (!key) throw refuse(503, 'The anchors cannot be read right now', { code: 'unavailable' });
  const { day } = await stampsOf(read);
  const entries = proofOf(await anchors.linesOf(me.companyId), key.publicKey);
  return { fileName: `keyhold-anchors-${day(new Date())}.zip`, entries };
};

export const anchorFeatures = { getAnchor, anchorHistory };
export const anchorExportFeatures = { exportAnchors };
