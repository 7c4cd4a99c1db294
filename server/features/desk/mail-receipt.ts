import { RECEIPT_AGAIN_MINUTES } from '../../../shared/limits.ts';
import { receiptNumber } from '../../../shared/receipt-text.ts';
import { json, row, sql } from '../../database/sql.ts';
import { GOOD_FOR_MINUTES } from '../../mail/letter.ts';
import type { MailedReceipt } from '../../mail/receipt.ts';
import { refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { readReceipt } from './receipt.ts';

/** Mails a receipt to its recipient, at most once in RECEIPT_AGAIN_MINUTES per receipt and address. */
const mailReceipt: Feature<'mailReceipt'> = async ({ tx, me, params: { batchId }, config }) => {
  const { receipt, holderId } = await readReceipt(tx, me, batchId, config);
  if (!config.mail) throw refuse(409, 'No mail is set up on this server. Print the receipt instead.');
  const { signature, ...rest } = receipt;
  const mailed: MailedReceipt = { ...rest, signer: signature?.signer ?? null };
  const { email, name } = receipt.holder;
  if (holderId === null || !email)
    throw refuse(409, `There is no email address for ${name}. Print the receipt instead.`, { quotes: true });
  const queue = await row(
    tx,
    sql<{ queued: boolean }>`select queue_receipt(${holderId}, ${batchId}, ${json(mailed)},
      ${RECEIPT_AGAIN_MINUTES}, ${GOOD_FOR_MINUTES.receipt}) as queued`,
  );
  if (!queue?.queued) return { email, already: true };
  await recordAuditLog(tx, me, {
    action: 'receipt_mail',
    description: `Receipt ${receiptNumber(batchId)} emailed to ${name}`,
    details: { batchId, holderId, email },
  });
  return { email, already: false };
};

export const mailReceiptFeatures = { mailReceipt };
