import type { ApprovalNotices } from '../../../shared/approval.ts';
import { PUSH_DEVICES_MAX } from '../../../shared/approval-words.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import type { Config } from '../../config.ts';
import { row, rows, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { type PushKey, pushKeyOf } from '../../push/key.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';

/** Derived once: the key of the server stays. */
let known: { of: Buffer; key: PushKey } | null = null;
function publicKeyOf({ secretsKey }: Config): string | null {
  if (!secretsKey) return null;
  if (!known?.of.equals(secretsKey)) known = { of: secretsKey, key: pushKeyOf(secretsKey) };
  return known.key.publicKey;
}

type Device = ApprovalNotices['devices'][number];

async function readNotices(tx: Tx, config: Config): Promise<ApprovalNotices> {
  const [own, devices] = await Promise.all([
    row(tx, sql<{ letters: boolean }>`select approval_letters as letters from users where id = own_user()`),
    rows(
      tx,
      sql<Device>`select id, hash, device, created_at as since from push_devices where user_id = own_user() order by id`,
    ),
  ]);
  return {
    publicKey: publicKeyOf(config),
    letters: own?.letters ?? true,
    mail: config.mail !== null,
    devices: devices.map((one) => ({ ...one, since: new Date(one.since).toISOString() })),
  };
}

const getApprovalNotices: Feature<'getApprovalNotices'> = ({ tx, config }) => readNotices(tx, config);

const updateApprovalNotices: Feature<'updateApprovalNotices'> = async ({ tx, body, config }) => {
  await run(
    tx,
    sql`update users set approval_letters = ${body.letters} where id = own_user() and approval_letters <> ${body.letters}`,
  );
  return readNotices(tx, config);
};

/** Adds the caller's browser, once; only of approvers, as no one else is notified. */
const addPushDevice: Feature<'addPushDevice'> = async ({ tx, me, body, config }) => {
  const own = await row(
    tx,
    sql<{
      is: boolean;
      device: string | null;
    }>`select approver or role = 'super_admin' as is, (select s.device from own_sessions() s where s.is_current) as device
      from users where id = ${me.userId} for no key update`,
  );
  if (!own?.is) throw refuse(403, REFUSALS.forbidden);
  if (!config.secretsKey)
    throw refuse(409, 'This server notifies no device', {
      code: 'no_secrets_key',
      detail: 'Its operator must set SECRETS_KEY.',
    });
  await run(tx, sql`select add_push_device(${body.endpoint}, ${own.device})`);
  const notices = await readNotices(tx, config);
  if (notices.devices.length > PUSH_DEVICES_MAX)
    throw refuse(409, `At most ${PUSH_DEVICES_MAX} devices. Remove one first.`, { code: 'limit_reached' });
  return notices;
};

const removePushDevice: Feature<'removePushDevice'> = async ({ tx, params, config }) => {
  const removed = await run(
    tx,
    sql`delete from push_devices where id = ${params.id} and user_id = own_user()`,
  );
  if (removed === 0) throw notFound('Device not found');
  return readNotices(tx, config);
};

export const approvalNoticeFeatures = {
  getApprovalNotices,
  updateApprovalNotices,
  addPushDevice,
  removePushDevice,
};
