import type { Label } from '../../../shared/label.ts';
import { ask } from '../../database/prepared.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { lockKeyBunch } from '../key-bunch/key-bunch.ts';
import { reserveCodes } from './code.ts';
import { endLabel, linkCode } from './label.ts';

const NEW = 'insert into labels (token, key_bunch_id) values ($1, $2)';

const linkLabel: Feature<'linkLabel'> = async ({ tx, me, params, body }): Promise<Label> => {
  const bunch = await lockKeyBunch(tx, params.id);
  const code = await linkCode(tx, me, bunch, body.code, 'code');
  return { keyBunchId: bunch.id, identifier: bunch.identifier, code };
};

/** Replaces the code of a set, for a lost or copied label. */
const renewLabel: Feature<'renewLabel'> = async ({ tx, me, params }): Promise<Label> => {
  const bunch = await lockKeyBunch(tx, params.id);
  await endLabel(tx, bunch.id);
  const [code = ''] = await reserveCodes(tx, 1);
  await ask(tx, NEW, [code, bunch.id]);
  await recordAuditLog(tx, me, {
    action: 'label_renew',
    bunch,
    description: 'Label renewed; the label before it is not in use any more',
  });
  return { keyBunchId: bunch.id, identifier: bunch.identifier, code };
};

export const linkLabelFeatures = { linkLabel, renewLabel };
