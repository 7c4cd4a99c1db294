import { RECEIPT_AGAIN_MINUTES } from '../../../shared/limits.ts';
import { receiptNumber } from '../../../shared/receipt-text.ts';
import { ask } from '../../database/prepared.ts';
import { GOOD_FOR_MINUTES } from '../../mail/letter.ts';
import type { MailedReceipt } from '../../mail/receipt.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { readReceipt } from './receipt.ts';

const QUEUE = 'select queue_receipt($1, $2, $3::jsonb, $4, $5) as queued';

/** Mails a receipt to its recipient, at most once in RECEIPT_AGAIN_MINUTES per receipt and address. */
const mailReceipt: Feature<'mailReceipt'> = async ({ tx, me, params: { batchId }, config }) => {
  const { receipt, holderId } = await readReceipt(tx, me, batchId, config);
  if (!config.mail) throw refuse(409, 'No mail is set up on this server. Print the receipt instead.');
  const { signature, ...rest } = receipt;
  const mailed = { ...rest, signer: signature?.signer ?? null };
  const { email, name } = receipt.holder;
  if (holderId === null || !email)
    throw refuse(409, `There is no email address for ${name}. Print the receipt instead.`, { quotes: true });
  const about = JSON.stringify(mailed satisfies MailedReceipt);
  const values = [holderId, batchId, about, RECEIPT_AGAIN_MINUTES, GOOD_FOR_MINUTES.receipt];
  const [row] = await ask<{ queued: boolean }>(tx, QUEUE, values);
  if (!row?.queued) return { email, already: true };
  await recordAuditLog(tx, me, {
    action: 'receipt_mail',
    description: `Receipt ${receiptNumber(batchId)} emailed to ${name}`,
    details: { batchId, holderId, email },
  });
  return { email, already: false };
};

export const mailReceiptFeatures = { mailReceipt };
