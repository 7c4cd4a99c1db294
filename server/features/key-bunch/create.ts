import { FALLBACK_TYPES } from '../../../shared/key-bunch.ts';
import { choicesOf } from '../../../shared/setting.ts';
import { keyBunches } from '../../database/schema/register.ts';
import { refuse } from '../../http/refusal.ts';
import { recordAuditLog } from '../audit-log/audit-log.ts';
import type { Feature } from '../feature.ts';
import { linkCode } from '../label/label.ts';
import { lockLocation } from '../location/location.ts';
import { enforcePlanLimit, lockPlan } from '../plan/plan.ts';
import { checkChoice, readSettings } from '../setting/setting.ts';
import { findBunch, keyBunchDetail } from './key-bunch.ts';
import { lockOpened, storeOpened } from './opened.ts';
import { checkSerial, refuseTakenSerial } from './serial.ts';

/** Registers a bunch. Its type is the first offered one when none is sent, its status active. */
const createKeyBunch: Feature<'createKeyBunch'> = async ({ tx, me, body }) => {
  const { description, premisesIds, labelCode, ...sent } = body;
  if (sent.status === 'issued') throw refuse(400, 'Use issue to issue keys');
  if (sent.status === 'in_use') throw refuse(400, 'Unknown status');
  if (sent.status) await checkChoice(tx, 'statuses', sent.status, 'Unknown status');
  const type = sent.type ?? choicesOf(await readSettings(tx), 'keyTypes')[0]?.value ?? FALLBACK_TYPES[0];
  await checkChoice(tx, 'keyTypes', type, 'Unknown type');
  const plan = await lockPlan(tx);
  const at = await lockLocation(tx, sent.locationId);
  const opened = await lockOpened(tx, premisesIds);
  await checkSerial(tx, sent.nfcSerial);
  await enforcePlanLimit(tx, plan, 'keys');
  const [made] = await tx
    .insert(keyBunches)
    .values({ ...sent, type, keyDescription: sent.keyDescription ?? description })
    .returning({ id: keyBunches.id })
    .catch(refuseTakenSerial);
  if (opened) await storeOpened(tx, made?.id ?? 0, opened);
  const bunch = await findBunch(tx, made?.id ?? 0);
  await recordAuditLog(tx, me, {
    action: 'create',
    bunch,
    description: `Added at ${at.name}`,
    details: {
      identifier: bunch.identifier,
      type: bunch.type,
      tag: bunch.currentTag,
      location: at.name,
      ...(bunch.position && { position: bunch.position }),
      ...(opened?.length && { premises: opened.map(({ name }) => name) }),
    },
  });
  if (labelCode) await linkCode(tx, me, bunch, labelCode, 'labelCode');
  return keyBunchDetail(bunch);
};

export const keyBunchCreateFeatures = { createKeyBunch };
